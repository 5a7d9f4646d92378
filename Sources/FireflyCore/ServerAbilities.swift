/// Optional abilities of a server.
public struct ServerAbilities: Hashable, Sendable {
  /// Whether it can move posts.
  public var moves: Bool
  /// Whether it can restore deleted posts.
  public var restores: Bool
  /// Whether the user may delete posts of others.
  public var moderates: Bool
  /// Whether it can remove a post's picture.
  public var removesPictures: Bool
  /// Whether only the author of a post may reply to it.
  public var restrictsReplies: Bool

  /// Creates abilities; by default none.
  public init(
    moves: Bool = false, restores: Bool = false, moderates: Bool = false,
    removesPictures: Bool = false, restrictsReplies: Bool = false
  ) {
    self.moves = moves
    self.restores = restores
    self.moderates = moderates
    self.removesPictures = removesPictures
    self.restrictsReplies = restrictsReplies
  }
}

import FireflyCore

/// Something that happened while posts are moved, or while what was done to them is undone.
public enum MovingAction: Hashable, Sendable {
  // What the user does.
  /// The selected post is to be taken up; or what was taken up is to be put below it.
  case pressed
  /// What was taken up is to be put at the root.
  case rootPressed
  /// What was taken up is to stay where it is.
  case released
  /// The selected post is to be deleted.
  case deletePressed
  /// The user has confirmed that the post is to be deleted.
  case deleteConfirmed(Post.ID)
  /// What was deleted or moved last is to be as before.
  case undoPressed

  // What the effects bring back.
  /// What the server can do.
  case abilitiesResponse(ServerAbilities?)
  /// A post was moved, or why not.
  indirect case moveResponse(Post.ID, Result<Post, LoadFailure>)
  /// A post was deleted, or why not.
  case deleteResponse(Post.ID, DeleteResponse)
  /// A post was brought back, or why not.
  indirect case restoreResponse(Post.ID, Result<Post, LoadFailure>)
}

/// What came of deleting a post.
public enum DeleteResponse: Hashable, Sendable {
  /// It is gone.
  case deleted
  /// It is still there, and why.
  case failed(LoadFailure)
  /// The answer was lost, and the server can't be asked.
  case unconfirmed(LoadFailure)
}

/// What a server can do beyond the contract, as far as one sees it.
public struct ServerAbilities: Hashable, Sendable {
  /// Whether it moves posts.
  public var moves: Bool
  /// Whether it brings back what was deleted.
  public var restores: Bool
  /// Whether the user may delete posts of others.
  public var moderates: Bool
  /// Whether it takes a picture off a post.
  public var removesPictures: Bool

  /// Abilities; those of a plain server if nothing is said.
  public init(
    moves: Bool = false, restores: Bool = false, moderates: Bool = false,
    removesPictures: Bool = false
  ) {
    self.moves = moves
    self.restores = restores
    self.moderates = moderates
    self.removesPictures = removesPictures
  }
}

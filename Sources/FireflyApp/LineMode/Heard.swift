import FireflyCore

/// What line mode has said last, so that it says only what is new.
public struct Heard: Equatable, Sendable {
  var level: LevelID?
  var selected: Post.ID?
  var expanded: Post.ID?
  var audience: Audience?
  /// Whether the level was a thread, and the selected reply folded.
  var isThread = false
  var isFolded = false
  var note: Note?
  var notice: [String] = []
  var layer: AppState.SpokenLayer?
  /// The post that was read whole last.
  var read: Post.ID?
  /// The post whose item the last command has said.
  var item: Post.ID?

  /// The sizes of pictures in words, by their addresses; "" if unknown.
  public var pictureSizes: [String: String] = [:]

  /// Nothing.
  public init() {}

  /// Forgets where the user is, so that it is said again.
  mutating func forgetPlace() { (level, selected, expanded) = (nil, nil, nil) }

  /// A command begins: it may say the item of a post again.
  public mutating func commandBegan() { item = nil }

  /// Forgets the selected post, so that it is said again.
  public mutating func forgetPost() { (selected, expanded, layer, read) = (nil, nil, nil, nil) }
}

import FireflyCore

/// What line mode has said last, so that it says only what is new.
public struct Heard: Sendable {
  var level: LevelID?
  var selected: Post.ID?
  var expanded: Post.ID?
  var audience: Audience?
  /// Whether the level was a thread, and the selected reply folded.
  var isThread = false
  var isFolded = false
  var note: Note?
  var notice: [String] = []
  /// What was said beside a list: new replies, badges, its age.
  var news: [String] = []
  var layer: SpokenLayer?
  /// The post that was read whole last.
  var read: Post.ID?
  /// The post whose item was said last.
  var item: Post.ID?
  /// Whether the text of a post is not read: the user has just written it, or stopped writing.
  public var skipsText = false
  /// Whether lists are read briefly: place, title and author.
  public var isBrief = false
  /// The level that is loaded again, and its posts before; nil if none is.
  private var reloaded: (level: LevelID, posts: Set<Post.ID>)?

  /// The sizes of pictures in words, by their addresses; "" if unknown.
  public var pictureSizes: [String: String] = [:]

  /// Nothing.
  public init() {}

  /// Forgets where the user is, so that it is said again.
  mutating func forgetPlace() { (level, selected, expanded) = (nil, nil, nil) }

  /// The user loads a list again: what arrives is counted.
  public mutating func reloadBegan(_ state: AppState) {
    reloaded = (state.lists.level, Set(state.list.posts.map(\.id)))
  }

  /// Returns what has arrived since the list was loaded again, once; nil for nothing.
  mutating func arrivals(in list: ListState) -> String? {
    defer { reloaded = nil }
    guard let reloaded, reloaded.level == level else { return nil }
    let count = list.posts.count { !reloaded.posts.contains($0.id) }
    return count == 0 ? nil : count == 1 ? "1 new post." : "\(count) new posts."
  }

  /// Forgets the selected post, so that it is said again.
  public mutating func forgetPost() { (selected, expanded, layer, read) = (nil, nil, nil, nil) }
}

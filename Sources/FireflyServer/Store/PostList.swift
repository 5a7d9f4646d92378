import FireflyCore

/// A list of posts that is read page by page.
public enum PostList: Hashable, Sendable {
  /// A feed, newest first.
  case feed(FeedRequest)
  /// The profiles of all users, by proximity to the reader and then by activity; those after the profile
  /// `before`.
  case users(reader: String?, before: Int? = nil, limit: Int = FeedRequest.maximum)
  /// The children of a post, newest first, nested to a depth of 1 … `maximumDepth`; those after the child
  /// `before`. The first `budget` posts below the first level are nested.
  case children(of: Int, depth: Int = 1, before: Int? = nil, budget: Int = 10_000)

  /// The most levels of children that are nested.
  public static let maximumDepth = 64
}

/// Reads a list of posts page by page.
///
/// Between two pages the list may change: every post that stays is read once.
public protocol PostListCursor: Actor {
  /// Reads the next page.
  ///
  /// - Parameter bytes: how long its posts are together, at least, unless the list ends before.
  /// - Returns: the page; its posts may be more than fit into `bytes`.
  /// - Throws: `StoreError`.
  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage
}

/// A part of a list.
public struct PostListPage: Sendable {
  /// A post in its place.
  public struct Entry: Sendable {
    /// The post.
    public var post: Post
    /// How deep it is nested; 0 for the list itself.
    public var level = 0
    /// Whether all of its children follow, one level deeper.
    public var hasChildren = false
  }

  /// The posts; those that are nested behind their parent.
  public var entries: [Entry] = []
  /// Whether the list ends here.
  public var isLast = false
  /// Whether everything about the posts is known; badges may have taken too long.
  public var isComplete = true
}

import FireflyCore

/// A list of posts that is read in pages.
public enum PostList: Hashable, Sendable {
  /// A feed, newest first.
  case feed(FeedRequest)
  /// The profiles of all users, by proximity to the reader, then by activity, starting after the
  /// profile `before`.
  case users(reader: String?, before: Int? = nil, limit: Int = FeedRequest.maximum)
  /// The children of a post, newest first, nested to a depth of 1 … `maximumDepth`, starting after
  /// the child `before`.
  ///
  /// The children of a profile are the posts below it and its author's top-level posts, in one level.
  /// At most `budget` posts below the first level are nested.
  case children(of: Int, depth: Int = 1, before: Int? = nil, budget: Int = 10_000)

  /// The posts by others below the reader's own, newest first, starting after the post `before`.
  case answers(to: String, before: Int? = nil, limit: Int = FeedRequest.maximum)

  /// Maximum depth of nested children.
  public static let maximumDepth = 64
}

/// Reads a list of posts in pages.
///
/// The list may change between two pages; each post that stays is read exactly once.
public protocol PostListCursor: Actor {
  /// Reads the next page.
  ///
  /// - Parameter bytes: minimum size of the posts, unless the list ends before.
  /// - Returns: the page; it may be larger than `bytes`.
  /// - Throws: `StoreError`.
  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage
}

/// A page of a list.
public struct PostListPage: Sendable {
  /// A post with its position in the list.
  public struct Entry: Sendable {
    /// The post.
    public var post: Post
    /// The nesting level; 0 for the list itself.
    public var level = 0
    /// Whether all children of the post follow, one level deeper.
    public var hasChildren = false
  }

  /// The posts in reading order: each before its nested children.
  public var entries: [Entry] = []
  /// Whether this is the last page.
  public var isLast = false
  /// Whether all details are known; badges may have taken too long.
  public var isComplete = true
  /// Estimated size as JSON in bytes.
  var bytes = 0
}

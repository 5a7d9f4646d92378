import FireflyCore

/// A list of posts that is read in pages.
package enum PostList: Hashable, Sendable {
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
  package static let maximumDepth = 64
}

/// Reads a list of posts in pages.
///
/// The list may change between two pages; each post that stays is read exactly once.
package protocol PostListCursor: Actor {
  /// Reads the next page.
  ///
  /// - Parameter bytes: minimum size of the posts, unless the list ends before.
  /// - Returns: the page; it may be larger than `bytes`.
  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage
}

/// A page of a list.
package struct PostListPage: Sendable {
  /// A post with its position in the list.
  package struct Entry: Sendable {
    /// The post.
    package var post: Post
    /// The nesting level; 0 for the list itself.
    package var level = 0
    /// Whether all children of the post follow, one level deeper.
    package var hasChildren = false
  }

  /// The posts in reading order: each before its nested children.
  package var entries: [Entry] = []
  /// Whether this is the last page.
  package var isLast = false
  /// Whether all details are known; badges may have taken too long.
  package var isComplete = true
  /// Estimated size as JSON in bytes.
  var bytes = 0
}

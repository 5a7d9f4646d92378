import FireflyCore

/// A cached list.
package struct CachedList: Hashable, Sendable {
  /// The first posts, without children or ancestors.
  package var posts: [Post]
  /// When it was received, in seconds since 1970.
  package var time: Int
  /// Whether it has only the user's own posts.
  package var onlyMine: Bool

  /// Creates a cached list.
  package init(posts: [Post], time: Int, onlyMine: Bool = false) {
    self.posts = posts
    self.time = time
    self.onlyMine = onlyMine
  }
}

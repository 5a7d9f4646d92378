import FireflyCore

/// A post as the server had it at one moment.
package struct PostVersion: Hashable, Sendable {
  /// The post.
  package var post: Post
  /// The server's `ETag` for this version, if it sends one.
  package var tag: String?

  /// Creates a version.
  package init(post: Post, tag: String? = nil) {
    self.post = post
    self.tag = tag
  }
}

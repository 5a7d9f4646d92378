import FireflyCore

/// A post as the server had it at one moment.
public struct PostVersion: Hashable, Sendable {
  /// The post.
  public var post: Post
  /// The server's `ETag` for this version, if it sends one.
  public var tag: String?

  /// Creates a version.
  public init(post: Post, tag: String? = nil) {
    self.post = post
    self.tag = tag
  }
}

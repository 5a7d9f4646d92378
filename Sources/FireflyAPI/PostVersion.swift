import FireflyCore

/// A post as a server had it at one moment.
public struct PostVersion: Hashable, Sendable {
  /// The post.
  public var post: Post
  /// The server's name for this version, its `ETag`; nil where it gives none.
  public var tag: String?

  /// A version.
  public init(post: Post, tag: String? = nil) {
    self.post = post
    self.tag = tag
  }
}

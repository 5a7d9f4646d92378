import FireflyCore

/// A post that may be unread, and its parent.
package struct UnreadPost: Hashable, Sendable {
  /// The post.
  package let id: Post.ID
  /// The parent; nil at the top level.
  package let parent: Post.ID?

  /// Creates a value.
  package init(id: Post.ID, parent: Post.ID?) { (self.id, self.parent) = (id, parent) }
}

import FireflyCore

/// An effect of moving, deleting or undoing.
package enum MovingEffect: Hashable, Sendable {
  /// Load the server's abilities.
  case loadAbilities
  /// Move a post below another one, or to the root.
  case move(Post.ID, to: Post.ID?)
  /// Delete a post.
  case delete(Post.ID)
  /// Restore a deleted post.
  case restore(Post.ID)
}

extension JobID {
  /// Loading the server's abilities.
  package static let abilities = JobID.named("abilities")
}

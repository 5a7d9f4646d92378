import FireflyCore

/// An effect of moving, deleting or undoing.
package enum MovingEffect: Hashable, Sendable {
  /// Load the server's abilities.
  case loadAbilities
  /// Move a post below another one, or to the root.
  case move(Post.ID, to: Post.ID?)
  /// Delete a post.
  case delete(Post.ID)
  /// Keep a post of a service as a draft of an account, then delete it.
  case redraft(Post.ID, on: SiteID, by: PersonID)
  /// Restore a deleted post.
  case restore(Post.ID)
}

extension JobID {
  /// Loading the server's abilities.
  package static let abilities = JobID.named("abilities")
}

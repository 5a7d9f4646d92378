import FireflyCore

/// Something to be done for moving and undoing.
public enum MovingEffect: Hashable, Sendable {
  /// Ask what the server can do beyond the contract.
  case loadAbilities
  /// Move a post below another one, or to the root.
  case move(Post.ID, to: Post.ID?)
  /// Delete a post.
  case delete(Post.ID)
  /// Bring back a post that was deleted.
  case restore(Post.ID)
}

extension JobID {
  /// What the server can do.
  public static let abilities = JobID.named("abilities")
}

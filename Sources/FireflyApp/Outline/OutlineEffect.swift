import FireflyCore

/// Something to be done for the outline.
public enum OutlineEffect: Hashable, Sendable {
  /// Load a branch.
  case load(of: Post.ID)
}

extension JobID {
  /// The branch that the outline shows.
  public static let outline = JobID.named("outline")
}

import FireflyCore

/// Something to be done for the outline.
public enum OutlineEffect: Hashable, Sendable {
  /// Load a branch.
  case load(of: Post.ID)
}

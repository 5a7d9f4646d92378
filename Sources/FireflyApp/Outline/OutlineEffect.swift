import FireflyCore

/// An effect of the outline.
package enum OutlineEffect: Hashable, Sendable {
  /// Load a branch.
  case load(of: Post.ID)
  /// Find the posts that link to a post.
  case findLinks(to: Post.ID)
  /// Load the results of a saved search.
  case loadResults(of: Post.ID)
}

extension JobID {
  /// Loading the branch of the outline.
  package static let outline = JobID.named("outline")
}

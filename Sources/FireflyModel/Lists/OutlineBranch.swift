import FireflyCore

/// The posts below one, as the lines of an outline.
package struct OutlineBranch: Hashable, Sendable {
  /// A line of the outline.
  package struct Node: Hashable, Sendable {
    /// The post.
    package var post: Post
    /// The depth below the top, 0 for the top itself.
    package var depth: Int
    /// Whether it is a post elsewhere, whose text links to the top.
    package var isLinking = false

    /// Creates a line.
    package init(post: Post, depth: Int) {
      self.post = post
      self.depth = depth
    }
  }

  /// Maximum number of posts below the top.
  package static let limit = 1_000

  /// The lines, parents before their children.
  package var nodes: [Node]
  /// Whether it is truncated.
  package var isCut: Bool
  /// Number of posts that can't be read, and are left out.
  package var leftOut = 0

  /// Creates a branch, by default complete.
  package init(_ nodes: [Node], isCut: Bool = false) {
    self.nodes = nodes
    self.isCut = isCut
  }
}

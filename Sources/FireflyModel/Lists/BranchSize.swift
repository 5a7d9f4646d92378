import FireflyCore

/// The size of the branch of a post.
package struct BranchSize: Hashable, Sendable {
  /// Number of posts below the top.
  package var replies: Int
  /// Whether there are more.
  package var isCut: Bool

  /// Creates a size.
  package init(replies: Int, isCut: Bool = false) { (self.replies, self.isCut) = (replies, isCut) }

  /// The replies in words, to follow what is moved; empty if there are none.
  package var words: String {
    let number = replies == 1 ? "its reply" : "its \(replies) replies"
    return replies == 0 ? "" : isCut ? " with more than \(replies) replies" : " with \(number)"
  }
}

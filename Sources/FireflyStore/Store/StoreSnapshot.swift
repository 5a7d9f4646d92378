import FireflyCore
import FireflyTransfer

/// A consistent snapshot of all posts; writers are not blocked.
package protocol StoreSnapshot: Sendable {
  /// Returns the numbers of every post and its parent, in order of the posts' numbers.
  func links() async throws(StoreError) -> [PostLink]

  /// Returns the posts with these numbers, in any order; unknown numbers are skipped.
  ///
  /// Authors have their own names, without the parts of e-mails that lists add to similar ones.
  func posts(_ ids: [Int]) async throws(StoreError) -> [Post]

  /// Returns the sources of the posts with these numbers, with the posts' digests at their import.
  ///
  /// Posts without a source are skipped.
  func sources(
    of ids: [Int]
  ) async throws(StoreError) -> [Int: (source: PostSource, digest: Int?)]
}

/// The numbers of a post and its parent.
package struct PostLink: Hashable, Sendable {
  /// The post.
  package var id: Int
  /// Its parent; nil or negative for the root.
  package var parent: Int?

  /// Creates a link.
  package init(id: Int, parent: Int?) {
    self.id = id
    self.parent = parent
  }
}

import FireflyCore

/// A thread of a source that was copied to the user's own server.
package struct KeptThread: Hashable, Sendable {
  /// The number of its topmost post there.
  package var root: Int
  /// Its title.
  package var title: String
  /// Number of posts.
  package var count: Int
  /// Number of posts that were not there before.
  package var added: Int
  /// Their numbers there, by which they are taken back.
  package var new: [Int] = []
  /// What is missing in it, as sentences; empty for nothing.
  package var missing: String

  /// Creates a thread.
  package init(root: Int, title: String, count: Int, added: Int, missing: String = "") {
    (self.root, self.title, self.count, self.added) = (root, title, count, added)
    self.missing = missing
  }
}

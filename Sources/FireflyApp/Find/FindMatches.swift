import FireflyCore

/// Searches all posts of a list, bodies included; too slow for the main actor.
package enum FindMatches {
  /// Returns the indices of posts with a text in title, summary, author or body; ignores case and
  /// accents.
  ///
  /// A pure function, callable from any thread.
  ///
  /// - Parameter isCancelled: checked regularly; if true, the rest is skipped.
  /// - Returns: the indices, ascending.
  package static func indices(
    of text: String, in posts: [Post], isCancelled: () -> Bool = { false }
  ) -> [Int] {
    var folding = TextFolding()
    var needle: [UInt8] = []
    folding.fold(text, into: &needle)
    var indices: [Int] = []
    var bytes: [UInt8] = []
    for (index, post) in posts.enumerated() {
      if index % 64 == 0, isCancelled() { break }
      bytes.removeAll(keepingCapacity: true)
      for text in [post.title, post.summary, post.byline ?? "", post.body] {
        folding.fold(text, into: &bytes)
        // This byte doesn't occur in UTF-8, so that no match spans two texts.
        bytes.append(0xFF)
      }
      if bytes.firstOffset(of: needle, in: bytes.indices) != nil { indices.append(index) }
    }
    return indices
  }
}

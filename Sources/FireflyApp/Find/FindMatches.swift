import FireflyCore

/// Looks all posts of a list through, their bodies as well: too much work for the moment between two keys.
public enum FindMatches {
  /// Places of the posts that have a text in their title, summary, author's name or body; case and accents
  /// don't matter.
  ///
  /// A pure function, callable from any thread.
  /// - `isCancelled`: asked now and then; then the rest is left out.
  public static func indices(
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
        // Stands in no UTF-8, so nothing that is looked for reaches from one text into the next.
        bytes.append(0xFF)
      }
      if bytes.firstOffset(of: needle, in: bytes.indices) != nil { indices.append(index) }
    }
    return indices
  }
}

import FireflyTransfer

/// A headline: `TODO [#A] words :tag:`.
struct OrgHeadline {
  /// The words without marks.
  let title: String
  /// The words as written.
  let words: String
  /// Its state in lower case; nil for none.
  private(set) var state: String?
  private(set) var priority: String?
  private(set) var tags: [String] = []

  /// Reads a headline.
  ///
  /// - Parameters:
  ///   - line: the line without its stars.
  ///   - states: the words that are states.
  ///   - inline: converts the words.
  init(_ line: Substring, states: Set<String>, _ inline: OrgInline) {
    var words = line.split(separator: " ").map(String.init)
    if let word = words.first, states.contains(word) {
      state = word.lowercased()
      words.removeFirst()
    }
    if let mark = words.first, mark.count == 4, mark.hasPrefix("[#"), mark.hasSuffix("]") {
      priority = String(mark.dropFirst(2).dropLast())
      words.removeFirst()
    }
    if let last = words.last, last.count > 2, last.hasPrefix(":"), last.hasSuffix(":"),
      last.allSatisfy({ $0.isLetter || $0.isNumber || "_@#%:".contains($0) })
    {
      tags = last.split(separator: ":").map(String.init)
      words.removeLast()
    }
    self.words = words.joined(separator: " ")
    title = inline.plain(self.words)
  }

  /// A post with its title, and its state and tags as summary.
  var post: ImportedPost {
    let notes = [state].compactMap(\.self) + tags
    return ImportedPost(title: title, summary: notes.joined(separator: " · "))
  }
}

import FireflyCore

/// The sentence of a post in which a text was found.
enum MatchedSentence {
  /// Maximum number of characters before and after the text.
  private static let around = 120

  /// Returns the sentence with the first match in the post's summary or text.
  ///
  /// - Parameter text: what was sought; case and accents are ignored.
  /// - Returns: the sentence without marks, cut at words; nil if the match is elsewhere, as in the title, or behind a
  ///   warning.
  static func sentence(with text: String, in post: Post) -> String? {
    if post.isWarned { return nil }
    let fields = [post.title.isEmpty ? "" : post.summaryRepeatsBody ? "" : post.summary, post.body]
    for line in fields.lazy.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
      let line = PostText.withoutMarks(String(line))
      if let range = TextFolding.range(of: text, in: line) {
        return sentence(around: range, in: line, before: around, after: around)
      }
    }
    return nil
  }

  /// Returns the sentence around a part of a text.
  ///
  /// - Parameters:
  ///   - before: maximum number of characters before the part.
  ///   - after: maximum number of characters behind it.
  /// - Returns: the sentence, cut at words, with `…` where it goes on.
  static func sentence(
    around match: Range<String.Index>, in text: String, before: Int, after: Int
  ) -> String {
    var (start, end) = (match.lowerBound, match.upperBound)
    var isWhole = start == text.startIndex
    for _ in 0..<before where !isWhole {
      let previous = text.index(before: start)
      isWhole = isEnd(previous, of: text)
      if !isWhole { start = previous }
      isWhole = isWhole || start == text.startIndex
    }
    if !isWhole {
      start = text[start..<match.lowerBound].firstIndex(where: \.isWhitespace) ?? start
    }
    var isOver = end == text.endIndex
    for _ in 0..<after where !isOver {
      isOver = isEnd(end, of: text)
      end = text.index(after: end)
      isOver = isOver || end == text.endIndex
    }
    if !isOver { end = text[match.upperBound..<end].lastIndex(where: \.isWhitespace) ?? end }
    let words = text[start..<end].split { $0.isWhitespace || marks.contains($0) }
      .joined(separator: " ")
    return (isWhole ? "" : "… ") + words + (isOver ? "" : " …")
  }

  /// The marks of Markdown.
  private static let marks: Set<Character> = ["*", "`", "|", "#", ">"]

  /// Returns whether a sentence ends at a place: a full stop within a number or an address ends none.
  static func isEnd(_ place: String.Index, of text: String) -> Bool {
    let character = text[place]
    if character.isNewline || "。！？".contains(character) { return true }
    guard ".!?…".contains(character) else { return false }
    let next = text.index(after: place)
    return next == text.endIndex || text[next].isWhitespace
  }
}

import FireflyCore

/// The sentence of a post in which a text was found.
enum MatchedSentence {
  /// Maximum number of characters before and after the text.
  private static let around = 120
  /// The marks of Markdown.
  private static let marks: Set<Character> = ["*", "`", "|", "#", ">"]

  /// Returns the sentence with the first match in the post's summary or text.
  ///
  /// - Parameters:
  ///   - text: what was sought; case and accents are ignored.
  ///   - post: the post.
  /// - Returns: the sentence, cut at words; nil if the match is elsewhere, as in the title.
  static func sentence(with text: String, in post: Post) -> String? {
    let fields = [post.title.isEmpty ? "" : post.summaryRepeatsBody ? "" : post.summary, post.body]
    for line in fields.lazy.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
      let line = String(line)
      if let range = TextFolding.range(of: text, in: line) {
        return sentence(around: range, in: line)
      }
    }
    return nil
  }

  private static func sentence(around match: Range<String.Index>, in line: String) -> String {
    let isEnd = { (character: Character) in ".!?。！？".contains(character) }
    let before = line[..<match.lowerBound].suffix(around)
    let after = line[match.upperBound...].prefix(around)
    var start = before.lastIndex(where: isEnd).map { line.index(after: $0) } ?? before.startIndex
    var end = after.firstIndex(where: isEnd).map { line.index(after: $0) } ?? after.endIndex
    // A long sentence is cut between words.
    let isCut = start == before.startIndex && start > line.startIndex
    if isCut { start = before.firstIndex(where: \.isWhitespace) ?? start }
    let goesOn =
      end == after.endIndex && end < line.endIndex && !isEnd(line[line.index(before: end)])
    if goesOn { end = after.lastIndex(where: \.isWhitespace) ?? end }
    let words = line[start..<end].split { $0.isWhitespace || marks.contains($0) }
      .joined(separator: " ")
    return (isCut ? "… " : "") + words + (goesOn ? " …" : "")
  }
}

/// Finds paragraphs whose first line is indented, as on a typewriter: they are no code.
enum MailParagraphs {
  /// Maximum blanks before the first line; a tab is one.
  private static let maxIndent = 8
  /// Bytes of a line that goes on in the next one, at least.
  private static let filled = 40
  /// Words of such a line, at least.
  private static let leastWords = 5

  /// Returns lines without the blanks before the paragraphs that go on at the margin.
  static func plain(_ lines: [MailLine]) -> [MailLine] {
    var plain = lines
    for index in lines.indices.dropLast() {
      let (line, next) = (lines[index], lines[index + 1])
      let isFirst =
        index == 0 || lines[index - 1].isBlank || lines[index - 1].depth != line.depth
      guard isFirst, !line.isBlank, next.depth == line.depth, isProse(next.words) else { continue }
      let indent = line.words.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
      guard 1...maxIndent ~= indent else { continue }
      let words = String(line.words.dropFirst(indent))
      guard words.utf8.count >= filled, isProse(words), hasWords(words) else { continue }
      plain[index] = MailLine(depth: line.depth, words: words)
    }
    return plain
  }

  /// Whether a line begins with a letter at the margin, or with a sign before one, and isn't code.
  private static func isProse(_ line: String) -> Bool {
    guard let first = line.first(where: { !"\"'“‘«„(_*".contains($0) }) else { return false }
    return (first.isLetter || first.isNumber) && !MailCode.isCode(MailLine(depth: 0, words: line))
  }

  /// Whether most words of a line are letters, as in prose.
  private static func hasWords(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    let plain = words.count { word in
      word.first?.isLetter == true && !word.utf8.contains { "=(){}[];<>_".utf8.contains($0) }
    }
    return plain >= leastWords && plain * 3 >= words.count * 2
  }
}

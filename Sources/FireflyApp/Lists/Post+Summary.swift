import FireflyCore

extension Post {
  /// Number of letters to compare.
  private static let compared = 24

  /// Whether an untitled post's summary is the beginning of its body, as in replies: the compact
  /// card shows it as title, and the expanded card omits it.
  var summaryRepeatsBody: Bool {
    guard title.isEmpty, !summary.isEmpty else { return false }
    let start = Self.letters(summary[...])
    let body = String(decoding: body.utf8.prefix(4_096), as: UTF8.self)
    // The summary leaves out code and the quotations that it answers, unless there is nothing else.
    var isCode = false
    let own = body.split(whereSeparator: \.isNewline).filter { line in
      let words = line.drop { $0 == " " }
      let isFence = words.hasPrefix("```") || words.hasPrefix("~~~")
      if isFence { isCode.toggle() }
      return !isCode && !isFence && !words.hasPrefix(">")
    }.joined(separator: "\n")
    return start == Self.letters(own.isEmpty ? body[...] : own[...]).prefix(start.count)
  }

  /// The first letters of a text, without the addresses of links.
  private static func letters(_ text: Substring) -> String {
    var letters = ""
    var rest = text
    while letters.count < compared, let character = rest.popFirst() {
      if character.isLetter || character.isNumber { letters.append(character) }
      if character == "]", rest.first == "(" { rest = rest.drop { $0 != ")" } }
    }
    return letters
  }
}

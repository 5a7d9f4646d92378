import FireflyCore

extension Post {
  /// Number of letters to compare, and letters before which the summary may begin in the body: that
  /// of a mail leaves out a salutation.
  private static let (compared, skipped) = (24, 200)
  /// Number of characters of a body that are read for its opening.
  private static let read = 2_000
  /// Number of letters from which a summary that begins later is recognised.
  private static let enough = 12

  /// What stands for the title of an untitled post: its summary, otherwise the first line of its body that is
  /// not a quotation.
  var opening: String {
    guard summary.isEmpty else { return summary }
    let lines = body.prefix(Self.read).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let line = lines.first { !$0.hasPrefix(">") && !$0.hasPrefix("```") } ?? lines.first ?? ""
    let heading = line.drop { $0 == "#" }
    return String((heading.hasPrefix(" ") ? heading.dropFirst() : line).prefix(400))
  }

  /// Whether an untitled post's `opening` is the beginning of its body, as in replies: the compact
  /// card shows it as title, and the expanded card omits it.
  var summaryRepeatsBody: Bool {
    guard title.isEmpty else { return false }
    if summary.isEmpty { return body.prefix(Self.read).contains { !$0.isWhitespace } }
    let start = Self.letters(of: summary)
    let body = String(decoding: body.utf8.prefix(4_096), as: UTF8.self)
    // The summary leaves out code and the quotations that it answers, unless there is nothing else.
    let own = Self.letters(of: body, withoutQuotes: true)
    let all = own.isEmpty ? Self.letters(of: body) : own
    return start == all.prefix(start.count)
      || start.count >= Self.enough
        && Self.letters(of: body, withoutQuotes: true, limit: Self.compared + Self.skipped)
          .contains(start)
  }

  /// Returns the first letters of a text, without the addresses of links; reads no further.
  private static func letters(
    of text: String, withoutQuotes skips: Bool = false, limit: Int = compared
  ) -> String {
    var (letters, rest, isCode) = ("", text[...], false)
    while letters.count < limit, !rest.isEmpty {
      var line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      if skips {
        let words = line.drop { $0 == " " }
        let isFence = words.hasPrefix("```") || words.hasPrefix("~~~")
        if isFence { isCode.toggle() }
        if isCode || isFence || words.hasPrefix(">") { continue }
      }
      while letters.count < limit, let character = line.popFirst() {
        if character.isLetter || character.isNumber { letters.append(character) }
        // What the opening of a body says of a picture without a description.
        if character == "!", line.hasPrefix("[](") { letters += "picture" }
        if character == "]", line.first == "(" { line = line.drop { $0 != ")" } }
      }
    }
    return letters
  }
}

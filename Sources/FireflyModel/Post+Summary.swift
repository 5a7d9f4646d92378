import FireflyCore

extension Post {
  /// Number of letters to compare, and letters before which the summary may begin in the body: that
  /// of a mail leaves out a salutation.
  private static let (compared, skipped) = (24, 200)
  /// Number of characters of a body that are read for its opening.
  private static let read = 2_000
  /// Number of letters from which a summary that begins later is recognised.
  private static let enough = 6

  /// What stands for the title of an untitled post: its summary, otherwise the first line of its body that is
  /// not a quotation.
  package var opening: String { summary.isEmpty ? bodyOpening : summary }

  /// The first words of the body on one line, without marks, and without quotations and blocks of code
  /// unless there is nothing else.
  package var bodyOpening: String { words.opening }

  /// Whether an untitled post's `opening` is the beginning of its body, as in replies: the compact
  /// card shows it as title, and the expanded card omits it.
  package var summaryRepeatsBody: Bool {
    guard title.isEmpty else { return false }
    if summary.isEmpty { return body.prefix(Self.read).contains { !$0.isWhitespace } }
    let start = Self.letters(of: summary)
    let body = String(decoding: body.utf8.prefix(4_096), as: UTF8.self)
    // The summary leaves out code, or the quotations that it answers, or neither.
    for left in [LeftOut.all, [], .code, .quotes]
    where Self.letters(of: body, without: left).prefix(start.count) == start {
      return true
    }
    return start.count >= Self.enough
      && Self.letters(of: body, without: .all, limit: Self.compared + Self.skipped).contains(start)
  }

  /// What is left out of a text.
  private struct LeftOut: OptionSet {
    let rawValue: Int
    static let code = LeftOut(rawValue: 1)
    static let quotes = LeftOut(rawValue: 2)
    static let all: LeftOut = [.code, .quotes]
  }

  /// Returns the first letters of a text, without the addresses of links; reads no further.
  private static func letters(
    of text: String, without left: LeftOut = [], limit: Int = compared
  ) -> String {
    var (letters, rest, code) = ("", text[...], CodeMarks())
    while letters.count < limit, !rest.isEmpty {
      var line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      let words = line.drop { $0 == " " }
      let kind = code.read(Array(line.utf8)[...])
      if kind == .fence || kind == .code && left.contains(.code) { continue }
      if words.hasPrefix(">"), left.contains(.quotes) { continue }
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

extension Post {
  /// The post without the first words of its text in its summary: an open card shows that below.
  package var opened: Post {
    var post = self
    if !title.isEmpty, !body.isEmpty { post.restate { $0.opening = nil } }
    return post
  }

  /// The summary of an open card, which has the first words of its text and its author below.
  package var openedSummary: String {
    var post = opened
    if facts.author != nil, facts.author == byline { post.restate { $0.author = nil } }
    return post.summary
  }

  /// What its source says of its picture, or its author in the text that shows it; nil for nothing.
  package var pictureWords: String? {
    facts.pictureWords ?? imageURL.flatMap { BodyPicture.words(ofPicture: $0, in: body) }
  }

  /// The summary without the author's name beside a number of replies: the name stands below.
  package var summaryWithoutAuthor: String {
    var post = self
    if byline != nil, facts.replies ?? 0 > 0 { post.restate { $0.author = nil } }
    return post.summary
  }
}

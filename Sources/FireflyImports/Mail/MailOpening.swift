import FireflyText

/// Finds what a mail begins with, after its salutation and the line that names what it quotes.
enum MailOpening {
  /// Maximum bytes of a text that are read.
  private static let maxBytes = 8 << 10
  /// Maximum characters of a salutation, and of the line above a quotation.
  private static let (maxSalutation, maxFormal, maxAttribution) = (40, 100, 300)
  private static let greetings: Set<String> = [
    "hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "moin", "servus", "bonjour", "salut",
    "cher", "chère", "hola", "ciao", "hej", "hei", "hoi", "beste", "привет", "здравствуйте",
  ]
  /// The first words of salutations that end with a comma or the like.
  private static let formal = [
    "sehr geehrte", "sehr verehrte", "guten ", "to whom ", "ladies and ", "estimad", "gentile ",
    "gentili ", "egregi", "geachte ", "chers ", "chères ", "уважаем", "szanown", "vážen", "尊敬的",
  ]
  private static let wrote = [
    "wrote", "writes", "said", "schrieb", "écrit", "escribió", "scritto", "schreef", "skrev",
    "napisał", "kirjoitti", "пишет", "писал", "写道", "さんは",
  ]

  /// Returns the opening of a mail.
  ///
  /// - Parameter markdown: its text as Markdown.
  /// - Returns: the words; nil if it begins with neither salutation nor attribution.
  static func words(of markdown: String) -> String? {
    var lines = String(decoding: markdown.utf8.prefix(maxBytes), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    let count = lines.count
    skipBlank(&lines)
    if let first = lines.first, isSalutation(first) {
      lines = lines.dropFirst()
      skipBlank(&lines)
    }
    skipHeader(&lines)
    // Some programs put the whole mail that is answered below the answer, without marks.
    if let mark = lines.firstIndex(where: isMark), mark > lines.startIndex {
      lines = lines[..<mark]
    }
    if let quote = lines.prefix(4).firstIndex(where: { $0.hasPrefix(">") }),
      quote > lines.startIndex,
      isAttribution(lines[..<quote].joined(separator: " "))
    {
      lines = lines[quote...]
    }
    guard lines.count < count else { return nil }
    let words = MarkdownOpening.words(of: lines.joined(separator: "\n"))
    return words.isEmpty ? nil : words
  }

  private static func skipBlank(_ lines: inout ArraySlice<Substring>) {
    lines = lines.drop { $0.allSatisfy(\.isWhitespace) }
  }

  /// Skips the line above a mail that is passed on or answered, and the fields of that mail.
  private static func skipHeader(_ lines: inout ArraySlice<Substring>) {
    guard let first = lines.first, isMark(first) else { return }
    lines = lines.dropFirst()
    skipBlank(&lines)
    let fields = lines.prefix(10).prefix { line in
      let label = line.prefix(30).prefix { $0 != ":" && $0 != "：" }
      return label.endIndex < line.endIndex && ":：".contains(line[label.endIndex])
    }
    lines = lines[fields.endIndex...]
    skipBlank(&lines)
  }

  /// Whether a line is like `-----Original Message-----`.
  private static func isMark(_ line: Substring) -> Bool {
    let text = line.prefix(100).filter { $0 != "\\" && !$0.isWhitespace }
    let words = text.drop { $0 == "-" }.reversed().drop { $0 == "-" }
    return text.hasPrefix("----") && text.hasSuffix("----")
      && !words.isEmpty && words.allSatisfy { $0.isLetter || "'’".contains($0) }
  }

  private static func isSalutation(_ line: Substring) -> Bool {
    let text = line.drop { $0 == "\\" }
    let lower = text.lowercased()
    let words = lower.split { !$0.isLetter }
    if formal.contains(where: lower.hasPrefix), line.count <= maxFormal,
      let end = text.last(where: { $0 != "\\" && !$0.isWhitespace }), ",!，！：".contains(end)
    {
      return true
    }
    guard line.count <= maxSalutation, let first = words.first else { return false }
    let end = text.last { $0 != "\\" && !$0.isWhitespace }
    return greetings.contains(String(first)) && words.count < 6
      || end == "," && words.count < 4 && text.first?.isUppercase == true
  }

  private static func isAttribution(_ text: String) -> Bool {
    guard text.count <= maxAttribution,
      let end = text.last(where: { $0 != "\\" && !$0.isWhitespace }),
      ":：".contains(end)
    else { return false }
    let lower = text.lowercased()
    return wrote.contains(where: lower.contains)
      || text.contains("@") || text.contains { $0.isNumber }
  }
}

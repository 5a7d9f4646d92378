// The first words of a text, which stand for a title or a summary that it doesn't have.
extension PostText {
  /// Number of characters of a body that are read, and of its opening.
  private static let (read, longest) = (2_000, 400)
  /// Maximum letters of a title that is made from the text.
  public static let madeTitleLetters = 60
  /// The title of a picture without words.
  public static let pictureTitle = "picture"

  /// The first words of the body on one line, without marks, and without quotations and blocks of code
  /// unless there is nothing else; a picture is its description after `▣`, and left out before the first words.
  ///
  /// Headings, the items of a list and the cells of a table are separated by `·`.
  public var opening: String {
    let words = opening(separatesItems: true)
    guard words.hasBytes("<http") else { return words }
    return words.replacing(/<(https?:\/\/[^\s<>]+)>/) { $0.1 }
  }

  /// - Parameter separatesItems: whether items and cells are separated; otherwise items keep their marks.
  private func opening(separatesItems: Bool) -> String {
    let start = String(body.prefix(Self.read))
    var (own, others) = ([Line](), [Line]())
    var (code, isAfterGap) = (CodeMarks(), false)
    for line in start.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let kind = code.read(Array(line.utf8)[...])
      guard kind != .fence, !line.allSatisfy(\.isWhitespace), !PlainWords.isRule(line) else {
        isAfterGap = true
        continue
      }
      let found = Line(text: line, isAfterGap: isAfterGap)
      isAfterGap = false
      others.append(found)
      let hasWords = kind == .words && !PlainWords.isDefinition(line)
      if hasWords, !line.hasPrefix(">") { own.append(found) }
    }
    if own.isEmpty { own = others }
    // A note may begin with its title.
    let text = own.first?.words == title && own.count > 1 ? own.dropFirst() : own[...]
    let line = separatesItems ? Self.separated(text) : text.map(\.words).joined(separator: " ")
    return String(Self.firstWords(of: line).prefix(Self.longest))
  }

  /// A line of a text that has words.
  private struct Line {
    let text: Substring
    /// Whether it stands below an empty line, or a line without words.
    let isAfterGap: Bool

    var isHeading: Bool { text.hasPrefix("#") && text.drop { $0 == "#" }.hasPrefix(" ") }

    /// Its words without the marks of headings, quotations and tables.
    var words: String {
      let heading = text.drop { $0 == "#" || $0 == ">" }
      let words = heading.hasPrefix(" ") || text.hasPrefix(">") ? heading : text
      return PlainWords.cells(words.trimmed) ?? words.trimmed
    }
  }

  /// Returns lines as one, with the separator before and after each item of a list and each row of a table.
  private static func separated(_ lines: ArraySlice<Line>) -> String {
    var (text, isInList, isAfterHeading) = ("", false, false)
    for line in lines {
      let item = PlainWords.item(line.text)
      let isApart = item != nil || PlainWords.cells(line.text) != nil
      let words = item ?? line.words
      if isApart || line.isHeading || isAfterHeading || isInList && line.isAfterGap {
        text = PlainWords.joined(text, apart: words)
      } else {
        text += text.isEmpty ? words : " " + words
      }
      isInList = isApart || isInList && !line.isAfterGap
      isAfterHeading = line.isHeading
    }
    return text
  }

  /// Returns words without marks, and without pictures before the first ones.
  private static func firstWords(of line: String) -> String {
    let sign: Character = "\u{FFFC}"
    let words = withoutMarks(line, picture: { "\(sign)\($0)\(sign)" })
    guard words.contains(sign) else { return words }
    var parts = words.split(separator: sign, omittingEmptySubsequences: false)[...]
    // Every other part is a picture.
    while parts.count > 2, parts[parts.startIndex].allSatisfy(\.isWhitespace) {
      parts = parts.dropFirst(2)
    }
    guard parts.count > 1 || parts.first?.allSatisfy(\.isWhitespace) == false else {
      return withoutMarks(line)
    }
    let start = parts.startIndex
    return parts.indices.map { index in
      (index - start) % 2 == 0 ? String(parts[index]) : picture(String(parts[index]))
    }.joined().trimmed
  }

  private static func picture(_ words: String) -> String { words.isEmpty ? "▣" : "▣ " + words }

  /// Returns words followed by those of another item of a list, or cell of a table.
  package static func joined(_ words: String, apart next: String) -> String {
    PlainWords.joined(words, apart: next)
  }

  /// Returns words without the marks of links, pictures and emphasis.
  public static func withoutMarks(_ text: String) -> String {
    withoutMarks(text, picture: picture)
  }

  private static func withoutMarks(_ text: String, picture: (String) -> String) -> String {
    let words = BodyMark.rewriting(text) { mark in
      switch mark.kind {
      case .link: .text(mark.label)
      case .picture: .text(picture(mark.label))
      case .address, .definition: nil
      }
    }
    return PlainWords.text(words)
  }

  /// The title that is sent for a reply without one, and by which such a title is recognised: the first words
  /// of the body, otherwise of the summary, cut at a word; empty without words.
  public var madeTitle: String {
    // Titles that were made earlier must be recognised: items keep their marks.
    var opening = PostText(body: body).opening(separatesItems: false)
    if opening.hasBytes("▣") {
      opening = opening.replacing("▣ ", with: "").replacing("▣", with: Self.pictureTitle)
    }
    let words = ForeignText.cleanLine(opening.isEmpty ? summary : opening, limit: Self.longest)
    guard words.count > Self.madeTitleLetters else { return words }
    let start = words.prefix(Self.madeTitleLetters - 1)
    let isWhole = words[start.endIndex].isWhitespace
    let end = isWhole ? nil : start.lastIndex(where: \.isWhitespace)
    let title = end.map { start[..<$0].trimmed } ?? start.trimmed
    // Whole sentences need no sign that others follow.
    return title.last.map { ".!?".contains($0) } == true ? title : title + "…"
  }

  /// Whether a title may be made from these texts; false for most others, without making it.
  ///
  /// If the body begins with letters or digits of ASCII, a title that is made from it does.
  func mayHaveMade(_ title: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    let text = body.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let word = text.prefix(Self.madeTitleLetters / 2).prefix(while: isPlain)
    // A mark may combine with the last letter.
    return title.utf8.starts(with: word.dropLast())
  }

  /// The title, or the first words of a text without one.
  public var label: String { title.allSatisfy(\.isWhitespace) ? madeTitle : title }
}

extension Post {
  /// Forgets the title of a reply if it is only made of its first words, so that they are shown once.
  public mutating func dropMadeTitle() {
    guard template == .post, !isRoot, !title.isEmpty,
      title.utf8.count <= 16 * PostText.madeTitleLetters, words.mayHaveMade(title)
    else { return }
    let made = words.madeTitle
    let isPicture = made.isEmpty && imageURL?.isEmpty == false && title == PostText.pictureTitle
    if isPicture || title == made || title == made + "…" || beginsText { title = "" }
  }

  /// Whether the text begins with the title, as other clients make titles: of its first line or sentence, or cut.
  private var beginsText: Bool {
    let start = body.drop(while: \.isWhitespace).prefix(2_000)
    let line = PostText.withoutMarks(String(start.prefix { !$0.isNewline })).trimmed
    if title == line { return true }
    guard let end = title.last, ".!?…".contains(end) else { return false }
    let words = end == "…" ? String(title.dropLast()).trimmed : title
    return !words.isEmpty && line.hasPrefix(words)
  }
}

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
  public var opening: String {
    let start = String(body.prefix(Self.read))
    var (own, others) = ([Substring](), [Substring]())
    var code = CodeMarks()
    for line in start.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let kind = code.read(Array(line.utf8)[...])
      guard kind != .fence, !line.allSatisfy(\.isWhitespace), !PlainWords.isRule(line) else {
        continue
      }
      others.append(line)
      let hasWords = kind == .words && !PlainWords.isDefinition(line)
      if hasWords, !line.hasPrefix(">") { own.append(line) }
    }
    if own.isEmpty { own = others }
    let words = own.map { line in
      let heading = line.drop { $0 == "#" || $0 == ">" }
      let words = heading.hasPrefix(" ") || line.hasPrefix(">") ? heading : line
      return PlainWords.cells(words.trimmed)
    }
    // A note may begin with its title.
    let text = words.first == title && words.count > 1 ? words.dropFirst() : words[...]
    return String(Self.firstWords(of: text.joined(separator: " ")).prefix(Self.longest))
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
    var opening = PostText(body: body).opening
    if opening.hasBytes("▣") {
      opening = opening.replacing("▣ ", with: "").replacing("▣", with: Self.pictureTitle)
    }
    let words = ForeignText.cleanLine(opening.isEmpty ? summary : opening, limit: Self.longest)
    guard words.count > Self.madeTitleLetters else { return words }
    let start = words.prefix(Self.madeTitleLetters - 1)
    let isWhole = words[start.endIndex].isWhitespace
    let end = isWhole ? nil : start.lastIndex(where: \.isWhitespace)
    return end.map { start[..<$0] }.map { $0.trimmed + "…" } ?? start.trimmed + "…"
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
    if isPicture || title == made { title = "" }
  }
}

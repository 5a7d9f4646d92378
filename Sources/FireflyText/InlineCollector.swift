import FireflyCore
import FireflyScreen

/// Collects the inline nodes of one block into spans, one list per line.
struct InlineCollector {
  /// The lines so far, at least one.
  private(set) var lines: [[TextSpan]] = [[]]
  private let role: TextRole
  private let attributes: Attributes
  private let symbols: TextSymbols

  private var emphasis = 0
  private var strength = 0
  private var strikes = 0
  private var picture = PictureNode()
  private var link: Int?
  private var raised: RaisedText?
  private var isInLink = false
  private var isLinkEmpty = false
  /// The style of a space before the next visible glyph.
  private var pendingSpace: TextSpan?
  /// Whether that space comes from a soft break, which CJK text doesn't need.
  private var isPendingSpaceSoft = false

  init(symbols: TextSymbols, role: TextRole = .body, attributes: Attributes = []) {
    self.symbols = symbols
    self.role = role
    self.attributes = attributes
  }

  /// Whether no visible text was collected.
  var isEmpty: Bool { lines.allSatisfy(\.isEmpty) }

  // MARK: Nodes

  mutating func enter(_ node: MarkdownNode, links: inout LinkNumbers) {
    if picture.enter(node) { return }
    switch node.kind {
    case .text: append(raised?.signs(for: node.literal) ?? node.literal, role: nil)
    case .softBreak: addPendingSpace(currentLook(), isSoft: true)
    case .hardBreak: breakLine()
    case .codeSpan: append(node.literal, role: .code)
    case .htmlSpan:
      let html = node.literal
      if HTMLText.isLineBreak(html) {
        breakLine()
      } else if !HTMLText.beginsWithMarkup(html[...]) {
        append(html, role: nil)
      } else if let picture = HTMLText.picture(html[...]) {
        append(picture, links: &links)
      } else {
        RaisedText.update(&raised, at: html)
      }
    case .emphasis: emphasis += 1
    case .strong: strength += 1
    case .strikethrough: strikes += 1
    case .link:
      isInLink = true
      isLinkEmpty = true
      // An account such as @ada@example.org is no e-mail address.
      let isAccount = node.url.hasPrefix("mailto:") && endsWithAt
      link = isAccount ? nil : links.number(of: node.url)
    default: break
    }
  }

  mutating func exit(_ node: MarkdownNode, links: inout LinkNumbers) {
    if picture.isOpen {
      if let ended = picture.exit(node) { append(ended, links: &links) }
      return
    }
    switch node.kind {
    case .emphasis: emphasis -= 1
    case .strong: strength -= 1
    case .strikethrough: strikes -= 1
    case .link:
      if isLinkEmpty, let link { append(node.url, role: .link(link)) }
      if let link { append(mark: "\(symbols.linkStart)\(link)]") }
      link = nil
      isInLink = false
    default: break
    }
  }

  /// Appends the sign and the description of a picture, as a link to it or as part of the link around
  /// it.
  mutating func append(_ picture: HTMLText.Picture, links: inout LinkNumbers) {
    if !isInLink { link = links.number(ofPicture: picture.address) }
    let words = ForeignText.clean(picture.description)
    let frame = symbols.picture
    if words.allSatisfy(\.isWhitespace) {
      append(frame.alone, role: nil)
    } else {
      append(frame.start, role: nil)
      append(words, role: nil)
      append(frame.end, role: nil, afterSpace: false)
    }
    guard !isInLink else { return }
    if let link { append(mark: "\(symbols.linkStart)\(link)]") }
    link = nil
  }

  /// Whether the text ends with an @ sign.
  private var endsWithAt: Bool {
    pendingSpace == nil && lines.last?.last?.glyphs.last?.base == 0x40
  }

  // MARK: Text

  /// Appends text that is not Markdown: line breaks and runs of spaces become single spaces.
  mutating func append(plain text: String) { append(text, role: nil) }

  /// Appends a symbol that belongs to the previous word.
  mutating func append(mark: String) {
    // Nothing in a picture's description has a mark.
    if !picture.isOpen { append(mark, role: .marker, afterSpace: false) }
  }

  /// Ends the line, as a hard break does.
  mutating func breakLine() {
    pendingSpace = nil
    lines.append([])
  }

  /// Appends text with runs of spaces collapsed.
  private mutating func append(_ text: String, role: TextRole?, afterSpace: Bool = true) {
    let look = currentLook(role)
    if !afterSpace { pendingSpace = nil }
    for glyph in Glyph.glyphs(of: symbols.named(text)) {
      if glyph.base == 0x20 {
        addPendingSpace(look, isSoft: false)
      } else {
        isLinkEmpty = false
        append(glyph, look)
      }
    }
  }

  private mutating func append(_ glyph: Glyph, _ look: TextSpan) {
    let last = lines.count - 1
    if let space = pendingSpace {
      pendingSpace = nil
      if !isPendingSpaceSoft || needsSpace(before: glyph) { appendToSpan(.space, space, last) }
    }
    appendToSpan(glyph, look, last)
  }

  private mutating func appendToSpan(_ glyph: Glyph, _ look: TextSpan, _ line: Int) {
    let last = lines[line].count - 1
    if last >= 0, lines[line][last].role == look.role,
      lines[line][last].attributes == look.attributes
    {
      lines[line][last].glyphs.append(glyph)
    } else {
      var span = look
      span.glyphs = [glyph]
      lines[line].append(span)
    }
  }

  private mutating func addPendingSpace(_ look: TextSpan, isSoft: Bool) {
    guard lines.last?.isEmpty == false else { return }
    isPendingSpaceSoft = pendingSpace == nil ? isSoft : isPendingSpaceSoft && isSoft
    pendingSpace = pendingSpace ?? look
  }

  /// Han and kana are written without spaces, so a soft break between them leaves none.
  private func needsSpace(before next: Glyph) -> Bool {
    guard let last = lines.last?.last?.glyphs.last else { return true }
    return !(last.isWrittenWithoutSpaces && next.isWrittenWithoutSpaces)
  }

  /// An empty span in the current style, with an optional role of its own.
  private func currentLook(_ ownRole: TextRole? = nil) -> TextSpan {
    var current = attributes
    if emphasis > 0 { current.insert(.italic) }
    if strength > 0 { current.insert(.bold) }
    if strikes > 0 { current.insert(.strikethrough) }
    return TextSpan(
      glyphs: [], role: ownRole ?? link.map(TextRole.link) ?? role, attributes: current)
  }
}

extension Glyph {
  /// Whether it is of a script without spaces between words.
  var isWrittenWithoutSpaces: Bool {
    isIdeographic && !(0xAC00...0xD7A3).contains(base)
  }
}

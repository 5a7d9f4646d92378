import FireflyCore
import FireflyScreen

/// Writes a text for ears while its nodes are visited: a paragraph each, in reading order, with
/// what the screen shows by marks in words.
struct SpokenWriter {
  /// Maximum length of a column's name before each of its cells, in characters.
  private static let longestColumn = 60

  /// The text so far.
  private(set) var text = SpokenText()

  private let symbols = TextSymbols.spoken
  private var links: LinkNumbers
  private var quotes = 0
  private var lists: [ListMarkers] = []
  /// What the next paragraph begins with, as the first of its item.
  private var item: String?
  /// The lines of the current block, and whether the last one goes on after a line break of the source.
  private var lines = [""]
  private var endsSoftly = false
  private var isHeading = false
  /// The rows of the open table; nil outside of tables.
  private var rows: [[String]]?
  private var link: Int?
  private var isInLink = false
  /// Where the words of the open link begin among those of earlier links to the same address.
  private var linkStart = 0
  private var isLinkEmpty = false
  private var picture = PictureNode()
  private var raised: RaisedText?
  /// Number of footnotes in earlier pieces, and so far.
  private var notes = (before: 0, total: 0)

  init(linksPosts: Bool) { links = LinkNumbers(linksPosts: linksPosts) }

  /// Begins a piece that was parsed separately: the numbers of footnotes continue.
  mutating func beginPiece() { notes.before = notes.total }

  // MARK: Nodes

  mutating func enter(_ node: MarkdownNode) {
    if picture.enter(node) { return }
    switch node.kind {
    case .quote: quotes += 1
    case .list: lists.append(ListMarkers(node, inside: lists.last))
    case .item:
      guard !lists.isEmpty else { break }
      let marker = lists[lists.count - 1].nextMarker(isTicked: node.isTicked, symbols: symbols)
      let name = marker.split(separator: " ").joined(separator: " ")
      item = name.last.map { ".:)".contains($0) } == true ? String(name.dropLast()) : name
    case .note:
      notes.total += 1
      item = "note \(notes.total)"
    case .noteReference: append(" [note \(notes.before + node.noteNumber)]")
    case .code: addCode(node.literal)
    case .html: addHTML(node.literal)
    case .paragraph: begin()
    case .heading:
      begin()
      isHeading = true
    case .rule: text.paragraphs.append("section break.")
    case .table: rows = []
    case .tableRow: rows?.append([])
    case .tableCell: begin()
    case .text: append(Poll.withoutBars(raised?.signs(for: node.literal) ?? node.literal))
    case .softBreak: endsSoftly = true
    case .hardBreak: breakLine()
    case .codeSpan: append(node.literal)
    case .htmlSpan: addSpan(ofHTML: node.literal)
    case .strikethrough: append("[struck: ")
    case .link:
      // An account such as @ada@example.org is no e-mail address.
      let isAccount = node.url.hasPrefix("mailto:") && lines.last?.last == "@"
      beginLink(to: isAccount ? "" : node.url)
    case .emphasis, .strong, .image, .other: break
    }
  }

  mutating func exit(_ node: MarkdownNode) {
    if picture.isOpen {
      if let ended = picture.exit(node) { add(ended) }
      return
    }
    switch node.kind {
    case .quote: quotes -= 1
    case .list: lists.removeLast()
    case .item, .note:
      if item != nil { end() }
    case .paragraph, .heading: end()
    case .table: addTable()
    case .tableCell:
      let cell = Self.words(lines.joined(separator: " "))
      if let last = rows?.indices.last { rows?[last].append(cell) }
      begin()
    case .strikethrough: append("]")
    case .link:
      if isLinkEmpty, link != nil { append(node.url) }
      endLink()
    default: break
    }
  }

  /// Adds text that is not Markdown; blank lines separate paragraphs.
  mutating func add(plain text: String) {
    begin()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) { end() } else { append("\(line) ") }
    }
    end()
  }

  // MARK: Blocks

  private mutating func begin() { (lines, endsSoftly) = ([""], false) }

  /// Ends a paragraph, and says what it is.
  private mutating func end() {
    let words = lines.map(Self.words).filter { !$0.isEmpty }
    defer { (item, isHeading) = (nil, false) }
    begin()
    guard !words.isEmpty || item != nil else { return }
    let isNumber = item?.allSatisfy(\.isNumber) == true && lists.count == 1 && quotes == 0
    let name = names(isHeading ? ["heading"] : [])
    let end = name.isEmpty ? "" : isNumber && !isHeading ? ". " : ": "
    text.paragraphs.append(Self.trimmed(name + end + words.joined(separator: "\n")))
  }

  /// What a block is: quotation, item, and more.
  private func names(_ more: [String]) -> String {
    var names: [String] = []
    if quotes > 0 { names.append(quotes == 1 ? "quote" : "quote, level \(quotes)") }
    if let item { names.append(lists.count > 1 ? "\(item), level \(lists.count)" : item) }
    return (names + more).joined(separator: ", ")
  }

  private mutating func addCode(_ code: String) {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isBlank($0) }),
      let last = lines.lastIndex(where: { !isBlank($0) })
    else { return }
    let count = last - first + 1
    let name = names([count == 1 ? "code" : "code, \(count) lines"])
    item = nil
    let spoken = lines[first...last].map { isBlank($0) ? "" : "  \($0)" }
    text.paragraphs.append(([name + ":"] + spoken).joined(separator: "\n"))
  }

  private mutating func addHTML(_ html: String) {
    for paragraph in HTMLText.paragraphs(of: html) {
      begin()
      for (index, line) in paragraph.enumerated() {
        if index > 0 { breakLine() }
        for piece in line {
          switch piece {
          case .text(let text): append(ForeignText.clean(text))
          case .picture(let picture): add(picture)
          }
        }
      }
      end()
    }
  }

  /// Each row as `column: cell`, below the names of the columns.
  private mutating func addTable() {
    guard let rows, let head = rows.first else { return }
    self.rows = nil
    let count = rows.count - 1
    let columns = head.map { String($0.prefix(Self.longestColumn)) }
    let name = names([count == 1 ? "table, 1 row" : "table, \(count) rows"])
    item = nil
    text.paragraphs.append("\(name): \(columns.filter { !$0.isEmpty }.joined(separator: ", ")).")
    for row in rows.dropFirst() {
      let cells = row.enumerated().compactMap { index, cell -> String? in
        let column = index < columns.count ? columns[index] : ""
        return cell.isEmpty ? nil : column.isEmpty ? cell : "\(column): \(cell)"
      }
      text.paragraphs.append(cells.isEmpty ? "an empty row." : cells.joined(separator: "; ") + ".")
    }
  }

  // MARK: Words

  private mutating func append(_ words: String) {
    guard let first = words.first else { return }
    if endsSoftly, let last = lines.last?.last {
      // Han and kana are written without spaces.
      let isOneWord = [last, first].allSatisfy {
        Glyph.glyphs(of: String($0)).first?.isWrittenWithoutSpaces == true
      }
      if !isOneWord { lines[lines.count - 1] += " " }
    }
    endsSoftly = false
    lines[lines.count - 1] += words
    guard isInLink else { return }
    isLinkEmpty = false
    if let link { text.linkLabels[link - 1] += words }
  }

  private mutating func beginLink(to address: String) {
    (link, isInLink, isLinkEmpty) = (links.number(of: address), true, true)
    guard let link else { return }
    if text.linkLabels.count < link { text.linkLabels.append("") }
    linkStart = text.linkLabels[link - 1].count
    if !text.linkLabels[link - 1].isEmpty {
      text.linkLabels[link - 1] += " "
    }
  }

  private mutating func breakLine() {
    lines.append("")
    endsSoftly = false
  }

  private mutating func endLink() {
    if let link {
      lines[lines.count - 1] += "\(symbols.linkStart)\(link)]"
      // The same words are said once.
      let label = text.linkLabels[link - 1]
      let earlier = label.prefix(linkStart)
      if linkStart > 0, earlier.hasSuffix(String(label.dropFirst(linkStart + 1))) {
        text.linkLabels[link - 1] = String(earlier)
      }
    }
    (link, isInLink) = (nil, false)
  }

  private mutating func addSpan(ofHTML html: String) {
    if HTMLText.isLineBreak(html) {
      breakLine()
    } else if !HTMLText.beginsWithMarkup(html[...]) {
      append(html)
    } else if let picture = HTMLText.picture(html[...]) {
      add(picture)
    } else {
      RaisedText.update(&raised, at: html)
    }
  }

  /// Adds a picture, as a link to it or as part of the link around it.
  private mutating func add(_ picture: HTMLText.Picture) {
    let words = ForeignText.clean(picture.description)
    let isBlank = words.allSatisfy(\.isWhitespace)
    let isOwnLink = !isInLink
    if isOwnLink { beginLink(to: picture.address) }
    append(isBlank ? symbols.picture.alone : symbols.picture.start + words + symbols.picture.end)
    if isOwnLink { endLink() }
  }

  /// The text with single spaces.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.dropLast()) : text
  }
}

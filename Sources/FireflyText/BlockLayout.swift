import FireflyCore
import FireflyScreen

/// Lays out the blocks of a text while its nodes are visited.
struct BlockLayout {
  /// The links so far.
  private(set) var links: LinkNumbers

  private let symbols: TextSymbols
  private var writer: LineWriter
  private var containers: ContainerStack
  private var lists: [ListMarkers] = []
  private var inlines: InlineCollector
  private var table: TableLayout?
  private var needsBlank = false
  /// Number of footnotes in earlier pieces, and in all pieces so far.
  private var notes = (before: 0, total: 0)
  /// Last source line of the previous paragraph; nil if the previous block is not a paragraph.
  private var paragraphEnd: Int?
  /// The same text for ears; nil if it is only drawn.
  private var spoken: SpokenWriter?

  /// Indentation of code blocks in columns.
  private static let codeIndent = 2

  init(_ writer: LineWriter, symbols: TextSymbols, linksPosts: Bool) {
    links = LinkNumbers(linksPosts: linksPosts)
    self.writer = writer
    self.symbols = symbols
    containers = ContainerStack(width: writer.width)
    inlines = InlineCollector(symbols: symbols)
    spoken = symbols == .spoken ? SpokenWriter(linksPosts: linksPosts) : nil
  }

  /// Whether the line limit has been reached.
  var isFull: Bool { writer.room == 0 }

  /// Returns the text, with an ellipsis as its last line if it was truncated.
  func finished() -> FormattedText {
    let lines =
      isFull
      ? writer.lines.dropLast() + [TextLine([TextSpan(symbols.ellipsis, role: .marker)])]
      : writer.lines
    return FormattedText(
      width: writer.width, lines: lines, links: links.addresses,
      pictureLinks: links.pictures, spoken: spoken?.text)
  }

  // MARK: Nodes

  /// Lays out a piece of the text that was parsed separately, continuing the numbers of footnotes.
  mutating func add(_ tree: borrowing MarkdownTree) {
    notes.before = notes.total
    spoken?.beginPiece()
    tree.walk { event, node in
      switch event {
      case .enter:
        enter(node)
        spoken?.enter(node)
      case .exit:
        exit(node)
        spoken?.exit(node)
      }
      return !isFull
    }
  }

  private mutating func enter(_ node: MarkdownNode) {
    if node.kind != .list { recordBlockStart(node) }
    switch node.kind {
    case .quote: containers.enterQuote(bar: symbols.quoteBar)
    case .list: enterList(node)
    case .item: enterItem(node)
    case .note: enterNote()
    case .noteReference: inlines.append(mark: Self.mark(ofNote: notes.before + node.noteNumber))
    case .code: addCode(node.literal)
    case .html: addHTML(node.literal)
    case .paragraph: inlines = InlineCollector(symbols: symbols, role: textRole)
    case .heading: enterHeading(node)
    case .rule: addRule()
    case .table:
      table = TableLayout(
        alignments: node.columnAlignments, symbols: symbols, reordersBidi: writer.reordersBidi)
    case .tableRow: table?.startRow()
    case .tableCell:
      let isHeader = table?.isInHeader == true
      inlines = InlineCollector(symbols: symbols, role: textRole, attributes: isHeader ? .bold : [])
    default: inlines.enter(node, links: &links)
    }
  }

  private mutating func exit(_ node: MarkdownNode) {
    switch node.kind {
    case .quote: exitContainer()
    case .list:
      lists.removeLast()
      needsBlank = !containers.isTight
    case .item, .note:
      if containers.hasPendingMarker { write(containers.inlineMarkers.isEmpty ? [TextLine()] : []) }
      exitContainer()
    case .paragraph:
      addInlines()
      paragraphEnd = node.endLine
    case .heading:
      addInlines()
      needsBlank = false
    case .table: addTable()
    case .tableCell: table?.add(inlines.lines)
    default: inlines.exit(node, links: &links)
    }
  }

  /// Lays out text that is not Markdown; blank lines separate paragraphs.
  mutating func add(plain text: String) {
    spoken?.add(plain: text)
    inlines = InlineCollector(symbols: symbols)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        addInlines()
        inlines = InlineCollector(symbols: symbols)
        if isFull { return }
      } else {
        inlines.append(plain: line + " ")
      }
    }
    addInlines()
  }

  // MARK: Blocks

  private var textRole: TextRole { containers.isQuoted ? .quote : .body }

  private mutating func recordBlockStart(_ node: MarkdownNode) {
    switch node.kind {
    case .quote, .code, .html, .paragraph, .heading, .rule, .table: paragraphEnd = nil
    default: break
    }
  }

  private mutating func enterList(_ node: MarkdownNode) {
    // No blank line between a paragraph and a list right below it.
    if let paragraphEnd, node.startLine == paragraphEnd + 1 { needsBlank = false }
    paragraphEnd = nil
    lists.append(ListMarkers(node, inside: lists.last))
  }

  private mutating func enterItem(_ node: MarkdownNode) {
    guard let list = lists.last else { return }
    if list.isStarted { needsBlank = !list.isTight }
    let marker = lists[lists.count - 1].nextMarker(isTicked: node.isTicked, symbols: symbols)
    containers.enterItem(marker: marker, isTight: list.isTight)
  }

  /// Footnotes follow at the end, below a rule, wherever they are defined.
  private mutating func enterNote() {
    if notes.total == notes.before { addRule() }
    needsBlank = false
    paragraphEnd = nil
    notes.total += 1
    containers.enterItem(marker: Self.mark(ofNote: notes.total), isTight: false)
  }

  private static func mark(ofNote number: Int) -> String { "[^\(number)]" }

  private mutating func exitContainer() {
    containers.exit()
    needsBlank = needsBlank || !containers.isTight
    paragraphEnd = nil
  }

  private mutating func enterHeading(_ node: MarkdownNode) {
    let level = node.headingLevel
    inlines = InlineCollector(
      symbols: symbols, role: .heading(level), attributes: level == 1 ? [.bold, .underline] : .bold)
  }

  private mutating func addInlines() {
    guard !inlines.isEmpty else { return }
    var block = inlines.lines
    var direction: TextDirection?
    for line in block where direction == nil { direction = BidiLine.direction(of: line) }
    block[0] = containers.inlineMarkers + block[0]
    var lines: [TextLine] = []
    for line in block where lines.count < writer.room {
      lines += WordWrap.wrap(
        line, width: containers.innerWidth, limit: writer.room - lines.count)
    }
    write(lines, direction: direction ?? .leftToRight, hasInlineMarkers: true)
  }

  private mutating func addCode(_ code: String) {
    let lines = CodeLines.lines(
      of: code, width: containers.innerWidth, mark: symbols.continuation,
      indent: Self.codeIndent, limit: writer.room)
    if !lines.isEmpty { write(lines) }
  }

  private mutating func addHTML(_ html: String) {
    for paragraph in HTMLText.paragraphs(of: html) where !isFull {
      inlines = InlineCollector(symbols: symbols, role: textRole)
      for (index, line) in paragraph.enumerated() {
        if index > 0 { inlines.breakLine() }
        for piece in line {
          switch piece {
          case .text(let text): inlines.append(plain: ForeignText.clean(text))
          case .picture(let picture): inlines.append(picture, links: &links)
          }
        }
      }
      addInlines()
    }
  }

  private mutating func addRule() {
    let rule = repeatElement(Glyph.glyphs(of: symbols.rule), count: containers.innerWidth)
    write([TextLine([TextSpan(glyphs: Array(rule.joined()), role: .marker)])])
  }

  private mutating func addTable() {
    let lines = table?.lines(width: containers.innerWidth, limit: writer.room) ?? []
    table = nil
    if !lines.isEmpty { write(lines, direction: nil) }
  }

  /// Writes the lines of a block, with the prefixes of its containers.
  ///
  /// - Parameters:
  ///   - direction: the direction of the block; nil if its lines are already in visual order.
  ///   - hasInlineMarkers: whether to write the markers that don't fit at the left.
  private mutating func write(
    _ lines: [TextLine], direction: TextDirection? = .leftToRight, hasInlineMarkers: Bool = false
  ) {
    guard !lines.isEmpty || containers.hasPendingMarker else { return }
    if needsBlank, !writer.lines.isEmpty { writer.writeBlank(containers.blankPrefix) }
    let markers = containers.inlineMarkers
    let prefixes = containers.popPrefixes()
    if !markers.isEmpty, !hasInlineMarkers {
      let wrapped = WordWrap.wrap(markers, width: writer.width - prefixes.first.displayWidth)
      writer.write(wrapped, first: prefixes.first, others: prefixes.others)
      writer.write(lines, first: prefixes.others, others: prefixes.others, direction: direction)
    } else {
      writer.write(lines, first: prefixes.first, others: prefixes.others, direction: direction)
    }
    needsBlank = !containers.isTight
  }
}

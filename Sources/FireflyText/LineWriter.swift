import FireflyScreen

/// Takes finished lines, puts what stands at their left before them, and keeps count.
struct LineWriter {
  /// Columns of the whole text.
  let width: Int
  /// Lines after which it takes no more.
  let limit: Int
  /// Whether right-to-left text is put into drawing order.
  let reordersBidi: Bool

  private(set) var lines: [TextLine] = []

  init(width: Int, limit: Int, reordersBidi: Bool) {
    self.width = width
    self.limit = limit
    self.reordersBidi = reordersBidi
  }

  /// Lines it can still take.
  var room: Int { max(0, limit - lines.count) }

  /// Adds lines of one block.
  ///
  /// - Parameters:
  ///   - block: in reading order, each no wider than `width` less the prefix.
  ///   - first: stands before the first line.
  ///   - others: stands before the others; as wide as `first`.
  ///   - direction: of the block; right-to-left blocks go to the right edge. nil for lines that are in
  ///     the order of drawing already.
  mutating func write(
    _ block: [TextLine], first: [TextSpan], others: [TextSpan],
    direction: TextDirection? = .leftToRight
  ) {
    for (index, line) in block.prefix(room).enumerated() {
      let prefix = index == 0 ? first : others
      lines.append(placed(line, after: prefix, direction: direction))
    }
  }

  /// Adds a line that is blank but for quote bars.
  mutating func writeBlank(_ prefix: [TextSpan]) {
    guard room > 0 else { return }
    lines.append(TextLine(prefix).withoutTrailingSpaces)
  }

  private func placed(
    _ line: TextLine, after prefix: [TextSpan], direction: TextDirection?
  ) -> TextLine {
    guard let direction else { return TextLine(prefix + line.spans).withoutTrailingSpaces }
    let whole = TextLine(prefix + line.spans)
    guard reordersBidi, direction == .rightToLeft else {
      // Where the terminal reorders, it must get plain lines in reading order.
      let shown = reordersBidi ? BidiLine.visual(line, direction: direction) : line
      return TextLine(prefix + shown.spans).withoutTrailingSpaces
    }
    // The whole line turns round, so that bullets and bars stand at its right.
    let shown = BidiLine.visual(whole.withoutTrailingSpaces, direction: .rightToLeft)
    let columns = max(0, width - shown.width)
    let padding = TextSpan(glyphs: Array(repeating: .space, count: columns))
    return columns == 0 ? shown : TextLine([padding] + shown.spans)
  }
}

extension TextLine {
  /// The line without the spaces at its end; those of a code block are part of it.
  fileprivate var withoutTrailingSpaces: TextLine {
    var spans = spans
    while var last = spans.popLast() {
      if last.role == .codeBlock { return TextLine(spans + [last]) }
      while last.glyphs.last?.base == 0x20 { last.glyphs.removeLast() }
      if !last.glyphs.isEmpty { return TextLine(spans + [last]) }
    }
    return TextLine()
  }
}

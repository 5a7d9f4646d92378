import FireflyScreen

/// Collects finished lines with their prefixes, up to a limit.
struct LineWriter {
  /// The width of the whole text in columns.
  let width: Int
  let limit: Int
  /// Whether to reorder right-to-left text for display.
  let reordersBidi: Bool

  private(set) var lines: [TextLine] = []

  init(width: Int, limit: Int, reordersBidi: Bool) {
    self.width = width
    self.limit = limit
    self.reordersBidi = reordersBidi
  }

  /// Number of further lines that fit.
  var room: Int { max(0, limit - lines.count) }

  /// Adds lines of one block.
  ///
  /// - Parameters:
  ///   - block: the lines in reading order, each no wider than `width` less the prefix.
  ///   - first: the prefix of the first line.
  ///   - others: the prefix of the other lines; as wide as `first`.
  ///   - direction: the direction of the block; right-to-left blocks are aligned to the right. nil
  ///     for lines that are already in visual order.
  mutating func write(
    _ block: [TextLine], first: [TextSpan], others: [TextSpan],
    direction: TextDirection? = .leftToRight
  ) {
    for (index, line) in block.prefix(room).enumerated() {
      let prefix = index == 0 ? first : others
      lines.append(placed(line, after: prefix, direction: direction))
    }
  }

  /// Adds a blank line with quote bars.
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
      // A terminal that reorders text needs plain lines in reading order.
      let shown = reordersBidi ? BidiLine.visual(line, direction: direction) : line
      return TextLine(prefix + shown.spans).withoutTrailingSpaces
    }
    // Reverses the whole line, so that bullets and bars are at its right.
    let shown = BidiLine.visual(whole.withoutTrailingSpaces, direction: .rightToLeft)
    let columns = max(0, width - shown.width)
    let padding = TextSpan(glyphs: Array(repeating: .space, count: columns))
    return columns == 0 ? shown : TextLine([padding] + shown.spans)
  }
}

extension TextLine {
  /// The line without trailing spaces, except for those of a code block.
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

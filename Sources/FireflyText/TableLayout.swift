import FireflyScreen

/// Lays out a table: in columns if they fit, else row by row as `header: cell`.
struct TableLayout {
  /// The alignment of a column.
  enum Alignment: Hashable {
    /// At the start of the line: left, and right for right-to-left text.
    case natural
    case left, center, right
  }

  /// The contents of a cell, with a list of spans for each of its lines.
  typealias Cell = [[TextSpan]]

  /// Minimum width of a column in columns of the screen, unless its contents are narrower.
  private static let minimumColumn = 6

  let alignments: [Alignment]
  let symbols: TextSymbols
  let reordersBidi: Bool
  /// The rows, beginning with the header.
  private var rows: [[Cell]] = []

  init(alignments: [Alignment], symbols: TextSymbols, reordersBidi: Bool) {
    self.alignments = alignments
    self.symbols = symbols
    self.reordersBidi = reordersBidi
  }

  /// Begins the next row.
  mutating func startRow() { rows.append([]) }

  /// Whether the current row is the header.
  var isInHeader: Bool { rows.count == 1 }

  /// Adds a cell to the current row.
  mutating func add(_ cell: Cell) {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].append(cell)
  }

  /// Returns the lines of the table, each of at most `width` columns.
  func lines(width: Int, limit: Int) -> [TextLine] {
    guard let columns = columnWidths(in: width) else { return records(width: width, limit: limit) }
    let rowLines = rows.prefix(limit).map { row in
      columns.indices.map { index in
        wrapped(index < row.count ? row[index] : [], width: columns[index])
      }
    }
    // If cells have several lines, rules separate the rows.
    let hasRules = rowLines.contains { row in row.contains { $0.count > 1 } }
    var lines: [TextLine] = []
    for (index, row) in rowLines.enumerated() {
      let height = row.map(\.count).max() ?? 0
      for y in 0..<max(1, height) { lines.append(line(y, of: row, columns: columns)) }
      if index == 0 || (hasRules && index < rowLines.count - 1) { lines.append(rule(columns)) }
      if lines.count >= limit { break }
    }
    return lines
  }

  // MARK: Columns

  /// The columns' widths, with the widest shrunk until all fit; nil if that is impossible.
  private func columnWidths(in width: Int) -> [Int]? {
    let count = alignments.count
    let room = width - 3 * (count - 1)
    var natural = [Int](repeating: 1, count: count)
    for row in rows {
      for (index, cell) in row.prefix(count).enumerated() {
        for line in cell { natural[index] = max(natural[index], line.displayWidth) }
      }
    }
    guard natural.reduce(0, { $0 + min($1, Self.minimumColumn) }) <= room else { return nil }
    guard natural.reduce(0, +) > room else { return natural }
    // Columns narrower than an equal share keep their width; the others share the rest.
    var widths = natural
    var left = room
    var wide = Array(natural.indices)
    while let narrow = wide.firstIndex(where: { natural[$0] <= left / wide.count }) {
      left -= natural[wide[narrow]]
      wide.remove(at: narrow)
    }
    for (place, index) in wide.enumerated() {
      widths[index] = left / wide.count + (place < left % wide.count ? 1 : 0)
    }
    return widths
  }

  private func wrapped(_ cell: Cell, width: Int) -> [TextLine] {
    cell.flatMap { WordWrap.wrap($0, width: width) }
  }

  private func line(_ y: Int, of row: [[TextLine]], columns: [Int]) -> TextLine {
    var spans: [TextSpan] = []
    for (index, width) in columns.enumerated() {
      if index > 0 { spans.append(TextSpan(" \(symbols.columnBar) ", role: .marker)) }
      let cell = y < row[index].count ? row[index][y] : TextLine()
      spans += aligned(cell, width: width, alignments[index])
    }
    return TextLine(spans)
  }

  private func aligned(_ line: TextLine, width: Int, _ alignment: Alignment) -> [TextSpan] {
    let direction = BidiLine.direction(of: line.spans)
    let shown = reordersBidi ? BidiLine.visual(line, direction: direction) : line
    let space = max(0, width - shown.width)
    let before =
      switch alignment {
      case .left: 0
      case .natural: direction == .rightToLeft && reordersBidi ? space : 0
      case .center: space / 2
      case .right: space
      }
    func blank(_ count: Int) -> [TextSpan] {
      count > 0 ? [TextSpan(glyphs: Array(repeating: .space, count: count))] : []
    }
    return blank(before) + shown.spans + blank(space - before)
  }

  private func rule(_ columns: [Int]) -> TextLine {
    let rule = Glyph.glyphs(of: symbols.rule)
    let crossing = rule + Glyph.glyphs(of: symbols.crossing) + rule
    let bars = columns.map { Array(repeatElement(rule, count: $0).joined()) }
    return TextLine([TextSpan(glyphs: Array(bars.joined(separator: crossing)), role: .marker)])
  }

  // MARK: Records

  /// Each row as lines of `header: cell`, with a blank line between rows.
  private func records(width: Int, limit: Int) -> [TextLine] {
    guard let header = rows.first else { return [] }
    let body = rows.count > 1 ? rows.dropFirst() : rows[...]
    var lines: [TextLine] = []
    for row in body where lines.count < limit {
      if !lines.isEmpty { lines.append(TextLine()) }
      for (index, cell) in row.enumerated() {
        var parts = cell
        let name = rows.count > 1 && index < header.count ? header[index] : []
        let title = Array(name.joined(separator: [TextSpan(" ")]))
        if parts.allSatisfy(\.isEmpty) { continue }
        if !title.isEmpty { parts[0] = title + [TextSpan(": ", role: .marker)] + parts[0] }
        for part in parts {
          lines += WordWrap.wrap(part, width: width, limit: limit).map { line in
            guard reordersBidi else { return line }
            return BidiLine.visual(line)
          }
        }
      }
    }
    return lines
  }
}

extension [TextSpan] {
  /// Total width in columns.
  var displayWidth: Int { reduce(0) { $0 + $1.glyphs.displayWidth } }
}

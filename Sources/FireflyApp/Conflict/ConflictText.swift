import FireflyCore
import FireflyScreen

/// A comparison laid out in two columns, or in one on a narrow screen.
struct ConflictText: Equatable, Sendable {
  /// A row.
  struct Line: Equatable, Sendable {
    /// The only column, or the server's version.
    var left: Side
    /// The user's version; nil in one column.
    var right: Side?
  }

  /// A column of a row.
  struct Side: Equatable, Sendable {
    /// The text, in logical order.
    var words = TextLine()
    /// The direction of its paragraph.
    var direction = TextDirection.leftToRight
  }

  /// Minimum width of the screen for two columns.
  private static let columnsForTwo = 100
  /// Width of the screen below which the keys need two rows.
  private static let columnsForOneFoot = 36
  /// Number of unchanged paragraphs shown around a difference.
  private static let paragraphsAround = 2

  let sheet: SheetLayout
  /// Whether there are two columns.
  let isSideBySide: Bool
  /// Its rows, below the headings of the columns.
  let lines: [Line]

  /// Width of each column of text.
  var columns: Int {
    max(1, isSideBySide ? (sheet.inner.width - 3) / 2 : sheet.inner.width)
  }
  /// Number of visible rows.
  var window: Int { max(1, sheet.inner.height - (isSideBySide ? 1 : 0)) }

  init(_ comparison: Comparison, _ layout: ScreenLayout) {
    isSideBySide = layout.size.width >= Self.columnsForTwo
    sheet = layout.sheet(columns: isSideBySide ? 160 : 80)
      .withFoot(rows: layout.size.width < Self.columnsForOneFoot ? 2 : 1)
    let inner = sheet.inner.width
    let columns = max(1, isSideBySide ? (inner - 3) / 2 : inner)
    let fields: [(name: String, difference: WordDifference, attributes: Attributes)] = [
      ("Title", comparison.title, .bold), ("Summary", comparison.summary, .italic),
      ("Body", comparison.body, []),
    ]
    var lines: [Line] = []
    for field in fields where !field.difference.parts.isEmpty {
      if !lines.isEmpty {
        lines.append(Line(left: Side(), right: isSideBySide ? Side() : nil))
      }
      let blocks = Self.folded(field.difference.blocks)
      lines +=
        isSideBySide
        ? Self.beside(blocks, columns, field.attributes)
        : Self.below(blocks, columns, field.name, field.attributes)
    }
    self.lines = lines
  }

  // MARK: Paragraphs

  private enum Piece {
    case block(WordDifference.Block)
    /// A number of unchanged paragraphs.
    case same(Int)
  }

  /// Folds unchanged paragraphs that are far from any difference.
  private static func folded(_ blocks: [WordDifference.Block]) -> [Piece] {
    let written = blocks.indices.filter { !blocks[$0].parts.isEmpty }
    var isShown = Set<Int>()
    for (place, index) in written.enumerated() where !blocks[index].isSame {
      let range =
        max(0, place - paragraphsAround)...min(written.count - 1, place + paragraphsAround)
      isShown.formUnion(written[range])
    }
    var pieces: [Piece] = []
    var hidden: [Int] = []
    func close() {
      let count = hidden.count { !blocks[$0].parts.isEmpty }
      // Folding a few lines is not worth it.
      if count > paragraphsAround, !isShown.isEmpty {
        pieces.append(.same(count))
      } else {
        pieces += hidden.map { .block(blocks[$0]) }
      }
      hidden = []
    }
    for index in blocks.indices {
      let isBlank = blocks[index].parts.isEmpty
      if isShown.contains(index) || isBlank && isShown.contains(index - 1) {
        close()
        pieces.append(.block(blocks[index]))
      } else {
        hidden.append(index)
      }
    }
    close()
    return pieces
  }

  // MARK: Rows

  private static func beside(
    _ pieces: [Piece], _ columns: Int, _ attributes: Attributes
  ) -> [Line] {
    pieces.flatMap { piece -> [Line] in
      guard case .block(let block) = piece else { return [Line(left: note(piece), right: nil)] }
      let left = rows(of: block, \.old, columns, attributes)
      let right = rows(of: block, \.new, columns, attributes)
      return (0..<max(left.count, right.count)).map { row in
        Line(
          left: row < left.count ? left[row] : Side(),
          right: row < right.count ? right[row] : Side())
      }
    }
  }

  private static func below(
    _ pieces: [Piece], _ columns: Int, _ name: String, _ attributes: Attributes
  ) -> [Line] {
    func side(_ heading: String, _ side: KeyPath<WordDifference.Part, String>) -> [Line] {
      let words = pieces.flatMap { piece -> [Side] in
        guard case .block(let block) = piece else { return [note(piece)] }
        return rows(of: block, side, columns, attributes)
      }
      let heading = Side(words: TextLine([TextSpan(heading, role: .heading(1))]))
      return ([heading] + words).map { Line(left: $0, right: nil) }
    }
    let isSame = pieces.allSatisfy { if case .block(let block) = $0 { block.isSame } else { true } }
    guard !isSame else { return side("\(name), unchanged", \.new) }
    return side("\(name) on the server", \.old) + side("\(name), your version", \.new)
  }

  private static func note(_ piece: Piece) -> Side {
    guard case .same(let count) = piece else { return Side() }
    let words = TextSpan("… \(count) identical paragraphs …", role: .marker)
    return Side(words: TextLine([words]))
  }

  /// Returns one side of a block, wrapped; differing words are bold and underlined.
  private static func rows(
    of block: WordDifference.Block, _ side: KeyPath<WordDifference.Part, String>, _ columns: Int,
    _ attributes: Attributes
  ) -> [Side] {
    var lines: [[TextSpan]] = [[]]
    for part in block.parts {
      let marks: Attributes = part.isSame ? [] : [.bold, .underline]
      let texts = part[keyPath: side]
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, text) in texts.enumerated() {
        if index > 0 { lines.append([]) }
        if !text.isEmpty {
          lines[lines.count - 1].append(
            TextSpan(String(text), attributes: attributes.union(marks)))
        }
      }
    }
    return lines.flatMap { line in
      let direction = BidiLine.direction(of: line) ?? .leftToRight
      return WordWrap.wrap(line, width: columns).map { Side(words: $0, direction: direction) }
    }
  }
}

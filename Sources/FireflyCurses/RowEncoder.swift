import CTerminal
import FireflyScreen

/// Encodes a row of a frame into cells for ncurses, with as few visually equivalent styles as
/// possible.
struct RowEncoder {
  /// Whether non-ASCII characters can be shown.
  let isUnicode: Bool
  /// How to strike through text.
  let strike: Strike
  /// Whether the terminal draws curly underlines.
  var hasCurlyUnderline = false
  /// Allocates colour pairs.
  var pairs: ColorPairs

  /// Replaces characters that can't be shown.
  private static let unknown = Glyph(ascii: 0x3F)
  /// A combining stroke.
  private static let stroke: UInt32 = 0x336

  /// Ways to strike through text.
  enum Strike {
    /// The terminal's attribute.
    case attribute
    /// A combining mark on each letter.
    case mark
    /// Dimmed text as a fallback.
    case dim
  }

  /// The row as runs of one style.
  private var runs: [Run] = []
  /// The foreground for blanks on a background without other text.
  private var usual: [Color: Color] = [:]

  /// Adjacent cells with one style.
  private struct Run {
    var columns: Range<Int>
    var request: ColorPairs.Use
    var attributes: Attributes
    /// Whether its style comes from visible text.
    var isVisible: Bool
  }

  /// Creates an encoder for a terminal.
  init(isUnicode: Bool, strike: Strike, hasCurlyUnderline: Bool = false, pairs: ColorPairs) {
    self.hasCurlyUnderline = hasCurlyUnderline
    self.isUnicode = isUnicode
    self.strike = strike
    self.pairs = pairs
  }

  /// Encodes one row into `cells`, one element a column.
  mutating func encode(
    _ row: UnsafeBufferPointer<Cell>, into cells: UnsafeMutableBufferPointer<EncodedCell>
  ) {
    divide(row)
    chooseInks()
    for run in runs {
      let answer = pairs.answer(to: run.request)
      var attributes = UInt32(run.attributes.rawValue) & ~answer.unwanted | answer.attributes
      let isStruck = strike != .attribute && run.attributes.contains(.strikethrough)
      if isStruck {
        attributes &= ~UInt32(FireflyAttributeStrikethrough.rawValue)
        if strike == .dim { attributes |= UInt32(FireflyAttributeDim.rawValue) }
      }
      if run.attributes.isSuperset(of: .misspelt), pairs.depth != .none {
        attributes &= ~UInt32(Attributes.misspelt.rawValue)
        attributes |= UInt32(
          hasCurlyUnderline
            ? FireflyAttributeCurlyUnderline.rawValue : FireflyAttributeUnderline.rawValue)
      }
      for x in run.columns {
        var glyph = row[x].glyph
        if isStruck, strike == .mark { glyph.add(mark: Self.stroke) }
        put(glyph, attributes, answer.pair, at: x, into: cells)
      }
    }
  }

  /// Splits a row into runs.
  private mutating func divide(_ row: UnsafeBufferPointer<Cell>) {
    runs.removeAll(keepingCapacity: true)
    var start = 0
    while start < row.count {
      let (style, isBlank, isBlock) = (
        row[start].style, row[start].isBlank, row[start].glyph.isBlock
      )
      var end = start + 1
      while end < row.count, row[end].style == style, row[end].isBlank == isBlank,
        row[end].glyph.isBlock == isBlock
      { end += 1 }
      runs.append(
        Run(
          columns: start..<end,
          request: .init(
            foreground: style.foreground, background: style.background, isText: !isBlock),
          attributes: isBlank ? [] : style.attributes, isVisible: !isBlank))
      start = end
    }
  }

  /// Gives blanks the foreground and the attributes of their neighbour on the same background.
  ///
  /// These are invisible on blanks, and each change of colour costs some forty bytes: ncurses
  /// always sends both colours of a pair. The right neighbour takes precedence, so that a bar drawn
  /// at the left of a line changes no other cell.
  private mutating func chooseInks() {
    for index in runs.indices.dropLast().reversed() { lend(from: index + 1, to: index) }
    for index in runs.indices.dropFirst() { lend(from: index - 1, to: index) }
    // Backgrounds come in runs, so the last result usually applies again.
    var known: (background: Color, foreground: Color)?
    for index in runs.indices {
      let background = runs[index].request.background
      if known?.background != background {
        if usual[background] == nil, runs[index].isVisible, usual.count < 256 {
          usual[background] = runs[index].request.foreground
        }
        known = usual[background].map { (background, $0) }
      }
      if !runs[index].isVisible, let known {
        runs[index].request.foreground = known.foreground
      }
    }
  }

  private mutating func lend(from donor: Int, to index: Int) {
    guard !runs[index].isVisible, runs[donor].isVisible,
      runs[index].request.background == runs[donor].request.background
    else { return }
    runs[index].request = runs[donor].request
    runs[index].attributes = runs[donor].attributes
    let line: Attributes =
      runs[donor].attributes.isSuperset(of: .misspelt) ? .misspelt : .underline
    runs[index].attributes.subtract([line, .reverse, .strikethrough])
    runs[index].isVisible = true
  }

  private func put(
    _ glyph: Glyph, _ attributes: UInt32, _ pair: Int32, at x: Int,
    into cells: UnsafeMutableBufferPointer<EncodedCell>
  ) {
    let isFollowed = x + 1 < cells.count
    let shown: Glyph =
      switch glyph.width {
      case 0: x > 0 && cells[x - 1].glyph.width == 2 ? .continuation : .space
      case 2 where !isFollowed: .space
      case 2 where !isUnicode: Self.unknown
      default:
        if isUnicode {
          glyph
        } else {
          glyph.base < 0x7F ? Glyph(ascii: UInt8(glyph.base)) : Self.unknown
        }
      }
    cells[x] = EncodedCell(glyph: shown, attributes: attributes, pair: pair)
  }
}

extension Cell {
  /// Whether only the background of the cell is visible.
  fileprivate var isBlank: Bool {
    glyph.base == 0x20 && style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough])
  }
}

import CTerminal
import FireflyScreen

/// Encodes a row of a frame into cells for ncurses.
struct RowEncoder {
  /// Whether non-ASCII characters can be shown.
  let isUnicode: Bool
  /// How to strike through text.
  let strike: Strike
  /// Whether the terminal draws curly underlines.
  var hasCurlyUnderline = false
  /// Which new glyphs can be placed; the others are replaced.
  let placing: Placing
  /// Allocates colour pairs.
  var pairs: ColorPairs
  /// The new glyphs of the last row; ncurses gets blanks in their place.
  private(set) var placed: [PlacedGlyph] = []

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

  /// The new glyphs that can be placed.
  enum Placing {
    /// None: the cursor can't be placed.
    case none
    /// Those in the C library: a multiplexer of this machine loses others, or shifts the row.
    case known
    case all
  }

  /// The row as runs of one style.
  private var runs: [Run] = []

  /// Adjacent cells with one style.
  private struct Run {
    var columns: Range<Int>
    var request: ColorPairs.Use
    var attributes: Attributes
    /// Whether only the background is visible.
    let isBlank: Bool
  }

  /// A blank in the place of a new glyph; not a space, so that ncurses overwrites it later.
  private static let blank = Glyph("\u{A0}")

  init(
    isUnicode: Bool, strike: Strike, hasCurlyUnderline: Bool = false, placing: Placing,
    pairs: ColorPairs
  ) {
    self.hasCurlyUnderline = hasCurlyUnderline
    self.placing = placing
    self.isUnicode = isUnicode
    self.strike = strike
    self.pairs = pairs
  }

  /// Encodes one row; returns one element for each column.
  mutating func encode(_ row: Slice<UnsafeBufferPointer<Cell>>) -> [FireflyCell] {
    let row = UnsafeBufferPointer(rebasing: row)
    divide(row)
    styleBlanks()
    placed = []
    var cells: [FireflyCell] = []
    cells.reserveCapacity(row.count)
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
        let shown = shown(
          glyph, followsWide: cells.last?.width == 2, isLast: x == row.count - 1)
        cells.append(
          FireflyCell(place(shown, of: run, at: x) ?? shown, attributes, answer.pair))
      }
    }
    return cells
  }

  /// Returns what ncurses gets in place of a new glyph, which is placed later; nil for other glyphs.
  private mutating func place(_ glyph: Glyph, of run: Run, at x: Int) -> Glyph? {
    // The second half of a wide one.
    if glyph == .space, let last = placed.last, last.column == x - 1, last.glyph.width == 2 {
      return Self.blank
    }
    guard glyph.isNew else { return nil }
    guard placing == .all || placing == .known && glyph.isInLibrary else { return .replacement }
    placed.append(
      PlacedGlyph(
        column: x, glyph: glyph, attributes: run.attributes,
        colors: pairs.numbers(for: run.request)))
    return Self.blank
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
          attributes: isBlank ? [] : style.attributes, isBlank: isBlank))
      start = end
    }
  }

  /// Gives blanks the style of the text on both sides if that is the same, and otherwise one that
  /// depends on the background only.
  ///
  /// It is invisible, but ncurses writes every change of colours.
  private mutating func styleBlanks() {
    for index in runs.indices where runs[index].isBlank {
      let background = runs[index].request.background
      runs[index].request.foreground = background
      guard index > 0, index + 1 < runs.count else { continue }
      let (left, right) = (runs[index - 1], runs[index + 1])
      guard left.request == right.request, left.attributes == right.attributes,
        left.request.background == background,
        left.attributes.isDisjoint(with: .visibleOnBlanks)
      else { continue }
      runs[index].request = left.request
      runs[index].attributes = left.attributes
    }
  }

  /// Returns the glyph that the terminal can show.
  private func shown(_ glyph: Glyph, followsWide: Bool, isLast: Bool) -> Glyph {
    switch glyph.width {
    case 0: followsWide ? .continuation : .space
    case 2 where isLast: .space
    case 2 where !isUnicode: Self.unknown
    case _ where isUnicode: glyph
    default: glyph.base < 0x7F ? Glyph(ascii: UInt8(glyph.base)) : Self.unknown
    }
  }
}

extension Attributes {
  fileprivate static let visibleOnBlanks: Attributes = [.underline, .reverse, .strikethrough]
}

extension FireflyCell {
  /// Creates a cell with bits of `FireflyAttribute` and the number of a colour pair.
  fileprivate init(_ glyph: Glyph, _ attributes: UInt32, _ pair: Int32) {
    self.init()
    characters.0 = glyph.base
    self.attributes = attributes
    self.pair = pair
    width = UInt32(glyph.width)
    if glyph.hasMarks {
      let marks = glyph.marks + [0, 0, 0, 0]
      (characters.1, characters.2) = (marks[0], marks[1])
      (characters.3, characters.4) = (marks[2], marks[3])
    }
  }
}

extension Cell {
  /// Whether only the background of the cell is visible.
  fileprivate var isBlank: Bool {
    glyph.base == 0x20 && style.attributes.isDisjoint(with: .visibleOnBlanks)
  }
}

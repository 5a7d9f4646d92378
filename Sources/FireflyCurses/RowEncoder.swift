import CTerminal
import FireflyScreen

/// Turns a row of a frame into cells for ncurses, in as few different colours as look the same.
struct RowEncoder {
  /// Whether characters beyond ASCII can be shown.
  let isUnicode: Bool
  /// How a line is drawn through letters.
  let strike: Strike
  /// Colours and their pairs.
  var pairs: ColorPairs

  /// A combining stroke.
  private static let stroke: UInt32 = 0x336

  /// Ways to draw a line through letters.
  enum Strike {
    /// The terminal's own.
    case attribute
    /// By a mark on each letter.
    case mark
    /// Faint letters stand for it.
    case dim
  }

  /// The style in which each cell of the row is written.
  private var inks: [Ink] = []
  /// What stands for the foreground of a background's blanks that have no neighbour on it.
  private var usual: [Color: Color] = [:]

  /// Colours and attributes of a cell.
  private struct Ink: Equatable {
    var request: ColorPairs.Use
    var attributes: Attributes
    /// Whether it comes from something that can be seen.
    var isVisible: Bool
  }

  /// An encoder for a terminal.
  init(isUnicode: Bool, strike: Strike, pairs: ColorPairs) {
    self.isUnicode = isUnicode
    self.strike = strike
    self.pairs = pairs
  }

  /// Encodes one row into `cells`, one element a column.
  mutating func encode(
    _ row: UnsafeBufferPointer<Cell>, into cells: UnsafeMutableBufferPointer<FireflyCell>
  ) {
    chooseInks(for: row)
    var last: ColorPairs.Use?
    var answer = ColorPairs.Answer()
    for (x, cell) in row.enumerated() {
      let ink = inks[x]
      if ink.request != last {
        answer = pairs.answer(to: ink.request)
        last = ink.request
      }
      var attributes = UInt32(ink.attributes.rawValue) & ~answer.unwanted | answer.attributes
      var glyph = cell.glyph
      if strike != .attribute, ink.attributes.contains(.strikethrough) {
        attributes &= ~UInt32(FireflyAttributeStrikethrough.rawValue)
        if strike == .dim {
          attributes |= UInt32(FireflyAttributeDim.rawValue)
        } else {
          glyph.add(mark: Self.stroke)
        }
      }
      put(glyph, attributes, answer.pair, at: x, into: cells)
    }
  }

  /// Gives every blank the foreground and the attributes of its neighbour on the same background.
  ///
  /// They can't be seen, and each change of colour costs some forty bytes: ncurses always sends
  /// both colours of a pair. Of two neighbours the right one counts, so that a bar drawn at the
  /// left of a line changes no other cell.
  private mutating func chooseInks(for row: UnsafeBufferPointer<Cell>) {
    inks.removeAll(keepingCapacity: true)
    for cell in row {
      let isBlank = cell.isBlank
      inks.append(
        Ink(
          request: .init(
            foreground: cell.style.foreground, background: cell.style.background,
            isText: !cell.glyph.isBlock),
          attributes: isBlank ? [] : cell.style.attributes, isVisible: !isBlank))
    }
    for x in inks.indices.dropLast().reversed() { lend(from: x + 1, to: x) }
    for x in inks.indices.dropFirst() { lend(from: x - 1, to: x) }
    // Backgrounds come in runs: what was found for the last one mostly holds for the next.
    var known: (background: Color, foreground: Color)?
    for x in inks.indices {
      let background = inks[x].request.background
      if known?.background != background {
        if usual[background] == nil, inks[x].isVisible, usual.count < 256 {
          usual[background] = inks[x].request.foreground
        }
        known = usual[background].map { (background, $0) }
      }
      if !inks[x].isVisible, let known { inks[x].request.foreground = known.foreground }
    }
  }

  private mutating func lend(from donor: Int, to x: Int) {
    guard !inks[x].isVisible, inks[donor].isVisible,
      inks[x].request.background == inks[donor].request.background
    else { return }
    inks[x] = inks[donor]
    inks[x].attributes.subtract([.underline, .reverse, .strikethrough])
  }

  private func put(
    _ glyph: Glyph, _ attributes: UInt32, _ pair: Int32, at x: Int,
    into cells: UnsafeMutableBufferPointer<FireflyCell>
  ) {
    var encoded = FireflyCell()
    encoded.attributes = attributes
    encoded.pair = pair
    encoded.width = 1
    let isFollowed = x + 1 < cells.count
    switch glyph.width {
    case 0 where x > 0 && cells[x - 1].width == 2:
      encoded.width = 0
    case 2 where !isFollowed || !isUnicode:
      encoded.characters.0 = isFollowed ? 0x3F : 0x20
    case 0:
      encoded.characters.0 = 0x20
    default:
      encoded.characters.0 = isUnicode || glyph.base < 0x7F ? glyph.base : 0x3F
      encoded.width = UInt32(glyph.width)
      if isUnicode, glyph.hasMarks {
        let marks = glyph.marks + [0, 0, 0, 0]
        (encoded.characters.1, encoded.characters.2) = (marks[0], marks[1])
        (encoded.characters.3, encoded.characters.4) = (marks[2], marks[3])
      }
    }
    cells[x] = encoded
  }
}

extension Cell {
  /// Whether only the background of the cell can be seen.
  fileprivate var isBlank: Bool {
    glyph.base == 0x20 && style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough])
  }
}

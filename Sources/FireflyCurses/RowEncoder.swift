import CTerminal
import FireflyScreen

/// Turns a row of a frame into cells for ncurses, in as few different colours as look the same.
struct RowEncoder {
  /// Whether characters beyond ASCII can be shown.
  let isUnicode: Bool
  /// Colours and their pairs.
  var pairs: ColorPairs

  /// Encodes one row into `cells`, one element a column.
  ///
  /// A blank takes the foreground and the attributes of its left neighbour: they can't be seen, and
  /// each change of them would cost an escape sequence.
  mutating func encode(
    _ row: UnsafeBufferPointer<Cell>, into cells: UnsafeMutableBufferPointer<FireflyCell>
  ) {
    var ink = row.first { !$0.isBlank }?.style.foreground
    var last: ColorPairs.Request?
    var answer = ColorPairs.Answer()
    var attributes: UInt32 = 0
    for (x, cell) in row.enumerated() {
      var request = ColorPairs.Request(
        foreground: cell.style.foreground, background: cell.style.background,
        isText: !cell.glyph.isBlock)
      let isBlank = cell.isBlank
      if isBlank {
        if let ink { request.foreground = ink }
        if let last { request.isText = last.isText }
      }
      if request != last {
        answer = pairs.answer(to: request)
        last = request
      }
      ink = request.foreground
      if !isBlank {
        attributes = UInt32(cell.style.attributes.rawValue) | answer.attributes
      } else if attributes & Self.visibleOnBlanks != 0 {
        attributes = 0
      }
      put(cell.glyph, attributes, answer.pair, at: x, into: cells)
    }
  }

  private static let visibleOnBlanks = UInt32(
    FireflyAttributeUnderline.rawValue | FireflyAttributeReverse.rawValue)

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
    glyph.base == 0x20 && style.attributes.isDisjoint(with: [.underline, .reverse])
  }
}

extension Glyph {
  /// Whether it paints areas (block elements, and what pictures are made of) instead of being read.
  fileprivate var isBlock: Bool {
    (0x2580...0x259F).contains(base) || (0x1FB00...0x1FBAF).contains(base)
      || (0x2800...0x28FF).contains(base)
  }
}

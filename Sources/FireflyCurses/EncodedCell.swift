import CTerminal
import FireflyScreen

/// A cell as the terminal shows it, in half the bytes that ncurses needs for it.
struct EncodedCell: Equatable {
  /// The character.
  var glyph: Glyph
  /// Bits of `FireflyAttribute`.
  var attributes: UInt32
  /// Number of a colour pair.
  var pair: Int32

  /// Unknown screen contents: differs from all other cells.
  static let unknown = EncodedCell(glyph: .space, attributes: 0, pair: -1)

  /// Attributes that are visible on blanks.
  static let visibleOnBlanks = UInt32(
    FireflyAttributeUnderline.rawValue | FireflyAttributeReverse.rawValue
      | FireflyAttributeStrikethrough.rawValue | FireflyAttributeCurlyUnderline.rawValue)

  /// Whether only the background of the cell is visible.
  var isBlank: Bool { glyph == .space && attributes & Self.visibleOnBlanks == 0 }

  /// The cell in ncurses' format.
  var forCurses: FireflyCell {
    var cell = FireflyCell()
    cell.characters.0 = glyph.base
    cell.attributes = attributes
    cell.pair = pair
    cell.width = UInt32(glyph.width)
    if glyph.hasMarks {
      let marks = glyph.marks + [0, 0, 0, 0]
      (cell.characters.1, cell.characters.2) = (marks[0], marks[1])
      (cell.characters.3, cell.characters.4) = (marks[2], marks[3])
    }
    return cell
  }
}

import CTerminal
import FireflyScreen

/// A cell as the terminal is to show it, in half the bytes that ncurses takes for it.
struct EncodedCell: Equatable {
  /// What it shows.
  var glyph: Glyph
  /// Bits of `FireflyAttribute`.
  var attributes: UInt32
  /// Number of a colour pair.
  var pair: Int32

  /// What is on the screen where nobody knows: like no other cell.
  static let unknown = EncodedCell(glyph: .space, attributes: 0, pair: -1)

  /// Attributes that can be seen where there is no character.
  static let visibleOnBlanks = UInt32(
    FireflyAttributeUnderline.rawValue | FireflyAttributeReverse.rawValue
      | FireflyAttributeStrikethrough.rawValue | FireflyAttributeCurlyUnderline.rawValue)

  /// Whether only the background of the cell can be seen.
  var isBlank: Bool { glyph == .space && attributes & Self.visibleOnBlanks == 0 }

  /// The cell as it is handed to ncurses.
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

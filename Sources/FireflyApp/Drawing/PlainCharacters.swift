import FireflyScreen
import Foundation

/// Replaces characters for terminals without Unicode.
enum PlainCharacters {
  /// Replaces every non-ASCII glyph of a frame by a similar ASCII character, or `?`.
  static func apply(to frame: inout Frame) {
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let cell = frame[x, y]
        guard cell.glyph.base > 0x7E || cell.glyph.hasMarks else { continue }
        let place = Rect(x: x, y: y, width: Int(cell.glyph.width), height: 1)
        frame.fill(place, glyph: Glyph(cell.glyph.plain), style: cell.style)
      }
    }
  }
}

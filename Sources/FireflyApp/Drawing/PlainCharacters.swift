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
        frame.fill(place, glyph: Glyph(plain(cell.glyph)), style: cell.style)
      }
    }
  }

  private static func plain(_ glyph: Glyph) -> Unicode.Scalar {
    switch glyph.base {
    case 0xA0, 0x3000: return " "
    case 0x2018, 0x2019: return "'"
    case 0x201C, 0x201D, 0xAB, 0xBB: return "\""
    case 0x2010...0x2015, 0x2212: return "-"
    case 0x2022, 0xB7, 0x25CF: return "*"
    case 0x2026: return "~"
    case 0x2190, 0x2039, 0x276E: return "<"
    case 0x2191: return "^"
    case 0x2193: return "v"
    case 0xD7: return "x"
    case 0x2192, 0x203A, 0x276F: return ">"
    default:
      let first = glyph.text.decomposedStringWithCompatibilityMapping.unicodeScalars.first
      return first.flatMap { $0.isASCII && $0.value >= 0x20 ? $0 : nil } ?? "?"
    }
  }
}

import Foundation

extension Glyph {
  /// A similar ASCII character, or `?`, for terminals without Unicode.
  package var plain: Unicode.Scalar {
    switch base {
    case 0x20...0x7E where !hasMarks: return Unicode.Scalar(UInt8(base))
    case 0xA0, 0x3000: return " "
    case 0x2018, 0x2019: return "'"
    case 0x201C, 0x201D, 0xAB, 0xBB: return "\""
    case 0x2010...0x2015, 0x2212: return "-"
    case 0x2022, 0xB7, 0x25CF: return "*"
    case 0x2026: return "~"
    case 0x2190, 0x2039, 0x276E: return "<"
    case 0x2191: return "^"
    // No letter, which would be read as one.
    case 0x2193: return "|"
    case 0xD7: return "x"
    case 0x2588: return "#"
    case 0x2591: return "."
    case 0x2192, 0x203A, 0x276F: return ">"
    default:
      let first = text.decomposedStringWithCompatibilityMapping.unicodeScalars.first
      return first.flatMap { $0.isASCII && $0.value >= 0x20 ? $0 : nil } ?? "?"
    }
  }
}

/// The sanitiser's classification of a scalar.
enum ForeignScalar {
  /// Visible; may carry combining marks.
  case base
  /// A space of any width.
  case space
  /// Ends a line.
  case lineBreak
  /// A horizontal tab.
  case tab
  /// Combining: non-spacing or enclosing.
  case mark
  /// Variation selector: selects a form of the base (text or emoji).
  case variation
  /// ZWJ and ZWNJ, used in Indic scripts, Arabic and emoji.
  case joiner
  /// C0 (except line breaks and tab), DEL and C1: ESC begins an escape sequence, others may end one.
  case control
  /// Invisible, bidirectional control, or not a character.
  case dropped

  init(_ value: UInt32) {
    if value < 0x300 {
      self = Self.latin(value)
    } else if Self.holdsOnlyBases(value) {
      self = .base
    } else {
      self = Self.beyondLatin(value)
    }
  }

  private static func latin(_ value: UInt32) -> ForeignScalar {
    switch value {
    case 0x20, 0xA0: .space
    case 0x09: .tab
    case 0x0A...0x0D, 0x85: .lineBreak
    case 0..<0x20, 0x7F..<0xA0: .control
    case 0xAD: .dropped
    default: .base
    }
  }

  /// Large blocks without marks or dropped characters: avoids most lookups.
  private static func holdsOnlyBases(_ value: UInt32) -> Bool {
    switch value {
    case 0x0370..<0x0483, 0x048A..<0x0590, 0x05D0..<0x0600, 0x0620..<0x064B, 0x1E00..<0x2000,
      0x2010..<0x2028, 0x2030..<0x205F, 0x2070..<0x20D0, 0x2100..<0x2CEF, 0x2E00..<0x3000,
      0x3001..<0x302A, 0x3041..<0x3099, 0x309B..<0x3164, 0x3165..<0xA66F, 0xAC00..<0xD7A4,
      0x1F000..<0x1FB00, 0x20000..<0x2FA1E:
      true
    default: false
    }
  }

  private static func beyondLatin(_ value: UInt32) -> ForeignScalar {
    switch value {
    case 0x2028, 0x2029: return .lineBreak
    case 0x200C, 0x200D: return .joiner
    case 0xFE00...0xFE0F: return .variation
    // Format characters are listed one by one; general category Cf would include the Arabic number
    // signs, which are visible.
    case 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      return .dropped
    case 0xFDD0...0xFDEF: return .dropped
    default: break
    }
    if value & 0xFFFE == 0xFFFE { return .dropped }
    return switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: .mark
    case .spaceSeparator: .space
    case nil: .dropped
    default: .base
    }
  }
}

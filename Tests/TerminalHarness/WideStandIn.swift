import CWideCharacter

/// Lets an old libvterm give the emoji of today their two columns.
///
/// Its table of widths may end with Unicode 9. Wide characters of plane 1 are therefore shown to it
/// as the ones at the same place of plane 3, which it takes to be wide without exception, and read
/// back as what they were. Which are wide is the program's own word.
struct WideStandIn {
  private static let shift: UInt32 = 0x20000
  private var pending: [UInt8] = []

  /// The bytes to show in place of the program's; a character that is not complete yet is kept back.
  mutating func replacing(_ bytes: [UInt8]) -> [UInt8] {
    guard !pending.isEmpty || bytes.contains(0xF0) else { return bytes }
    var result = pending + bytes
    pending = []
    var index = 0
    while let start = result[index...].firstIndex(of: 0xF0) {
      guard start + 4 <= result.count else {
        if result[(start + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 }) {
          pending = Array(result[start...])
          result.removeSubrange(start...)
        }
        break
      }
      if let scalar = Self.scalar(result[start..<(start + 4)]), Self.isWide(scalar) {
        result[start + 1] |= 0x20
      }
      index = start + 1
    }
    return result
  }

  /// The character that a scalar on the emulated screen stands for.
  static func original(of scalar: UInt32) -> UInt32 {
    guard (0x30000...0x3FFFF).contains(scalar) else { return scalar }
    return isWide(scalar - shift) ? scalar - shift : scalar
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    (0x10000...0x1FFFF).contains(scalar) && firefly_character_width(scalar) == 2
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
    return bytes.dropFirst().reduce(0) { $0 << 6 | UInt32($1 & 0x3F) }
  }
}

extension Sequence where Element == UInt8 {
  /// The bytes in base 64, padded.
  var base64: [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(underestimatedCount / 3 * 4 + 4)
    var bits: UInt32 = 0
    var held = 0
    for byte in self {
      bits = bits << 8 | UInt32(byte)
      held += 1
      guard held == 3 else { continue }
      for shift: UInt32 in [18, 12, 6, 0] { text.append(alphabet[Int(bits >> shift & 63)]) }
      bits = 0
      held = 0
    }
    guard held > 0 else { return text }
    bits <<= UInt32(8 * (3 - held))
    for shift: UInt32 in [18, 12, 6, 0].prefix(held + 1) {
      text.append(alphabet[Int(bits >> shift & 63)])
    }
    return text + Array(repeating: UInt8(ascii: "="), count: 3 - held)
  }
}

/// Text pasted by a terminal.
enum PastedText {
  /// Decodes the text, with `\n` as line break, without control characters and invalid bytes; VT,
  /// FF and NEL become blanks.
  static func cleaned(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0D: kept.append(0x0A)
      case 0x0A: if before != 0x0D { kept.append(0x0A) }
      case 0x09, 0x20..<0x7F: kept.append(byte)
      case 0x0B, 0x0C: kept.append(0x20)
      // C1 controls are C2 80 … C2 9F, NEL is C2 85.
      case 0x80..<0xA0 where before == 0xC2:
        kept.removeLast()
        if byte == 0x85 { kept.append(0x20) }
      case 0x80...: kept.append(byte)
      default: break
      }
      before = byte
    }
    kept.removeLast(UTF8Tail.length(of: kept))
    return String(decoding: kept, as: UTF8.self)
  }
}

/// Finds an incomplete UTF-8 character at the end of bytes.
enum UTF8Tail {
  /// Returns the length of a character that begins with `byte`; 1 for a byte that can't begin one.
  static func expectedLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }

  /// Returns the number of bytes of an incomplete character at the end; 0…3.
  static func length(of bytes: some BidirectionalCollection<UInt8>) -> Int {
    var length = 0
    for byte in bytes.suffix(3).reversed() {
      length += 1
      if byte < 0x80 { return 0 }
      if byte >= 0xC0 { return expectedLength(byte) > length ? length : 0 }
    }
    return 0
  }
}

import FireflyCore

/// Finds the end of a GIF's first frame, so that the other frames need not be decoded.
struct GIFOutline: Equatable {
  /// The offset after the first frame's last block; nil if the bytes end before it.
  let firstFrameEnd: Int?

  /// Parses the blocks up to the end of the first frame.
  init(_ bytes: [UInt8]) { firstFrameEnd = Self.walk(bytes) }

  private static func walk(_ bytes: [UInt8]) -> Int? {
    guard let flags = bytes.littleEndian(1, at: 10) else { return nil }
    var offset = 13 + colorTable(flags)
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x21:
        guard let end = subBlocks(bytes, from: offset + 2) else { return nil }
        offset = end
      case 0x2C:
        guard let flags = bytes.littleEndian(1, at: offset + 9) else { return nil }
        return subBlocks(bytes, from: offset + 11 + colorTable(flags))
      default: return nil
      }
    }
    return nil
  }

  /// Size in bytes of the colour table after a descriptor with these flags.
  private static func colorTable(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
  }

  /// The offset after a chain of data blocks; nil if it doesn't end.
  private static func subBlocks(_ bytes: [UInt8], from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == 0 { return offset + 1 }
      offset += 1 + Int(bytes[offset])
    }
    return nil
  }
}

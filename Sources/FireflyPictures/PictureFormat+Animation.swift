import FireflyCore

extension PictureFormat {
  /// Whether a file of the format has more than one picture, which are shown in turn.
  func isAnimated(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gif:
      // Another picture, or what says when it comes.
      guard let end = GIFOutline(bytes).firstFrameEnd, end < bytes.count else { return false }
      let next = bytes[end]
      return next == 0x2C || next == 0x21 && bytes.dropFirst(end + 1).first == 0xF9
    case .png:
      // The chunk `acTL` stands before the pixels.
      let start = bytes.prefix(1 << 16)
      guard let control = start.firstRange(of: "acTL".utf8) else { return false }
      let pixels = start.firstRange(of: "IDAT".utf8)
      return pixels.map { control.lowerBound < $0.lowerBound } ?? true
    case .webp:
      // The extended header has a bit for it.
      return bytes.count > 20 && bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 2 != 0
    case .jpeg: return false
    }
  }
}

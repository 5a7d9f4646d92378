import FireflyCore

/// The bytes of one still picture to decode: a file, or an animation's first frame.
struct StillFile {
  /// The bytes, in order.
  let pieces: [ArraySlice<UInt8>]
  /// Whether the file is complete, according to its structure.
  let isComplete: Bool

  /// Finds the end of the data to decode, and rejects data that would take too long.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - info: its header.
  /// - Throws: `PictureError.tooSlow`.
  init(_ bytes: [UInt8], info: PictureInfo, limits: PictureLimits) throws(PictureError) {
    switch info.format {
    case .png:
      // The decoder doesn't require the last chunk.
      pieces = [bytes[...]]
      isComplete = bytes.pngChunk("IEND") != nil
    case .webp:
      pieces = [bytes[...]]
      isComplete = bytes.littleEndian(4, at: 4).map { bytes.count >= $0 + 8 } ?? false
    case .jpeg:
      let outline = JPEGOutline(bytes)
      let (work, overflow) = outline.scans.multipliedReportingOverflow(by: info.size.area)
      guard !overflow, outline.scans <= 1 || work <= limits.scannedPixels else { throw .tooSlow }
      pieces = [bytes[...]]
      isComplete = outline.isComplete
    case .gif:
      if let end = GIFOutline(bytes).firstFrameEnd {
        pieces = [bytes[..<end], [0x3B]]
        isComplete = true
      } else {
        pieces = [bytes[...]]
        isComplete = false
      }
    }
  }
}

/// The bytes of one still picture, to be decoded: a file, or an animation's first frame.
struct StillFile {
  /// The bytes, in order.
  let pieces: [ArraySlice<UInt8>]
  /// Whether the file is there to its end, as far as its outline tells.
  let isComplete: Bool

  /// Looks for the end of what is to be decoded, and refuses what would take too long.
  ///
  /// - Throws: `PictureError.tooSlow`.
  init(_ bytes: [UInt8], info: PictureInfo, limits: PictureLimits) throws(PictureError) {
    switch info.format {
    case .png:
      pieces = [bytes[...]]
      isComplete = true
    case .webp:
      pieces = [bytes[...]]
      isComplete = true
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

// PNG and WebP consist of chunks, one of which may contain EXIF data, before or after the pixels.
extension Orientation {
  /// Maximum number of chunks to search; real files have a few hundred.
  private static let maximumChunks = 10_000

  /// Reads the orientation of a PNG file, as far as it has arrived; upright if it has none.
  init(pngFile bytes: [UInt8]) {
    self = .upright
    var offset = 8
    for _ in 0..<Self.maximumChunks {
      guard let length = bytes.bigEndian(4, at: offset), length <= Int32.max else { return }
      let data = offset + 8..<offset + 8 + length
      if bytes.has("eXIf", at: offset + 4) {
        guard data.upperBound <= bytes.count else { return }
        self = Orientation(exif: bytes[data])
        return
      }
      // A checksum follows.
      offset = data.upperBound + 4
    }
  }

  /// Reads the orientation of a WebP file, as far as it has arrived; upright if it has none.
  init(webPFile bytes: [UInt8]) {
    self = .upright
    // Only the extended format has such chunks, announced by a flag.
    guard bytes.has("VP8X", at: 12), let flags = bytes.littleEndian(1, at: 20), flags & 8 != 0
    else {
      return
    }
    var offset = 12
    for _ in 0..<Self.maximumChunks {
      guard let length = bytes.littleEndian(4, at: offset + 4), length <= Int32.max else { return }
      let data = offset + 8..<offset + 8 + length
      if bytes.has("EXIF", at: offset) {
        guard data.upperBound <= bytes.count else { return }
        self = Orientation(exif: bytes[data])
        return
      }
      // Chunks begin at even offsets.
      offset = data.upperBound + length % 2
    }
  }
}

// PNG and WebP are made of chunks, one of which may hold EXIF data, before or behind the pixels.
extension Orientation {
  /// Chunks that are looked at, at most; files have a few hundred.
  private static let maximumChunks = 10_000

  /// The turn that a PNG file asks for, as far as it is there; upright if it asks for none.
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

  /// The turn that a WebP file asks for, as far as it is there; upright if it asks for none.
  init(webPFile bytes: [UInt8]) {
    self = .upright
    // Only the extended form has such chunks, and tells by a flag that it has.
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
      // Chunks begin at even places.
      offset = data.upperBound + length % 2
    }
  }
}

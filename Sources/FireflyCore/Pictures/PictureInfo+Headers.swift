// The headers of the four formats, according to their specifications.
extension PictureInfo {
  static func png(_ bytes: [UInt8]) throws(PictureError) -> PictureInfo? {
    guard let width = bytes.bigEndian(4, at: 16), let height = bytes.bigEndian(4, at: 20),
      let depth = bytes.bigEndian(1, at: 24), let colorType = bytes.bigEndian(1, at: 25)
    else { return nil }
    guard bytes.has("IHDR", at: 12) else {
      throw .broken(.png, reason: "it doesn't begin with its header")
    }
    guard width <= Int32.max, height <= Int32.max else {
      throw .broken(.png, reason: "its size is out of range")
    }
    guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType],
      [1, 2, 4, 8, 16].contains(depth), [0, 3].contains(colorType) || depth >= 8,
      colorType != 3 || depth <= 8
    else { throw .broken(.png, reason: "its colours are none that there are") }
    // Deflated data begins with two bytes that say so.
    if let data = bytes.pngChunk("IDAT"), data.count >= 2,
      let start = bytes.bigEndian(2, at: data.lowerBound), start >> 8 & 15 != 8 || start % 31 != 0
    {
      throw .broken(.png, reason: "its pixels can't be read")
    }
    // A byte of deflated data yields at most 1,032 bytes.
    let (bits, overflow) = (width * height).multipliedReportingOverflow(by: depth * channels)
    return PictureInfo(
      format: .png, storedSize: PixelSize(width: width, height: height),
      orientation: Orientation(pngFile: bytes),
      fewestBytes: overflow ? 0 : bits / 8 / 1_032)
  }

  static func gif(_ bytes: [UInt8]) -> PictureInfo? {
    guard let width = bytes.littleEndian(2, at: 6), let height = bytes.littleEndian(2, at: 8)
    else { return nil }
    return PictureInfo(format: .gif, storedSize: PixelSize(width: width, height: height))
  }

  static func webp(_ bytes: [UInt8]) throws(PictureError) -> PictureInfo? {
    func info(_ width: Int, _ height: Int) -> PictureInfo {
      PictureInfo(
        format: .webp, storedSize: PixelSize(width: width, height: height),
        orientation: Orientation(webPFile: bytes))
    }
    guard bytes.count >= 30 else { return nil }
    if bytes.has("VP8X", at: 12), let width = bytes.littleEndian(3, at: 24),
      let height = bytes.littleEndian(3, at: 27)
    {
      return info(width + 1, height + 1)
    }
    if bytes.has("VP8L", at: 12), bytes[20] == 0x2F, let bits = bytes.littleEndian(4, at: 21) {
      return info((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    if bytes.has("VP8 ", at: 12), bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A,
      let width = bytes.littleEndian(2, at: 26), let height = bytes.littleEndian(2, at: 28)
    {
      return info(width & 0x3FFF, height & 0x3FFF)
    }
    throw .broken(.webp, reason: "it doesn't begin with a picture")
  }

  static func jpeg(_ bytes: [UInt8]) throws(PictureError) -> PictureInfo? {
    var markers = JPEGMarkers(bytes)
    var orientation: Orientation?
    while let marker = markers.next() {
      switch marker.code {
      case 0xE1 where orientation == nil:
        if bytes.has("Exif", at: marker.payload.lowerBound) {
          orientation = Orientation(exif: bytes[marker.payload])
        }
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let start = marker.payload.lowerBound
        guard marker.payload.count >= 6, let height = bytes.bigEndian(2, at: start + 1),
          let width = bytes.bigEndian(2, at: start + 3)
        else { throw .broken(.jpeg, reason: "its header is cut short") }
        // Each block of 8 × 8 takes at least a bit; an eighth of that is on the safe side.
        return PictureInfo(
          format: .jpeg, storedSize: PixelSize(width: width, height: height),
          orientation: orientation ?? .upright, fewestBytes: width * height / 4_096)
      case 0xD9, 0xDA:
        throw .broken(.jpeg, reason: "it has no header")
      default: break
      }
    }
    if markers.isBroken { throw .broken(.jpeg, reason: "it contains something else") }
    return nil
  }
}

/// How a stored picture must be rotated or flipped to be upright: EXIF orientation 1…8.
package enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored
  case halfTurn
  case flipped
  case transposed
  case quarterTurnRight
  case transversed
  case quarterTurnLeft

  /// Whether width and height are swapped.
  package var swapsSides: Bool { rawValue >= 5 }

  /// Reads the orientation of a PNG file, as far as it has arrived; upright if it has none.
  package init(pngFile bytes: [UInt8]) {
    self.init(chunk: bytes.pngChunk("eXIf"), of: bytes)
  }

  /// Reads the orientation of a WebP file, as far as it has arrived; upright if it has none.
  package init(webPFile bytes: [UInt8]) {
    // Only the extended format has such chunks, announced by a flag.
    let isExtended = bytes.has("VP8X", at: 12) && (bytes.littleEndian(1, at: 20) ?? 0) & 8 != 0
    self.init(chunk: isExtended ? bytes.webPChunk("EXIF") : nil, of: bytes)
  }

  private init(chunk: Range<Int>?, of bytes: [UInt8]) {
    self = .upright
    guard let chunk, chunk.upperBound <= bytes.count else { return }
    self.init(exif: bytes[chunk])
  }

  /// Reads the orientation tag of EXIF data, which may begin with `Exif` and two zeros: required in
  /// JPEG, absent in PNG, and written by some programs in WebP.
  ///
  /// Anything unexpected means upright.
  package init(exif data: ArraySlice<UInt8>) {
    let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let tiff = data.starts(with: signature) ? data.dropFirst(signature.count) : data
    self = Self.read(Array(tiff.prefix(65_536))) ?? .upright
  }

  private static func read(_ tiff: [UInt8]) -> Orientation? {
    let bigEndian: Bool
    if tiff.starts(with: [0x4D, 0x4D, 0, 42]) {
      bigEndian = true
    } else if tiff.starts(with: [0x49, 0x49, 42, 0]) {
      bigEndian = false
    } else {
      return nil
    }
    func number(_ count: Int, at offset: Int) -> Int? {
      bigEndian ? tiff.bigEndian(count, at: offset) : tiff.littleEndian(count, at: offset)
    }
    guard let directory = number(4, at: 4), let entries = number(2, at: directory) else {
      return nil
    }
    for entry in 0..<min(entries, 512) {
      let offset = directory + 2 + entry * 12
      guard let tag = number(2, at: offset) else { return nil }
      guard tag == 0x0112 else { continue }
      guard number(2, at: offset + 2) == 3, let value = number(2, at: offset + 8) else {
        return nil
      }
      return Orientation(rawValue: value)
    }
    return nil
  }

  /// EXIF data with this number alone.
  var exif: [UInt8] {
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue), 0, 0, 0,
      0, 0, 0,
    ]
  }
}

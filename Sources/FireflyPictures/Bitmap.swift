import FireflyCore
import FireflyScreen

/// A decoded picture: rows of red, green, blue and alpha, 8 bits each, with premultiplied alpha.
package struct Bitmap: Hashable, Sendable {
  /// The size in pixels.
  package let size: PixelSize
  /// `size.area` × 4 bytes, row by row from the top.
  package let bytes: [UInt8]
  /// Whether all pixels are opaque.
  package let isOpaque: Bool
  /// False if the file ended early: the missing part is grey.
  package let isComplete: Bool

  /// Creates a bitmap from premultiplied RGBA bytes; nil if their number is wrong or a side is
  /// empty.
  package init?(size: PixelSize, bytes: [UInt8], isComplete: Bool = true) {
    guard size.width > 0, size.height > 0, bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
    self.isComplete = isComplete
    isOpaque = bytes.withUnsafeBufferPointer { bytes in
      stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }
  }

  /// Creates a bitmap from bytes that are known to be valid.
  init(size: PixelSize, bytes: [UInt8], isOpaque: Bool, isComplete: Bool) {
    self.size = size
    self.bytes = bytes
    self.isOpaque = isOpaque
    self.isComplete = isComplete
  }

  /// Returns the bitmap over a background colour, opaque.
  func over(_ backdrop: Color) -> Bitmap {
    guard !isOpaque else { return self }
    let behind = [Int(backdrop.red), Int(backdrop.green), Int(backdrop.blue)]
    var opaque = bytes
    for pixel in stride(from: 0, to: opaque.count, by: 4) {
      let gap = 255 - Int(opaque[pixel + 3])
      guard gap > 0 else { continue }
      for channel in 0..<3 {
        let shining = (behind[channel] * gap + 127) / 255
        opaque[pixel + channel] = UInt8(min(255, Int(opaque[pixel + channel]) + shining))
      }
      opaque[pixel + 3] = 255
    }
    return Bitmap(size: size, bytes: opaque, isOpaque: true, isComplete: isComplete)
  }

  /// Returns some of its columns and rows of pixels.
  func part(columns: Range<Int>, rows: Range<Int>) -> Bitmap {
    let part = PixelSize(width: columns.count, height: rows.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.area * 4)
    for row in rows {
      let start = row * size.width
      bytes += self.bytes[(start + columns.lowerBound) * 4..<(start + columns.upperBound) * 4]
    }
    return Bitmap(size: part, bytes: bytes, isOpaque: isOpaque, isComplete: isComplete)
  }

  /// The pixels without premultiplication, as in files and terminals.
  var straightBytes: [UInt8] {
    guard !isOpaque else { return bytes }
    var straight = bytes
    for pixel in stride(from: 0, to: straight.count, by: 4) {
      let alpha = Int(straight[pixel + 3])
      guard alpha != 0, alpha != 255 else { continue }
      for channel in pixel..<pixel + 3 {
        straight[channel] = UInt8(min(255, (Int(straight[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return straight
  }
}

extension Bitmap: CustomStringConvertible {
  /// The size; without the pixels, which would fill pages.
  package var description: String {
    "Bitmap(\(size.width) × \(size.height)\(isComplete ? "" : ", incomplete"))"
  }
}

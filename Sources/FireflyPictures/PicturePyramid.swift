import FireflyCore

/// A bitmap with reduced copies (mipmaps), so that drawing it small is fast.
package struct PicturePyramid: Hashable, Sendable {
  /// The bitmap, followed by levels of half the previous size, down to one pixel a side.
  let levels: [Bitmap]
  /// Size of the original picture in pixels; the bitmap may be a reduced copy.
  package let original: PixelSize

  /// Creates the levels by averaging; takes about as long as reading the bitmap twice.
  ///
  /// - Parameter original: size in pixels of the upright picture that it was decoded from; nil for
  ///   its own.
  package init(_ bitmap: Bitmap, original: PixelSize? = nil) {
    self.original = original ?? bitmap.size
    var levels = [bitmap]
    while let last = levels.last, let half = last.halved { levels.append(half) }
    self.levels = levels
  }

  /// Size of the bitmap in pixels.
  package var size: PixelSize { levels[0].size }
  /// The bitmap.
  package var bitmap: Bitmap { levels[0] }
  /// Memory used by all levels, in bytes.
  package var byteCount: Int { levels.reduce(0) { $0 + $1.bytes.count } }

  /// Returns the smallest level in which `crop` has at least nine tenths of the given numbers of
  /// pixels; otherwise the bitmap.
  func level(for crop: PictureCrop, width: Double, height: Double) -> Bitmap {
    levels.last {
      crop.width * Double($0.size.width) >= 0.9 * width
        && crop.height * Double($0.size.height) >= 0.9 * height
    } ?? levels[0]
  }
}

extension Bitmap {
  /// The bitmap at half its size, without an odd last row or column; nil once a side is 1.
  fileprivate var halved: Bitmap? {
    guard size.width > 1, size.height > 1 else { return nil }
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    let stride = size.width * 4
    let bytes = self.bytes.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: half.area * 4) { buffer, count in
        var to = 0
        for y in 0..<half.height {
          var from = y * 2 * stride
          for _ in 0..<half.width {
            for channel in from..<from + 4 {
              let sum =
                UInt32(source[channel]) + UInt32(source[channel + 4])
                + UInt32(source[channel + stride]) + UInt32(source[channel + stride + 4])
              buffer[to] = UInt8((sum + 2) / 4)
              to += 1
            }
            from += 8
          }
        }
        count = half.area * 4
      }
    }
    return Bitmap(size: half, bytes: bytes, isOpaque: isOpaque, isComplete: isComplete)
  }
}

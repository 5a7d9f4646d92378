import CPictures
import FireflyCore

extension Bitmap {
  /// Creates an upright bitmap from a decoder's output; each pixel is the average of a square of
  /// `divisor` × `divisor`.
  init(_ pixels: firefly_pixels, orientation: Orientation, divisor: Int, isComplete: Bool) {
    let stored = PixelSize(
      width: Int(pixels.width) / divisor, height: Int(pixels.height) / divisor)
    let size = orientation.swapsSides ? stored.transposed : stored
    let channels = Int(pixels.channels)
    let stride = Int(pixels.stride)
    var isOpaque = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 4) { buffer, count in
      count = size.area * 4
      guard let source = pixels.bytes else { return buffer.update(repeating: 0) }
      // Each row of the upright picture is a line of equal steps in the stored one.
      for y in 0..<size.height {
        let first = orientation.stored(x: 0, y: y, in: stored)
        let second = orientation.stored(x: 1, y: y, in: stored)
        var from = (first.y * stride + first.x * channels) * divisor
        let step = ((second.y - first.y) * stride + (second.x - first.x) * channels) * divisor
        var to = y * size.width * 4
        for _ in 0..<size.width {
          let alpha = Self.average(
            source + from, side: divisor, stride: stride, channels: channels, to: buffer, at: to)
          isOpaque = isOpaque && alpha == 255
          from += step
          to += 4
        }
      }
    }
    self.init(size: size, bytes: bytes, isOpaque: isOpaque, isComplete: isComplete)
  }

  /// Writes the average of a square of pixels, premultiplied; returns its alpha.
  @inline(__always)
  private static func average(
    _ source: UnsafePointer<UInt8>, side: Int, stride: Int, channels: Int,
    to buffer: UnsafeMutableBufferPointer<UInt8>, at to: Int
  ) -> UInt8 {
    if side == 1, channels == 3 || source[3] == 255 {
      buffer[to] = source[0]
      buffer[to + 1] = source[1]
      buffer[to + 2] = source[2]
      buffer[to + 3] = 255
      return 255
    }
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    for y in 0..<side {
      var at = y * stride
      for _ in 0..<side {
        let weight = channels == 4 ? Int(source[at + 3]) : 255
        red += Int(source[at]) * weight
        green += Int(source[at + 1]) * weight
        blue += Int(source[at + 2]) * weight
        alpha += weight
        at += channels
      }
    }
    let count = side * side
    let total = count * 255
    buffer[to] = UInt8((red + total / 2) / total)
    buffer[to + 1] = UInt8((green + total / 2) / total)
    buffer[to + 2] = UInt8((blue + total / 2) / total)
    buffer[to + 3] = UInt8((alpha + count / 2) / count)
    return buffer[to + 3]
  }

  /// Encodes the bitmap: PNG keeps alpha, JPEG (quality 90) drops it.
  ///
  /// - Parameter scaled: the size of the encoded picture; nil for that of the bitmap.
  /// - Returns: the file; nil if the library is missing.
  func encoded(as format: PictureFormat, scaled: PixelSize? = nil) -> [UInt8]? {
    let target = scaled ?? size
    return withPixels(straightBytes) { pixels in
      var count = 0
      guard
        let file = firefly_encode(
          pixels, Int32(target.width), Int32(target.height), format.rawValue, &count)
      else { return nil }
      defer { firefly_bytes_free(file) }
      return Array(UnsafeBufferPointer(start: file, count: count))
    }
  }

  /// Passes the pixels to C.
  ///
  /// - Parameters:
  ///   - bytes: the pixels in another form; nil for its own.
  ///   - body: uses the pixels, which are valid only meanwhile.
  func withPixels<Result>(_ bytes: [UInt8]? = nil, _ body: (firefly_pixels) -> Result) -> Result {
    (bytes ?? self.bytes).withUnsafeBufferPointer {
      body(
        firefly_pixels(
          bytes: $0.baseAddress, width: Int32(size.width), height: Int32(size.height),
          channels: 4, stride: Int32(size.width * 4)))
    }
  }
}

import CPictures

extension Bitmap {
  /// A bitmap from what a decoder made, turned upright.
  init(_ pixels: firefly_pixels, orientation: Orientation, isComplete: Bool) {
    let stored = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
    let size = orientation.swapsSides ? stored.transposed : stored
    let channels = Int(pixels.channels)
    let stride = Int(pixels.stride)
    var isOpaque = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 4) { buffer, count in
      count = size.area * 4
      guard let source = pixels.bytes else { return buffer.update(repeating: 0) }
      // Every row of the upright picture is a straight walk through the stored one.
      for y in 0..<size.height {
        let first = orientation.stored(x: 0, y: y, in: stored)
        let second = orientation.stored(x: 1, y: y, in: stored)
        var from = first.y * stride + first.x * channels
        let step = (second.y - first.y) * stride + (second.x - first.x) * channels
        var to = y * size.width * 4
        for _ in 0..<size.width {
          let alpha = channels == 4 ? UInt32(source[from + 3]) : 255
          if alpha == 255 {
            buffer[to] = source[from]
            buffer[to + 1] = source[from + 1]
            buffer[to + 2] = source[from + 2]
          } else {
            isOpaque = false
            buffer[to] = UInt8((UInt32(source[from]) * alpha + 127) / 255)
            buffer[to + 1] = UInt8((UInt32(source[from + 1]) * alpha + 127) / 255)
            buffer[to + 2] = UInt8((UInt32(source[from + 2]) * alpha + 127) / 255)
          }
          buffer[to + 3] = UInt8(alpha)
          from += step
          to += 4
        }
      }
    }
    self.init(size: size, bytes: bytes, isOpaque: isOpaque, isComplete: isComplete)
  }

  /// The bitmap as a file: PNG keeps alpha, JPEG drops it. nil if the library is missing.
  func encoded(as format: PictureFormat) -> [UInt8]? {
    straightBytes.withUnsafeBufferPointer { bytes in
      var count = 0
      let pixels = firefly_pixels(
        bytes: bytes.baseAddress, width: Int32(size.width), height: Int32(size.height),
        channels: 4, stride: Int32(size.width * 4))
      guard let file = firefly_encode(pixels, format.rawValue, &count) else { return nil }
      defer { firefly_bytes_free(file) }
      return Array(UnsafeBufferPointer(start: file, count: count))
    }
  }
}

import CPictures
import FireflyScreen

/// A part of a bitmap over a background colour, with rounded corners: the input of chafa and
/// terminals, which support neither.
struct OpaquePatch {
  /// The size in pixels.
  let size: PixelSize
  /// RGBA, alpha always 255.
  private(set) var bytes: [UInt8]

  /// Which corners are rounded.
  struct Corners: OptionSet {
    let rawValue: Int

    static let top = Corners(rawValue: 1)
    static let bottom = Corners(rawValue: 2)
  }

  /// Draws a part of a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: the bitmap.
  ///   - crop: the part to draw.
  ///   - backdrop: the background colour.
  ///   - radius: the corner radius, as fractions of the patch's width and height.
  ///   - corners: the corners to round.
  init(
    _ bitmap: Bitmap, crop: PictureCrop, over backdrop: Color,
    radius: (across: Double, down: Double) = (0, 0), corners: Corners = [.top, .bottom]
  ) {
    let part = crop.pixels(of: bitmap.size)
    size = PixelSize(width: part.width, height: part.height)
    let start = (part.y * bitmap.size.width + part.x) * 4
    let stride = bitmap.size.width * 4
    bytes = []
    bytes.reserveCapacity(size.area * 4)
    for y in 0..<part.height {
      bytes += bitmap.bytes[start + y * stride..<start + y * stride + part.width * 4]
    }
    if !bitmap.isOpaque { paint(over: backdrop) }
    round(radius, corners, over: backdrop)
  }

  /// Passes the pixels to C.
  func withPixels<Result>(_ body: (firefly_pixels) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(
        firefly_pixels(
          bytes: $0.baseAddress, width: Int32(size.width), height: Int32(size.height),
          channels: 4, stride: Int32(size.width * 4)))
    }
  }

  private mutating func paint(over backdrop: Color) {
    let behind = [Int(backdrop.red), Int(backdrop.green), Int(backdrop.blue)]
    bytes.withUnsafeMutableBufferPointer { bytes in
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        let gap = 255 - Int(bytes[pixel + 3])
        guard gap > 0 else { continue }
        for channel in 0..<3 {
          let shining = (behind[channel] * gap + 127) / 255
          bytes[pixel + channel] = UInt8(min(255, Int(bytes[pixel + channel]) + shining))
        }
        bytes[pixel + 3] = 255
      }
    }
  }

  /// Paints the area outside of the rounded corners.
  private mutating func round(
    _ radius: (across: Double, down: Double), _ corners: Corners, over backdrop: Color
  ) {
    guard radius.across > 0, radius.down > 0 else { return }
    // In units of the radius, in which corners are circular whatever the shape of a pixel.
    let corner = RoundedCorner(radius: 1, width: 1 / radius.across, height: 1 / radius.down)
    let across = 1 / (radius.across * Double(size.width))
    let down = 1 / (radius.down * Double(size.height))
    for y in 0..<min((size.height + 1) / 2, Int((1 / down).rounded(.up))) {
      for x in 0..<min((size.width + 1) / 2, Int((1 / across).rounded(.up)))
      where corner.excess(x: (Double(x) + 0.5) * across, y: (Double(y) + 0.5) * down) > 0 {
        for column in [x, size.width - 1 - x] {
          for (row, side) in [(y, Corners.top), (size.height - 1 - y, .bottom)]
          where corners.contains(side) {
            let pixel = (row * size.width + column) * 4
            bytes[pixel] = backdrop.red
            bytes[pixel + 1] = backdrop.green
            bytes[pixel + 2] = backdrop.blue
          }
        }
      }
    }
  }
}

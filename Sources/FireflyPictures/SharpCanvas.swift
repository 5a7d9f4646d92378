import FireflyCore
import FireflyScreen

/// Stretches a part of a bitmap over pixels, with rounded corners on a card.
struct SharpCanvas {
  /// The size in pixels.
  let size: PixelSize
  /// The background; an RGB colour.
  let card: Color
  /// The corner radius in pixels.
  let radius: Double

  /// The interpolation between two pixels of the bitmap: their indices and the weight of the
  /// second, in 256ths.
  private struct Sample {
    let first: Int
    let second: Int
    let share: Int
  }

  /// Appends the pixels, row by row, as RGBA.
  func draw(_ bitmap: Bitmap, crop: PictureCrop, into bytes: inout [UInt8]) {
    let columns = samples(size.width, from: crop.x, crop.width, of: bitmap.size.width)
    let rows = samples(size.height, from: crop.y, crop.height, of: bitmap.size.height)
    let corner = RoundedCorner(
      radius: radius, width: Double(size.width), height: Double(size.height))
    let backdrop = [Int(card.red), Int(card.green), Int(card.blue)]
    bitmap.bytes.withUnsafeBufferPointer { source in
      for (y, row) in rows.enumerated() {
        let upper = row.first * bitmap.size.width
        let lower = row.second * bitmap.size.width
        for (x, column) in columns.enumerated() {
          let corners = (
            (upper + column.first) * 4, (upper + column.second) * 4,
            (lower + column.first) * 4, (lower + column.second) * 4
          )
          func mixed(_ channel: Int) -> Int {
            let top =
              Int(source[corners.0 + channel]) * (256 - column.share)
              + Int(source[corners.1 + channel]) * column.share
            let bottom =
              Int(source[corners.2 + channel]) * (256 - column.share)
              + Int(source[corners.3 + channel]) * column.share
            return (top * (256 - row.share) + bottom * row.share + 0x8000) >> 16
          }
          let gap = bitmap.isOpaque ? 0 : 255 - mixed(3)
          let beyond = corner.excess(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let cover = Int(256 * min(1, max(0, 0.5 - beyond)))
          for channel in 0..<3 {
            let color = min(255, mixed(channel) + backdrop[channel] * gap / 255)
            bytes.append(UInt8((color * cover + backdrop[channel] * (256 - cover)) >> 8))
          }
          bytes.append(255)
        }
      }
    }
  }

  private func samples(
    _ count: Int, from start: Double, _ length: Double, of pixels: Int
  ) -> [Sample] {
    (0..<count).map { index in
      let place = (start + (Double(index) + 0.5) / Double(count) * length) * Double(pixels) - 0.5
      let inside = min(Double(pixels - 1), max(0, place))
      let first = Int(inside)
      return Sample(
        first: first, second: min(pixels - 1, first + 1),
        share: Int((inside - Double(first)) * 256))
    }
  }
}

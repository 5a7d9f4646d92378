import FireflyScreen

/// A picture sampled at two pixels per cell: the upper and the lower half.
///
/// Each pixel is the average of the part of the picture that it covers, blended with the card at
/// the edges and rounded corners.
struct HalfPixels {
  /// The covered cells within the clip.
  let cells: Rect
  /// `cells.width` × twice `cells.height` colours, `0xRRGGBB`, blended with the card's.
  private(set) var pixels: [UInt32]
  /// The rows of `pixels` that the picture covers.
  let covered: Range<Int>

  /// Samples a part of a picture at a position on the screen.
  init(
    _ pyramid: PicturePyramid, crop: PictureCrop, in rect: HalfRowRect, clip: Rect, card: Color,
    radius: Double
  ) {
    cells = rect.cells.intersection(clip)
    let rows = cells.y * 2..<cells.maxY * 2
    pixels = []
    guard rect.isSane, !cells.isEmpty else {
      covered = 0..<0
      return
    }
    let top = max(rows.lowerBound, Int(rect.y.rounded(.down)))
    let bottom = min(rows.upperBound, Int((rect.y + rect.height).rounded(.up)))
    covered = top - rows.lowerBound..<max(top, bottom) - rows.lowerBound
    let level = pyramid.level(for: crop, width: rect.width, height: rect.height)
    let across = SampleSpan.spans(
      of: cells.x..<cells.maxX, start: rect.x, length: rect.width,
      source: crop.x..<crop.x + crop.width, count: level.size.width)
    let down = SampleSpan.spans(
      of: rows, start: rect.y, length: rect.height,
      source: crop.y..<crop.y + crop.height, count: level.size.height)
    let corner = RoundedCorner(radius: radius, width: rect.width, height: rect.height)
    let backdrop = card.isRGB ? card : .black
    pixels = [UInt32](unsafeUninitializedCapacity: across.count * down.count) { buffer, count in
      level.bytes.withUnsafeBufferPointer { texels in
        for (y, row) in down.enumerated() {
          for (x, column) in across.enumerated() {
            buffer[y * across.count + x] = Self.sample(
              texels, stride: level.size.width, column, row,
              opacity: corner.coverage(across: column.placed, down: row.placed), over: backdrop)
          }
        }
      }
      count = across.count * down.count
    }
  }

  /// Returns the average of the texels of a row's and a column's span, blended over a colour.
  @inline(__always)
  private static func sample(
    _ texels: UnsafeBufferPointer<UInt8>, stride: Int, _ column: SampleSpan, _ row: SampleSpan,
    opacity: Int, over backdrop: Color
  ) -> UInt32 {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    for y in row.texels {
      let rowWeight = row.weight(of: y)
      var at = (y * stride + column.texels.lowerBound) * 4
      for x in column.texels {
        let weight = rowWeight * column.weight(of: x)
        red += weight * Int(texels[at])
        green += weight * Int(texels[at + 1])
        blue += weight * Int(texels[at + 2])
        alpha += weight * Int(texels[at + 3])
        at += 4
      }
    }
    let total = row.totalWeight * column.totalWeight
    // In 1/255 of a texel's value and 1/65,536 of coverage.
    let coverage = (row.coverage * column.coverage * opacity) >> 8
    let shining = 255 * 65_536 - alpha / total * coverage
    func mix(_ sum: Int, _ behind: UInt8) -> UInt32 {
      let value = (sum * 255 / total * coverage + Int(behind) * shining) / 65_536
      return UInt32(min(255, (value + 127) / 255))
    }
    return mix(red, backdrop.red) << 16 | mix(green, backdrop.green) << 8
      | mix(blue, backdrop.blue)
  }
}

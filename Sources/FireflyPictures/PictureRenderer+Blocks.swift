import FireflyScreen

extension PictureRenderer {
  private static let upperHalf = Glyph("▀")
  private static let lowerHalf = Glyph("▄")
  private static let full = Glyph("█")
  /// From dark to light, for terminals with neither colours nor blocks.
  private static let ramp = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }
  /// Thresholds of ordered dithering, in sixteenths, 4 × 4.
  private static let thresholds: [UInt32] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  /// Draws a picture with half blocks, or with the terminal's substitute for them.
  func blocks(
    _ pyramid: PicturePyramid, crop: PictureCrop, in rect: HalfRowRect, clip: Rect,
    over card: Color, above: Color? = nil, below: Color? = nil, tolerance: Int
  ) -> CellPicture {
    let sampled = HalfPixels(
      pyramid, crop: crop, in: rect, clip: clip, card: card, radius: cornerRadius)
    guard !sampled.cells.isEmpty else { return .empty }
    let width = sampled.cells.width
    let isLight = card.luminance.map { $0 > 0.5 } ?? false
    let cells = [Cell](unsafeUninitializedCapacity: width * sampled.cells.height) { buffer, count in
      for y in 0..<sampled.cells.height {
        let upperOutside = sampled.covered.contains(2 * y) ? nil : above ?? card
        let lowerOutside = sampled.covered.contains(2 * y + 1) ? nil : below ?? card
        var upper: UInt32 = .max
        var lower: UInt32 = .max
        for x in 0..<width {
          upper = sampled.pixels[2 * y * width + x].unless(near: upper, within: tolerance)
          lower = sampled.pixels[(2 * y + 1) * width + x].unless(near: lower, within: tolerance)
          let cell =
            switch (abilities.colors, abilities.unicode) {
            case (.none, true):
              Self.dithered(upper, lower, x: x, y: y, isLight: isLight)
            case (.none, false):
              Self.shaded(upper, lower, isLight: isLight)
            case (_, true):
              Self.split(
                upperOutside ?? Color(hex: upper), lowerOutside ?? Color(hex: lower),
                isUpperBehind: upperOutside != nil)
            case (_, false):
              Cell(
                style: Style(
                  background: Color(hex: lower)
                    .blended(over: Color(hex: upper), alpha: 0.5)))
            }
          (buffer.baseAddress.map { $0 + y * width + x })?.initialize(to: cell)
        }
      }
      count = width * sampled.cells.height
    }
    return CellPicture(
      origin: Point(x: sampled.cells.x, y: sampled.cells.y),
      size: Size(width: width, height: sampled.cells.height), cells: cells)
  }

  /// Returns a cell of two colours.
  ///
  /// - Parameters:
  ///   - upper: the colour of the upper half.
  ///   - lower: the colour of the lower half.
  ///   - isUpperBehind: whether the upper half is outside of the picture. In many fonts a half
  ///     block doesn't fill its half, so that thin lines of the cell's background show at its
  ///     edges; these must not have the picture's colour.
  private static func split(_ upper: Color, _ lower: Color, isUpperBehind: Bool) -> Cell {
    if upper == lower { return Cell(style: Style(foreground: upper, background: lower)) }
    // The terminal's default background can only be kept by drawing the other half as foreground.
    if !upper.isRGB || isUpperBehind && lower.isRGB {
      return Cell(glyph: lowerHalf, style: Style(foreground: lower, background: upper))
    }
    return Cell(glyph: upperHalf, style: Style(foreground: upper, background: lower))
  }

  /// Returns a cell without colours: each half is on or off, in a pattern that approximates the
  /// brightness.
  private static func dithered(
    _ upper: UInt32, _ lower: UInt32, x: Int, y: Int, isLight: Bool
  ) -> Cell {
    func isOn(_ color: UInt32, _ row: Int) -> Bool {
      let threshold = thresholds[(row & 3) * 4 + (x & 3)] * 16 + 8
      return (color.brightness > threshold) != isLight
    }
    let glyph: Glyph =
      switch (isOn(upper, 2 * y), isOn(lower, 2 * y + 1)) {
      case (true, true): full
      case (true, false): upperHalf
      case (false, true): lowerHalf
      case (false, false): .space
      }
    return Cell(glyph: glyph, style: Style(foreground: .terminal, background: .terminal))
  }

  /// Returns a cell with an ASCII character of about the brightness of the picture.
  private static func shaded(
    _ upper: UInt32, _ lower: UInt32, isLight: Bool
  ) -> Cell {
    let light = Int(upper.brightness + lower.brightness) / 2
    let ink = isLight ? 255 - light : light
    return Cell(
      glyph: ramp[ink * ramp.count / 256],
      style: Style(foreground: .terminal, background: .terminal))
  }
}

extension UInt32 {
  /// Returns the previous colour if this `0xRRGGBB` differs from it by at most `tolerance` per
  /// component.
  fileprivate func unless(near before: UInt32, within tolerance: Int) -> UInt32 {
    guard tolerance > 0, before != .max else { return self }
    for shift: UInt32 in [0, 8, 16] {
      let difference = Int(self >> shift & 0xFF) - Int(before >> shift & 0xFF)
      if abs(difference) > tolerance { return self }
    }
    return before
  }

  /// The perceived brightness of a `0xRRGGBB`, 0…255.
  fileprivate var brightness: UInt32 {
    ((self >> 16 & 0xFF) * 54 + (self >> 8 & 0xFF) * 183 + (self & 0xFF) * 19) >> 8
  }
}

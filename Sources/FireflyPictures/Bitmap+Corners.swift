import FireflyScreen

extension Bitmap {
  /// Which corners are rounded.
  struct Corners: OptionSet {
    let rawValue: Int

    static let top = Corners(rawValue: 1)
    static let bottom = Corners(rawValue: 2)
  }

  /// Returns the bitmap with rounded corners, opaque.
  ///
  /// - Parameters:
  ///   - radius: the corner radius, as fractions of the width and the height.
  ///   - backdrop: the colour of the area outside of the corners.
  func rounding(
    _ corners: Corners, radius: (across: Double, down: Double), over backdrop: Color
  ) -> Bitmap {
    guard radius.across > 0, radius.down > 0 else { return self }
    // In units of the radius, in which corners are circular whatever the shape of a pixel.
    let corner = RoundedCorner(radius: 1, width: 1 / radius.across, height: 1 / radius.down)
    let across = 1 / (radius.across * Double(size.width))
    let down = 1 / (radius.down * Double(size.height))
    var bytes = bytes
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
    return Bitmap(size: size, bytes: bytes, isOpaque: true, isComplete: isComplete)
  }
}

/// How much of a rectangle with rounded corners is left at a place.
struct RoundedCorner {
  private let radius: Double
  private let width: Double
  private let height: Double

  /// Corners of a rectangle, in any unit; the radius is at most half of its shorter side.
  init(radius: Double, width: Double, height: Double) {
    self.radius = min(radius, width / 2, height / 2)
    self.width = width
    self.height = height
  }

  /// The part of a small area that lies within the rounded rectangle, 0…256.
  ///
  /// - Parameters:
  ///   - across: The area's extent from the rectangle's left edge.
  ///   - down: Its extent from the top edge.
  func coverage(across: Range<Double>, down: Range<Double>) -> Int {
    let touches =
      (across.lowerBound < radius || across.upperBound > width - radius)
      && (down.lowerBound < radius || down.upperBound > height - radius)
    guard touches else { return 256 }
    var inside = 0
    for row in 0..<8 {
      let y = distance(down, row, height)
      for column in 0..<8 {
        let x = distance(across, column, width)
        if x * x + y * y <= radius * radius { inside += 1 }
      }
    }
    return inside * 4
  }

  /// How far the middle of an eighth of `range` is beyond the straight part of a side.
  private func distance(_ range: Range<Double>, _ eighth: Int, _ side: Double) -> Double {
    let length = range.upperBound - range.lowerBound
    let at = range.lowerBound + (Double(eighth) + 0.5) / 8 * length
    return max(0, radius - at, at - (side - radius))
  }
}

/// Computes the coverage of a rectangle with rounded corners.
struct RoundedCorner {
  private let radius: Double
  private let width: Double
  private let height: Double

  /// Creates the corners of a rectangle, in any unit; clamps the radius to half of the shorter
  /// side.
  init(radius: Double, width: Double, height: Double) {
    self.radius = min(radius, width / 2, height / 2)
    self.width = width
    self.height = height
  }

  /// Returns how far a point is outside of the nearest rounded corner; at most 0 within the rounded
  /// rectangle.
  func excess(x: Double, y: Double) -> Double {
    let across = max(radius - x, x - (width - radius))
    let down = max(radius - y, y - (height - radius))
    guard radius > 0, across > 0, down > 0 else { return -.infinity }
    return (across * across + down * down).squareRoot() - radius
  }

  /// Returns the part of a small area inside the rounded rectangle, 0…256.
  ///
  /// - Parameters:
  ///   - across: the horizontal range, from the rectangle's left edge.
  ///   - down: the vertical range, from the top edge.
  /// - Returns: 0 for none of it, 256 for all.
  func coverage(across: Range<Double>, down: Range<Double>) -> Int {
    let touches =
      (across.lowerBound < radius || across.upperBound > width - radius)
      && (down.lowerBound < radius || down.upperBound > height - radius)
    guard touches else { return 256 }
    // The middles of eighths.
    func middle(_ range: Range<Double>, _ index: Int) -> Double {
      range.lowerBound + (Double(index) + 0.5) / 8 * (range.upperBound - range.lowerBound)
    }
    var inside = 0
    for row in 0..<8 {
      for column in 0..<8
      where excess(x: middle(across, column), y: middle(down, row)) <= 0 { inside += 1 }
    }
    return inside * 4
  }
}

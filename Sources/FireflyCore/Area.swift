/// A rectangle in some unit: `Area<Points>`, `Area<HalfRows>`.
public struct Area<Unit>: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width.
  public var width: Double
  /// Height.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Points, 10 × 20 to a cell.
public enum Points {}

import FireflyScreen

/// Where a picture lies on the screen, as finely as half-block characters can show it.
///
/// A column and half a row are 10 points each, so the units are square.
public struct HalfRowRect: Hashable, Sendable {
  /// Left edge, in columns.
  public var x: Double
  /// Top edge, in half rows: 3 is the middle of the screen's second row.
  public var y: Double
  /// Columns.
  public var width: Double
  /// Half rows.
  public var height: Double

  /// A rectangle, in columns and half rows.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The cells that it touches.
  public var cells: Rect {
    guard isSane else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    let left = Int(x.rounded(.down))
    let top = Int((y / 2).rounded(.down))
    return Rect(
      x: left, y: top, width: Int((x + width).rounded(.up)) - left,
      height: Int(((y + height) / 2).rounded(.up)) - top)
  }

  /// Whether it is of a size and at a place where a screen can be.
  var isSane: Bool {
    width > 0 && height > 0 && abs(x) < 1e6 && abs(y) < 1e6 && width < 1e6 && height < 1e6
  }
}

import FireflyScreen

/// The position of a picture on the screen, in the units of half-block characters.
///
/// A column and half a row are 10 points each, so the units are square.
public struct HalfRowRect: Hashable, Sendable {
  /// Left edge, in columns.
  public var x: Double
  /// Top edge, in half rows: 3 is the middle of the screen's second row.
  public var y: Double
  /// Width in columns.
  public var width: Double
  /// Height in half rows.
  public var height: Double

  /// Creates a rectangle, in columns and half rows.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The cells that it intersects.
  public var cells: Rect {
    guard isSane else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    let left = Int(x.rounded(.down))
    let top = Int((y / 2).rounded(.down))
    return Rect(
      x: left, y: top, width: Int((x + width).rounded(.up)) - left,
      height: Int(((y + height) / 2).rounded(.up)) - top)
  }

  /// Whether its size and position are plausible for a screen.
  var isSane: Bool {
    width > 0 && height > 0 && abs(x) < 1e6 && abs(y) < 1e6 && width < 1e6 && height < 1e6
  }
}

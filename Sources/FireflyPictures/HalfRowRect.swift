import FireflyCore
import FireflyScreen

/// The units of half-block characters: 3 half rows are the middle of the screen's second row.
///
/// A column and half a row are 10 points each, so the units are square.
package enum HalfRows {}

/// The position of a picture on the screen.
package typealias HalfRowRect = Area<HalfRows>

extension HalfRowRect {
  /// The cells that it intersects.
  package var cells: Rect {
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

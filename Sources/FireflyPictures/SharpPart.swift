import FireflyScreen

/// A sharp picture or a part of it, encoded for a terminal.
package struct SharpPart: Hashable, Sendable {
  /// The top left corner, in cells relative to the picture.
  package let corner: Point
  /// A PNG file or a sequence of sixels.
  package let bytes: [UInt8]

  /// Creates a part; by default the whole picture.
  package init(corner: Point = Point(x: 0, y: 0), bytes: [UInt8]) {
    self.corner = corner
    self.bytes = bytes
  }
}

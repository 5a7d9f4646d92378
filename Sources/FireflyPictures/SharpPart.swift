import FireflyScreen

/// A sharp picture or a part of it, encoded for a terminal.
public struct SharpPart: Hashable, Sendable {
  /// The top left corner, in cells relative to the picture.
  public let corner: Point
  /// A PNG file or a sequence of sixels.
  public let bytes: [UInt8]

  /// Creates a part; by default the whole picture.
  public init(corner: Point = Point(x: 0, y: 0), bytes: [UInt8]) {
    self.corner = corner
    self.bytes = bytes
  }
}

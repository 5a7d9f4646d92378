import FireflyScreen

/// A part of a sharp picture, or all of it, as a terminal gets it.
public struct SharpPart: Hashable, Sendable {
  /// Its top left corner, in cells from the picture's own.
  public let corner: Point
  /// A PNG file or a sequence of sixels.
  public let bytes: [UInt8]

  /// All of a picture, unless told otherwise.
  public init(corner: Point = Point(x: 0, y: 0), bytes: [UInt8]) {
    self.corner = corner
    self.bytes = bytes
  }
}

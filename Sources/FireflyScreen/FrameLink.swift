/// A run of cells in one row with a hyperlink.
public struct FrameLink: Hashable, Sendable {
  /// The address, as in the text.
  public var address: String
  /// The beginning of the run.
  public var point: Point
  /// The width in columns.
  public var width: Int

  /// Creates a link.
  public init(address: String, point: Point, width: Int) {
    self.address = address
    self.point = point
    self.width = width
  }
}

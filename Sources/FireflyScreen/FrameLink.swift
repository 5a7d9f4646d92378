/// A run of cells in one row that leads to an address.
public struct FrameLink: Hashable, Sendable {
  /// The address, as it stands in the text.
  public var address: String
  /// Where the run begins.
  public var point: Point
  /// Columns.
  public var width: Int

  /// A run of cells that leads somewhere.
  public init(address: String, point: Point, width: Int) {
    self.address = address
    self.point = point
    self.width = width
  }
}

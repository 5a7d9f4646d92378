/// A run of cells in one row with a hyperlink.
package struct FrameLink: Hashable, Sendable {
  /// The address, as in the text.
  package var address: String
  /// The beginning of the run.
  package var point: Point
  /// The width in columns.
  package var width: Int

  /// Creates a link.
  package init(address: String, point: Point, width: Int) {
    self.address = address
    self.point = point
    self.width = width
  }
}

/// The measures of a compact card that can be other than the seeds'.
public struct CardMetrics: Hashable, Sendable {
  /// Height of a compact card, in points.
  public var compactHeight: Double
  /// Side of the square thumbnail, in points.
  public var thumbnailSide: Double

  /// Measures; the seeds' if nothing is said.
  public init(
    compactHeight: Double = CardLayout.compactHeight,
    thumbnailSide: Double = CardLayout.thumbnailSide
  ) {
    self.compactHeight = compactHeight
    self.thumbnailSide = thumbnailSide
  }

  /// Room that a thumbnail takes from title and summary, in points.
  public var thumbnailRoom: Double {
    thumbnailSide + CardLayout.thumbnailRoom - CardLayout.thumbnailSide
  }
}

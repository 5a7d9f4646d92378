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

  /// Height of the thumbnail, in points: its side, cut so that 20 points stay free above and below it: half
  /// of each between two cards, the other half on the card.
  public var thumbnailHeight: Double { max(0, min(thumbnailSide, compactHeight - 40)) }

  /// Room that a thumbnail takes from title and summary, in points.
  public var thumbnailRoom: Double {
    thumbnailSide + CardLayout.thumbnailRoom - CardLayout.thumbnailSide
  }
}

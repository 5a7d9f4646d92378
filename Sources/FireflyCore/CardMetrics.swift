/// The configurable measures of a compact card.
public struct CardMetrics: Hashable, Sendable {
  /// Height of a compact card, in points.
  public let compactHeight: Double
  /// Side of the square thumbnail, in points: at most the card's height less 20 points above and
  /// below, half of which is the gap between two cards.
  public let thumbnailSide: Double

  /// Creates measures; by default the seeds'.
  ///
  /// - Parameters:
  ///   - compactHeight: height of a compact card, in points.
  ///   - thumbnailSide: side of the thumbnail in points, if there is room.
  public init(
    compactHeight: Double = CardLayout.compactHeight,
    thumbnailSide: Double = CardLayout.thumbnailSide
  ) {
    self.compactHeight = compactHeight
    self.thumbnailSide = max(0, min(thumbnailSide, compactHeight - 40))
  }

  /// Width that a thumbnail leaves free beside title and summary, in points.
  public var thumbnailRoom: Double {
    thumbnailSide + CardLayout.thumbnailRoom - CardLayout.thumbnailSide
  }
}

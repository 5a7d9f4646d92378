/// The layout of a card in points, as a function of its expansion factor.
///
/// The formulas come from seeds 000, 001 and 002; the latest applies where they differ. A point is
/// 1/10 of a column and 1/20 of a row. Coordinates are relative to the card's top left corner. On
/// the phone the content is 350 points wide and the card 374.
public struct CardLayout: Hashable, Sendable {
  /// Height of a compact card (seed 002).
  public static let compactHeight = 100.0
  /// Side of the square thumbnail (seed 002), if the card has room.
  public static let thumbnailSide = 80.0
  /// Indent of the card's contents: seed 000's 18 points, which replaced 10.
  public static let indent = 18.0
  /// Height of the author line (seed 002).
  public static let authorHeight = 15.0
  /// Height of what follows the body: 24 points, the author line, 16 points (seed 002).
  public static let endHeight = 24 + authorHeight + 16
  /// Diameter of the child indicator on a compact and on an expanded card (seed 001).
  public static let indicatorSize = (compact: 32.0, expanded: 42.0)
  /// Width that a thumbnail leaves free beside title and summary (seed 002).
  public static let thumbnailRoom = 96.0

  /// Width of picture and text.
  public var contentWidth: Double
  /// Width of the whole card; the indicator straddles its right edge.
  public var cardWidth: Double
  /// Measured height of title and summary with their padding.
  public var titleSummaryHeight: Double
  /// Measured height of the formatted body.
  public var bodyHeight: Double
  /// Height of what follows the body: a gap, the author line and the card's end.
  public var endHeight: Double
  /// The picture of the expanded card; nil if the post has none.
  public var picture: Picture?
  /// The measures of the compact card.
  public var metrics: CardMetrics

  /// The size of the picture on an expanded card.
  public struct Picture: Hashable, Sendable {
    /// Width, at most the content's.
    public var width: Double
    /// Height.
    public var height: Double

    /// Creates a picture of the content's width, or narrower if it would exceed `maxHeight`.
    ///
    /// - Parameters:
    ///   - aspectRatio: width divided by height; 1 until it is known (seed 002).
    ///   - contentWidth: width of the content in points.
    ///   - maxHeight: maximum height in points.
    public init(aspectRatio: Double, contentWidth: Double, maxHeight: Double = .infinity) {
      let ratio = aspectRatio.isFinite && aspectRatio > 0 ? aspectRatio : 1
      height = min(contentWidth / ratio, max(0, maxHeight))
      width = min(contentWidth, height * ratio)
    }

    /// Creates a picture of a given size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// Creates the layout of a card.
  public init(
    contentWidth: Double = 350, cardWidth: Double? = nil, titleSummaryHeight: Double = 60,
    bodyHeight: Double = 200, endHeight: Double = Self.endHeight, picture: Picture? = nil,
    metrics: CardMetrics = CardMetrics()
  ) {
    self.endHeight = endHeight
    self.contentWidth = contentWidth
    self.cardWidth = cardWidth ?? contentWidth + 24
    self.titleSummaryHeight = titleSummaryHeight
    self.bodyHeight = bodyHeight
    self.picture = picture
    self.metrics = metrics
  }

  /// Height of the expanded card (seed 002, "Height Calculation").
  public var expandedHeight: Double {
    titleSummaryHeight + 16 + (picture?.height ?? 0) + 16 + bodyHeight + endHeight
  }

  /// Height of the card.
  ///
  /// In all functions, `expansion` is 0 (compact) to 1 (expanded), clamped.
  public func height(at expansion: Double) -> Double {
    lerp(metrics.compactHeight, expandedHeight, clamped(expansion))
  }

  /// Frame of the picture: the thumbnail that grows into the full picture (seed 002).
  ///
  /// The thumbnail is centred vertically; in seed 002 it is 8 points lower. Without a picture, this
  /// is the invisible frame above the body, which shrinks to nothing as the card expands.
  public func pictureFrame(at expansion: Double) -> Area<Points> {
    let t = clamped(expansion)
    let full = picture ?? Picture(width: contentWidth, height: 0)
    let side = metrics.thumbnailSide
    let compactX = contentWidth - side + 8
    let compactY = (metrics.compactHeight - side) / 2
    return Area(
      x: lerp(compactX, Self.indent + (contentWidth - full.width) / 2, t),
      y: lerp(compactY, titleSummaryHeight + 8, t),
      width: lerp(side, full.width, t), height: lerp(side, full.height, t))
  }

  /// Frame of the body's visible part (seed 002, "Body Text Positioning"): it begins 16 points
  /// below the picture.
  public func bodyFrame(at expansion: Double) -> Area<Points> {
    let above = pictureFrame(at: expansion)
    return Area(
      x: Self.indent, y: above.y + above.height + 16, width: contentWidth,
      height: lerp(0, bodyHeight, clamped(expansion)))
  }

  /// Top of the author line, 24 points below the whole body (seed 002).
  public func authorY(at expansion: Double) -> Double {
    bodyFrame(at: expansion).y + bodyHeight + 24
  }

  /// Opacity of the author line: it fades in with the expansion (seed 002).
  public func authorOpacity(at expansion: Double) -> Double { clamped(expansion) }

  /// Frame of the child indicator (seed 001): at the middle of a compact card's right edge, in the
  /// top right corner of an expanded card.
  public func indicatorFrame(at expansion: Double) -> Area<Points> {
    let t = clamped(expansion)
    let (small, large) = Self.indicatorSize
    // The seed measures from the phone's content, which ends 24 points before its card does.
    let right = cardWidth - 24
    let size = lerp(small, large, t)
    let x = lerp(right + 6 + 32 - small / 2, right - 16 + 32 - large / 2, t)
    let y = lerp(height(at: t) / 2, 16 + large / 2, t)
    return Area(x: x - size / 2, y: y - size / 2, width: size, height: size)
  }

  private func clamped(_ expansion: Double) -> Double { min(1, max(0, expansion)) }
}

/// What changes in a post; nil stays as it is.
public struct PostChange: Hashable, Sendable {
  /// The three texts.
  public var title, summary, body: String?
  /// The new centre of the crop, -1 … 1.
  public var clipOffsetX, clipOffsetY: Double?
  /// Whether the picture goes; one that comes takes its place in any case.
  public var removesImage = false

  /// A change of nothing; set what changes.
  public init() {}
}

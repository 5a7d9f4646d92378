/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int

  /// Creates a size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Width divided by height.
  public var aspect: Double { Double(width) / Double(max(1, height)) }
  /// Width times height.
  public var area: Int { width * height }
  /// The size with swapped sides.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// Returns the largest size of the same aspect ratio that fits into `box`; never enlarged, and at
  /// least one pixel a side.
  public func fitted(into box: PixelSize) -> PixelSize {
    let scale = min(
      1, Double(box.width) / Double(max(1, width)), Double(box.height) / Double(max(1, height)))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

import FireflyCore
import FireflyScreen

/// A part of a picture scaled to the exact pixels of some cells, with rounded corners.
package struct SharpPatch: Hashable, Sendable {
  /// The pixels.
  package let bitmap: Bitmap
  /// The size in columns and rows.
  package let size: Size
  /// The size of a cell in pixels.
  package let cell: PixelSize

  /// Maximum number of pixels in a patch.
  static let areaLimit = 1 << 23

  /// Draws a part of a picture; nil if the size is empty or larger than any screen.
  ///
  /// - Parameters:
  ///   - crop: the visible part.
  ///   - size: columns and rows.
  ///   - cell: the size of a cell in pixels.
  ///   - card: the background, visible through transparent pixels and behind the rounded corners.
  ///   - above: the colour of the upper half of the first row, for a picture that begins in the
  ///     middle of it; `.clear` makes it transparent. nil for a picture that fills the row.
  ///   - below: the colour of the lower half of the last row, for a picture that ends in the middle
  ///     of it.
  ///   - cornerRadius: the corner radius in columns.
  package init?(
    _ pyramid: PicturePyramid, crop: PictureCrop, size: Size, cell: PixelSize, over card: Color,
    above: Color? = nil, below: Color? = nil, cornerRadius: Double = 1.2
  ) {
    let pixels = PixelSize(width: size.width * cell.width, height: size.height * cell.height)
    // With an odd number of pixels, the picture includes the middle one, to cover the half blocks
    // below it, which some terminals draw that large.
    let (top, bottom) = (above == nil ? 0 : cell.height / 2, below == nil ? 0 : cell.height / 2)
    let inner = PixelSize(width: pixels.width, height: pixels.height - top - bottom)
    guard cell.width > 0, cell.height > 0, pixels.width > 0, inner.height > 0,
      pixels.width <= Self.areaLimit, pixels.height <= Self.areaLimit,
      pixels.area <= Self.areaLimit
    else { return nil }
    self.size = size
    self.cell = cell
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.area * 4)
    func fill(_ rows: Int, _ color: Color) {
      let pixel = [color.red, color.green, color.blue, color == .clear ? 0 : 255]
      for _ in 0..<rows * pixels.width { bytes += pixel }
    }
    fill(top, above ?? card)
    let level = pyramid.level(
      for: crop, width: Double(inner.width), height: Double(inner.height))
    let canvas = SharpCanvas(
      size: inner, card: card.isRGB ? card : .black, radius: cornerRadius * Double(cell.width))
    canvas.draw(level, crop: crop, into: &bytes)
    fill(bottom, below ?? card)
    let isOpaque = above != .clear && below != .clear
    bitmap = Bitmap(size: pixels, bytes: bytes, isOpaque: isOpaque, isComplete: true)
  }

  private init(bitmap: Bitmap, size: Size, cell: PixelSize) {
    self.bitmap = bitmap
    self.size = size
    self.cell = cell
  }

  /// The pixels as a PNG file; nil if the library is missing.
  package var png: [UInt8]? { bitmap.encoded(as: .png) }

  /// Returns some of its columns and rows of cells, clamped to those that exist; itself if there are
  /// none.
  package func part(columns: Range<Int> = 0..<Int.max, rows: Range<Int>) -> SharpPatch {
    let columns = columns.clamped(to: 0..<size.width)
    let rows = rows.clamped(to: 0..<size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return self }
    return SharpPatch(
      bitmap: bitmap.part(
        columns: columns.lowerBound * cell.width..<columns.upperBound * cell.width,
        rows: rows.lowerBound * cell.height..<rows.upperBound * cell.height),
      size: Size(width: columns.count, height: rows.count), cell: cell)
  }

  /// Returns the patch with transparent rows of pixels below, so that encoders with units of
  /// several rows lose none.
  func padded(toMultipleOf unit: Int) -> SharpPatch {
    let missing = (unit - bitmap.size.height % unit) % unit
    guard missing > 0 else { return self }
    let pixels = PixelSize(width: bitmap.size.width, height: bitmap.size.height + missing)
    let blank = [UInt8](repeating: 0, count: missing * pixels.width * 4)
    return SharpPatch(
      bitmap: Bitmap(
        size: pixels, bytes: bitmap.bytes + blank, isOpaque: false, isComplete: true),
      size: size, cell: cell)
  }
}

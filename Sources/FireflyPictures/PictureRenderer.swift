import CPictures
import FireflyScreen

/// Draws pictures with character cells, as well as a terminal can show them.
///
/// While a picture moves it is drawn with half blocks, at any position and fast; once it has
/// settled, with all the block characters, chosen by chafa.
public struct PictureRenderer: Hashable, Sendable {
  /// What the terminal can show.
  public var abilities: ScreenAbilities
  /// Radius of the corners, in columns; 1.2 columns are the 12 points of seed 002.
  public var cornerRadius: Double
  /// By how much a part of a colour (0…255) may differ from the cell's before, in motion, to be
  /// drawn in the same: runs of equal cells are far fewer bytes.
  public var motionTolerance: Int

  /// A renderer for a terminal; by default with the seed's corners, and what suits motion.
  public init(
    abilities: ScreenAbilities, cornerRadius: Double = 1.2, motionTolerance: Int = 6
  ) {
    self.abilities = abilities
    self.cornerRadius = cornerRadius
    self.motionTolerance = motionTolerance
  }

  /// Why pictures are drawn with half blocks only, for people; nil if chafa is there.
  ///
  /// The first call loads the library, which takes some milliseconds.
  public static var problem: String? { firefly_symbols_problem().map { String(cString: $0) } }

  /// A part of a picture as it looks at rest, stretched over the given cells.
  ///
  /// - Parameters:
  ///   - pyramid: The picture.
  ///   - crop: What of it is shown.
  ///   - size: Columns and rows to fill.
  ///   - card: What shines through and lies behind the rounded corners.
  ///   - above: What fills the upper half of the first row, for a picture that begins in the middle of
  ///     it; nil for one that fills the row.
  ///   - below: What fills the lower half of the last row, for a picture that ends in the middle of it.
  /// - Returns: as many cells as `size` says.
  public func settled(
    _ pyramid: PicturePyramid, crop: PictureCrop, size: Size, over card: Color,
    above: Color? = nil, below: Color? = nil
  ) -> CellPicture {
    let (top, bottom) = (above == nil ? 0 : 1, below == nil ? 0 : 1)
    let rect = HalfRowRect(
      x: 0, y: Double(top), width: Double(size.width),
      height: Double(size.height * 2 - top - bottom))
    guard rect.isSane else { return .empty }
    if top + bottom == 0, let whole = symbols(pyramid, crop: crop, size: size, over: card) {
      return whole
    }
    let picture = blocks(
      pyramid, crop: crop, in: rect, clip: rect.cells, over: card, above: above, below: below,
      tolerance: 0)
    let rows = Size(width: size.width, height: size.height - top - bottom)
    guard top + bottom > 0, rows.height > 0 else { return picture }
    // The rows that it fills only half stay half blocks, and meet the edges of what lies beside it.
    let part = crop.height / rect.height
    let inner = PictureCrop(
      x: crop.x, y: crop.y + part * Double(top), width: crop.width,
      height: crop.height - part * Double(top + bottom))
    let middle = symbols(
      pyramid, crop: inner, size: rows, over: card,
      corners: [top == 0 ? .top : [], bottom == 0 ? .bottom : []])
    return middle.map { picture.replacingRows(from: top, with: $0) } ?? picture
  }

  /// A part of a picture on its way, at any position.
  ///
  /// - Parameters:
  ///   - pyramid: The picture.
  ///   - crop: What of it is shown.
  ///   - rect: Where it lies.
  ///   - clip: The cells that are wanted; the others cost nothing.
  ///   - card: What shines through, and lies beside the picture where an edge cuts a cell.
  ///   - above: What fills the upper half of a cell whose lower half the picture begins in.
  ///   - below: What fills the lower half of a cell whose upper half it ends in.
  /// - Returns: The cells, `origin` telling where they belong.
  public func moving(
    _ pyramid: PicturePyramid, crop: PictureCrop, in rect: HalfRowRect, clip: Rect,
    over card: Color, above: Color? = nil, below: Color? = nil
  ) -> CellPicture {
    blocks(
      pyramid, crop: crop, in: rect, clip: clip, over: card, above: above, below: below,
      tolerance: motionTolerance)
  }
}

import CPictures
import FireflyScreen

/// Draws pictures with character cells, as well as the terminal can show them.
///
/// A moving picture is drawn with half blocks, fast and at any position; a settled one with all
/// block characters, chosen by chafa.
package struct PictureRenderer: Hashable, Sendable {
  /// The terminal's abilities.
  package var abilities: ScreenAbilities
  /// Radius of the corners in columns; 1.2 columns are the 12 points of seed 002.
  package var cornerRadius: Double
  /// Maximum difference of a colour component (0…255) from the previous cell for which a moving
  /// picture reuses its colour: runs of equal cells need far fewer bytes.
  package var motionTolerance: Int

  /// Creates a renderer for a terminal; by default with the seed's corners.
  package init(
    abilities: ScreenAbilities, cornerRadius: Double = 1.2, motionTolerance: Int = 6
  ) {
    self.abilities = abilities
    self.cornerRadius = cornerRadius
    self.motionTolerance = motionTolerance
  }

  /// Why pictures are drawn with half blocks only, as a sentence for users; nil if chafa is installed.
  ///
  /// The first call loads the library, which takes some milliseconds.
  package static var problem: String? {
    firefly_symbol_drawing_problem().map { _ in
      "Pictures are coarse without chafa. On Debian: apt install libchafa0."
    }
  }

  /// Draws a part of a picture at rest, stretched over cells.
  ///
  /// - Parameters:
  ///   - crop: the visible part.
  ///   - size: the columns and rows to fill.
  ///   - card: the background, visible through transparent pixels and behind the rounded corners.
  ///   - above: the colour of the upper half of the first row, for a picture that begins in the
  ///     middle of it; nil for a picture that fills the row.
  ///   - below: the colour of the lower half of the last row, for a picture that ends in the middle
  ///     of it.
  package func settled(
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
    // Half-filled rows are drawn with half blocks, which align with their neighbours.
    let part = crop.height / rect.height
    let inner = PictureCrop(
      x: crop.x, y: crop.y + part * Double(top), width: crop.width,
      height: crop.height - part * Double(top + bottom))
    let middle = symbols(
      pyramid, crop: inner, size: rows, over: card,
      corners: [top == 0 ? .top : [], bottom == 0 ? .bottom : []])
    return middle.map { picture.replacingRows(from: top, with: $0) } ?? picture
  }

  /// Draws a part of a moving picture, at any position.
  ///
  /// - Parameters:
  ///   - crop: the visible part.
  ///   - card: the background, visible through transparent pixels, and beside the picture in cells
  ///     that it covers partly.
  ///   - above: the colour of the upper half of a cell in whose lower half the picture begins.
  ///   - below: the colour of the lower half of a cell in whose upper half the picture ends.
  /// - Returns: the cells, with their position as `origin`.
  package func moving(
    _ pyramid: PicturePyramid, crop: PictureCrop, in rect: HalfRowRect, clip: Rect,
    over card: Color, above: Color? = nil, below: Color? = nil
  ) -> CellPicture {
    blocks(
      pyramid, crop: crop, in: rect, clip: clip, over: card, above: above, below: below,
      tolerance: motionTolerance)
  }
}

import FireflyCore
import FireflyPictures
import FireflyScreen

/// A picture at rest in a frame, drawn with cells, which can be sharp.
struct SharpPlacement: Sendable {
  let renderKey: PictureMemoryCache.RenderKey
  /// The cells it covers; some may be outside the frame.
  let rect: Rect
  let picture: PicturePyramid
  /// Its final cells; nil if they are not rendered yet.
  let cells: CellPicture?
  /// The rows to draw sharp.
  var rows: Range<Int>
  /// The rows that were drawn: others are beyond the edge of the list.
  var drawnRows: Range<Int>

  /// The cells of the rows to draw sharp.
  var openRect: Rect {
    Rect(x: rect.x, y: rect.y + rows.lowerBound, width: rect.width, height: rows.count)
  }

  /// Returns the placement with its rows above `bottom` that the list shows; nil if there are none, or if a part of
  /// them is covered, such as by a menu: half a sharp picture would look like a fault.
  func opened(in frame: Frame, above bottom: Int) -> SharpPlacement? {
    guard let cells, cells.size == renderKey.size, rect.x >= 0, rect.maxX <= frame.size.width else {
      return nil
    }
    let inside = -rect.y..<max(-rect.y, min(bottom, frame.size.height) - rect.y)
    let shown = drawnRows.clamped(to: inside)
    let isOpen = shown.allSatisfy { y in
      (0..<rect.width).allSatisfy { frame[rect.x + $0, rect.y + y] == cells[$0, y] }
    }
    guard isOpen, !shown.isEmpty else { return nil }
    var place = self
    place.rows = shown
    return place
  }
}

/// A sharp picture as the terminal receives it, independent of its position.
struct SharpRendering: Hashable, Sendable {
  let renderKey: PictureMemoryCache.RenderKey
  /// The size of a cell in pixels.
  let cell: PixelSize
  /// The rows to draw sharp.
  let rows: Range<Int>
  /// Whether the terminal draws the exact colours of cells, so that a picture can match them.
  let matchesCells: Bool
  /// Whether it is made from a picture decoded for it, instead of the one in memory.
  var isFine = false

  /// The same, made from a picture that is decoded for it.
  var fine: SharpRendering {
    var form = self
    form.isFine = true
    return form
  }

  /// The size to decode the whole picture to, so that each visible pixel is its own.
  var box: PixelSize {
    // At most the pixels of a screen, however small the visible part is.
    func side(_ pixels: Int, _ part: Double) -> Int {
      Int(min(4_096, (Double(pixels) / max(part, 0.001)).rounded(.up)))
    }
    return PixelSize(
      width: side(renderKey.columns * cell.width, renderKey.crop.width),
      height: side(renderKey.halfRows * cell.height / 2, renderKey.crop.height))
  }

  /// Returns whether decoding the file again would be sharper than the picture in memory.
  func isFiner(than picture: PicturePyramid) -> Bool {
    let wanted = picture.original.fitted(into: box)
    return 10 * picture.size.width < 9 * wanted.width
      || 10 * picture.size.height < 9 * wanted.height
  }

  /// Encodes the picture, which takes milliseconds.
  func encoded(_ picture: PicturePyramid, for method: SharpProtocol) -> [SharpPart]? {
    // Drawn over cells, the uncovered halves of rows are transparent.
    func outside(_ color: Color?) -> Color? {
      method == .kittyPlaceholders ? color : color.map { _ in .clear }
    }
    let patch = SharpPatch(
      picture, crop: renderKey.crop, size: renderKey.size, cell: cell, over: renderKey.card,
      above: outside(renderKey.above), below: outside(renderKey.below),
      cornerRadius: matchesCells ? 1.2 : 0)
    guard let patch = patch?.part(rows: rows) else { return nil }
    if method == .sixel { return SixelGraphics.parts(patch) }
    return patch.png.map { [SharpPart(bytes: $0)] }
  }
}

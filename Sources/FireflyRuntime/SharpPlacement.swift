import FireflyPictures
import FireflyScreen

/// A settled picture at its place in a frame, where it is drawn with cells and could be sharp.
struct SharpPlacement: Sendable {
  let renderKey: PictureMemoryCache.RenderKey
  /// The cells it covers, some of which may be beyond the frame's.
  let rect: Rect
  let picture: PicturePyramid
  /// How it was drawn; nil if only as in motion so far.
  let cells: CellPicture?
  /// Those of its rows that are to be sharp.
  var rows: Range<Int>

  /// A place with all of its rows.
  init(
    renderKey: PictureMemoryCache.RenderKey, rect: Rect, picture: PicturePyramid,
    cells: CellPicture?
  ) {
    self.renderKey = renderKey
    self.rect = rect
    self.picture = picture
    self.cells = cells
    rows = 0..<rect.height
  }

  /// The cells of its rows that are to be sharp.
  var openRect: Rect {
    Rect(x: rect.x, y: rect.y + rows.lowerBound, width: rect.width, height: rows.count)
  }

  /// The place with the longest run of rows that the frame shows whole, with nothing over them, and
  /// that end above `bottom`; nil if there are none.
  ///
  /// A picture at the edge of the list has lost some.
  func opened(in frame: Frame, above bottom: Int) -> SharpPlacement? {
    guard let cells, cells.size == renderKey.size, rect.x >= 0, rect.maxX <= frame.size.width else {
      return nil
    }
    var longest = 0..<0
    var run = 0..<0
    for y in 0..<rect.height {
      let isOpen =
        (0..<min(bottom, frame.size.height)).contains(rect.y + y)
        && (0..<rect.width).allSatisfy { frame[rect.x + $0, rect.y + y] == cells[$0, y] }
      run = isOpen ? run.lowerBound..<y + 1 : y + 1..<y + 1
      if run.count > longest.count { longest = run }
    }
    guard !longest.isEmpty else { return nil }
    var place = self
    place.rows = longest
    return place
  }
}

/// A sharp picture as the terminal gets it, wherever it stands.
struct SharpRendering: Hashable, Sendable {
  let renderKey: PictureMemoryCache.RenderKey
  /// Pixels of a cell.
  let cell: PixelSize
  /// Those of its rows that are sharp.
  let rows: Range<Int>
  /// Whether the terminal shows the colours of cells as they are, so that a picture can have them too.
  let matchesCells: Bool
  /// Whether it is made of a picture that was decoded for it, and not of the one in memory.
  var isFine = false

  /// The same, made of a picture that is decoded for it.
  var fine: SharpRendering {
    var form = self
    form.isFine = true
    return form
  }

  /// Pixels of the whole picture if the place shows each of its own: it must not be decoded smaller.
  var box: PixelSize {
    // More than a screen has is not asked for, however little of the picture is shown.
    func side(_ pixels: Int, _ part: Double) -> Int {
      Int(min(4_096, (Double(pixels) / max(part, 0.001)).rounded(.up)))
    }
    return PixelSize(
      width: side(renderKey.columns * cell.width, renderKey.crop.width),
      height: side(renderKey.halfRows * cell.height / 2, renderKey.crop.height))
  }

  /// Whether it would be sharper of the picture's file than of the picture in memory.
  func isFiner(than picture: PicturePyramid) -> Bool {
    let wanted = picture.original.fitted(into: box)
    return 10 * picture.size.width < 9 * wanted.width
      || 10 * picture.size.height < 9 * wanted.height
  }

  /// Makes the file or the sequences; takes milliseconds.
  func encoded(_ picture: PicturePyramid, for method: SharpProtocol) -> [SharpPart]? {
    // Laid over cells, a picture leaves the rows that it fills only half to them.
    func outside(_ color: Color?) -> Color? {
      method == .kittyPlaceholders ? color : color.map { _ in .clear }
    }
    let patch = SharpPatch(
      picture, crop: renderKey.crop, size: renderKey.size, cell: cell, over: renderKey.card,
      above: outside(renderKey.above), below: outside(renderKey.below),
      cornerRadius: matchesCells ? 1.2 : 0)
    guard let patch = patch?.rows(rows) else { return nil }
    if method == .sixel { return SixelGraphics.parts(patch) }
    return patch.png.map { [SharpPart(bytes: $0)] }
  }
}

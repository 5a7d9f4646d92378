import FireflyPictures
import FireflyScreen

/// A settled picture at its place in a frame, where it is drawn with cells and could be sharp.
struct SharpPlace: Sendable {
  let look: PictureShelf.Look
  /// The cells it covers.
  let rect: Rect
  let picture: PicturePyramid
  /// How it was drawn; nil if only as in motion so far.
  let cells: CellPicture?

  /// Whether the frame shows it whole, with nothing over it.
  func isOpen(in frame: Frame) -> Bool {
    guard let cells, rect.intersection(frame.bounds) == rect, cells.size == look.size else {
      return false
    }
    for y in 0..<rect.height {
      for x in 0..<rect.width where frame[rect.x + x, rect.y + y] != cells[x, y] { return false }
    }
    return true
  }
}

/// A sharp picture as the terminal gets it, wherever it stands.
struct SharpForm: Hashable, Sendable {
  let look: PictureShelf.Look
  /// Pixels of a cell.
  let cell: PixelSize
  /// How many of its rows are sharp.
  let rows: Int
  /// Whether the terminal shows the colours of cells as they are, so that a picture can have them too.
  let matchesCells: Bool

  /// Makes the file or the sequence; takes milliseconds.
  func encoded(_ picture: PicturePyramid, for way: SharpPictures) -> [UInt8]? {
    // Laid over cells, a picture leaves the rows that it fills only half to them.
    let outside = way == .kittyPlaceholders ? (look.above, look.below) : (.clear, .clear)
    let patch = SharpPatch(
      picture, crop: look.crop, size: look.size, cell: cell, over: look.card,
      outside: look.isOffset ? outside : nil, cornerRadius: matchesCells ? 1.2 : 0)
    guard let patch = patch?.firstRows(rows) else { return nil }
    return way == .sixel ? SixelGraphics.encode(patch) : patch.png
  }
}

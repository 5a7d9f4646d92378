import FireflyScreen

/// A picture rendered into character cells.
package struct CellPicture: Hashable, Sendable {
  /// The position of its top left cell; (0, 0) for a settled picture, which can be drawn anywhere.
  package let origin: Point
  /// The size in columns and rows.
  package let size: Size
  /// The cells, row by row.
  package let cells: [Cell]

  init(origin: Point = Point(x: 0, y: 0), size: Size, cells: [Cell]) {
    precondition(cells.count == size.width * size.height)
    self.origin = origin
    self.size = size
    self.cells = cells
  }

  /// A picture without cells.
  static let empty = CellPicture(size: Size(width: 0, height: 0), cells: [])

  /// Returns the picture with some rows replaced by those of another picture of the same width.
  func replacingRows(from row: Int, with other: CellPicture) -> CellPicture {
    guard other.size.width == size.width, row + other.size.height <= size.height else {
      return self
    }
    var cells = cells
    let start = row * size.width
    cells.replaceSubrange(start..<start + other.cells.count, with: other.cells)
    return CellPicture(origin: origin, size: size, cells: cells)
  }

  /// The cell at a column and row of the picture.
  package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Draws it with its top left cell at `point` (by default at `origin`), clipped to the frame's
  /// clip.
  package func draw(into frame: inout Frame, at point: Point? = nil) {
    let point = point ?? origin
    let whole = Rect(x: point.x, y: point.y, width: size.width, height: size.height)
    let area = whole.intersection(frame.clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let cell = self[x - point.x, y - point.y]
        frame.draw(cell.glyph, at: Point(x: x, y: y), style: cell.style)
      }
    }
  }
}

/// The contents of the whole screen in cells, drawn by the views and shown by a `Screen`.
///
/// All measurements are in character cells. Drawing is clipped to the frame and to `clip`.
package struct Frame: Equatable, Sendable {
  /// Columns and rows.
  package let size: Size
  /// The cells, row by row.
  package private(set) var cells: ContiguousArray<Cell>
  /// The area in which drawing has an effect, always inside the frame; views narrow it to draw
  /// contents that may overflow.
  package var clip: Rect {
    didSet { clip = clip.intersection(bounds) }
  }
  /// The position of the terminal's cursor, even if it is hidden: screen readers and input methods
  /// follow it.
  ///
  /// It is nil if nothing has the focus.
  package var cursor: Point?
  /// Whether the cursor is visible: only in text fields.
  package var showsCursor = false
  /// The first row that a screen reader should speak when the focus moves; nil for the cursor's
  /// row.
  package var spokenFrom: Int?
  /// Cells with hyperlinks, for terminals that support them.
  package var links: [FrameLink] = []
  /// The elements that can be pressed, the topmost last.
  package internal(set) var elements: [FrameElement] = []

  /// Creates a frame of blank cells.
  package init(size: Size, blank: Cell = Cell()) {
    self.size = size
    cells = ContiguousArray(repeating: blank, count: size.width * size.height)
    clip = Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The whole frame as a rectangle.
  package var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The cell at a point inside the frame.
  package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Copies one row of cells from a frame of the same size.
  package mutating func copyRow(_ row: Int, from other: Frame) {
    let range = row * size.width..<(row + 1) * size.width
    cells.replaceSubrange(range, with: other.cells[range])
  }

  /// Draws with `clip` narrowed to `rect`, then restores it.
  package mutating func clipped(to rect: Rect, _ draw: (inout Frame) -> Void) {
    let before = clip
    clip = clip.intersection(rect)
    draw(&self)
    clip = before
  }

  /// Fills a rectangle with one glyph of width 1.
  package mutating func fill(_ rect: Rect, glyph: Glyph = .space, style: Style) {
    let area = rect.intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      changeRow(y) { row in
        row.repair(area.x)
        row.repair(area.maxX - 1)
        row.fill(area.x..<area.maxX, glyph, style)
      }
    }
  }

  /// Draws glyphs to the right from `point`; returns the column after the last glyph.
  ///
  /// Draws a space for a wide glyph that is only half inside `clip`.
  @discardableResult
  package mutating func draw(_ glyphs: [Glyph], at point: Point, style: Style) -> Int {
    guard point.y >= clip.y, point.y < clip.maxY else { return point.x + glyphs.displayWidth }
    let clip = clip
    return changeRow(point.y) { row in
      let columns = clip.x..<max(clip.x, clip.maxX)
      var x = point.x
      for glyph in glyphs {
        row.draw(glyph, at: x, within: columns, style: style)
        x += Int(glyph.width)
      }
      return x
    }
  }

  /// Draws one glyph, or a space for a wide glyph that is only half inside `clip`.
  package mutating func draw(_ glyph: Glyph, at point: Point, style: Style) {
    guard point.y >= clip.y, point.y < clip.maxY else { return }
    let columns = clip.x..<max(clip.x, clip.maxX)
    changeRow(point.y) { $0.draw(glyph, at: point.x, within: columns, style: style) }
  }

  /// Draws text to the right from `point`; returns the column after it.
  @discardableResult
  package mutating func draw(_ text: String, at point: Point, style: Style) -> Int {
    draw(Glyph.glyphs(of: text), at: point, style: style)
  }

  /// Changes the styles of all cells.
  ///
  /// - Parameter style: returns the new style of a cell.
  package mutating func restyle(_ style: (Cell) -> Style) {
    for index in cells.indices { cells[index].style = style(cells[index]) }
  }

  /// Copies a rectangle of another frame to a point of this one, with its pressable elements.
  package mutating func copy(_ rect: Rect, of other: Frame, to point: Point) {
    let source = rect.intersection(other.bounds)
    guard !source.isEmpty else { return }
    for var element in other.elements {
      element.rect = element.rect.intersection(rect)
      guard !element.rect.isEmpty else { continue }
      element.rect.x += point.x - rect.x
      element.rect.y += point.y - rect.y
      add(element)
    }
    for y in source.y..<source.maxY {
      let row = point.y + y - rect.y
      guard row >= clip.y, row < clip.maxY else { continue }
      let columns = clip.x..<max(clip.x, clip.maxX)
      changeRow(row) { row in
        for x in source.x..<source.maxX {
          let column = point.x + x - rect.x
          guard columns.contains(column) else { continue }
          let cell = other[x, y]
          if cell.glyph.width == 2, column + 1 >= columns.upperBound {
            row.put(.space, at: column, cell.style)
          } else if cell.glyph.width != 0 {
            row.put(cell.glyph, at: column, cell.style)
          } else if column == columns.lowerBound || x == source.x {
            row.put(.space, at: column, cell.style)
          }
        }
      }
    }
  }

  /// Changes cells of a row, with one access to the array.
  private mutating func changeRow<Result>(_ y: Int, _ change: (FrameRow) -> Result) -> Result {
    let start = y * size.width
    let width = size.width
    return cells.withUnsafeMutableBufferPointer { cells in
      change(FrameRow(cells: UnsafeMutableBufferPointer(rebasing: cells[start..<start + width])))
    }
  }
}

/// Mutable access to the cells of one row.
private struct FrameRow {
  let cells: UnsafeMutableBufferPointer<Cell>

  /// Fills columns with a glyph of width 1; the caller has repaired cut wide glyphs at the ends.
  func fill(_ columns: Range<Int>, _ glyph: Glyph, _ style: Style) {
    let part = UnsafeMutableBufferPointer(rebasing: cells[columns])
    if style.foreground != .clear, style.background != .clear {
      part.update(repeating: Cell(glyph: glyph, style: style))
    } else {
      for x in part.indices { part[x].set(glyph, style) }
    }
  }

  /// Draws one glyph, or a space for a wide glyph that is only half within the columns.
  func draw(_ glyph: Glyph, at x: Int, within columns: Range<Int>, style: Style) {
    let end = x + Int(glyph.width)
    if x >= columns.lowerBound, end <= columns.upperBound {
      put(glyph, at: x, style)
    } else if glyph.width == 2, end > columns.lowerBound, x < columns.upperBound {
      put(.space, at: max(x, columns.lowerBound), style)
    }
  }

  /// Draws one glyph, repairing wide glyphs that it cuts in half.
  func put(_ glyph: Glyph, at x: Int, _ style: Style) {
    repair(x)
    cells[x].set(glyph, style)
    if glyph.width == 2 {
      repair(x + 1)
      cells[x + 1].set(.continuation, style)
    }
  }

  /// Blanks the other half of a wide glyph at a column that is about to be overwritten.
  func repair(_ x: Int) {
    switch cells[x].glyph.width {
    case 0 where x > 0: cells[x - 1].glyph = .space
    case 2 where x + 1 < cells.count: cells[x + 1].glyph = .space
    default: break
    }
  }
}

extension Cell {
  /// Sets glyph and style; transparent colours keep the cell's.
  fileprivate mutating func set(_ glyph: Glyph, _ style: Style) {
    self.glyph = glyph
    self.style = style.over(self.style)
  }
}

extension Frame {
  /// Removes all elements and links, before something is drawn over all of the frame.
  package mutating func cover() {
    elements = []
    links = []
  }

  /// The characters of the frame without styles, one line per row, as in golden screens.
  package var text: String {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width { line += self[x, y].glyph.text }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

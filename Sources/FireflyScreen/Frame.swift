/// A picture of the whole screen in cells, drawn by the views and shown by a `Screen`.
///
/// All measurements are in character cells. Everything drawn is clipped to the frame and to `clip`.
public struct Frame: Equatable, Sendable {
  /// Columns and rows.
  public let size: Size
  /// The cells, row by row.
  public private(set) var cells: ContiguousArray<Cell>
  /// Where drawing has an effect, always inside the frame; a view narrows it while it draws what may stick
  /// out.
  public var clip: Rect {
    didSet { clip = clip.intersection(bounds) }
  }
  /// Where the terminal's cursor stands, also where it is hidden: screen readers and input methods
  /// follow it.
  ///
  /// Nil where nothing has the focus.
  public var cursor: Point?
  /// Whether the cursor is seen: only where text is typed.
  public var showsCursor = false
  /// The first of the rows that a screen reader is to speak when the focus comes to the cursor; nil where that
  /// is the cursor's own.
  public var spokenFrom: Int?
  /// Cells that lead to an address, for terminals that can follow it.
  public var links: [FrameLink] = []
  /// What can be pressed, the topmost last.
  public internal(set) var elements: [FrameElement] = []

  /// A frame of blank cells.
  public init(size: Size, blank: Cell = Cell()) {
    self.size = size
    cells = ContiguousArray(repeating: blank, count: size.width * size.height)
    clip = Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The whole frame as a rectangle.
  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The cell at a point inside the frame.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Takes over the cells of one row of a frame of the same size.
  public mutating func copyRow(_ row: Int, from other: Frame) {
    let range = row * size.width..<(row + 1) * size.width
    cells.replaceSubrange(range, with: other.cells[range])
  }

  /// Draws with `clip` narrowed to `rect`, and restores it.
  public mutating func clipped(to rect: Rect, _ draw: (inout Frame) -> Void) {
    let before = clip
    clip = clip.intersection(rect)
    draw(&self)
    clip = before
  }

  /// Fills a rectangle with one glyph of width 1.
  public mutating func fill(_ rect: Rect, glyph: Glyph = .space, style: Style) {
    let area = rect.intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      changeRow(y) { row in
        row.mend(area.x)
        row.mend(area.maxX - 1)
        row.fill(area.x..<area.maxX, glyph, style)
      }
    }
  }

  /// Draws glyphs to the right from `point`; returns the column after the last one.
  ///
  /// A wide glyph of which only half is inside `clip` is drawn as a space.
  @discardableResult
  public mutating func draw(_ glyphs: [Glyph], at point: Point, style: Style) -> Int {
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

  /// Draws printable ASCII to the right from `point`: a byte a column.
  public mutating func draw(
    ascii bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: Style
  ) {
    guard point.y >= clip.y, point.y < clip.maxY else { return }
    let first = max(point.x, clip.x)
    let end = min(point.x + bytes.count, clip.maxX)
    guard first < end else { return }
    let seen = UnsafeBufferPointer(rebasing: bytes[first - point.x..<end - point.x])
    changeRow(point.y) { row in
      row.mend(first)
      row.mend(end - 1)
      let cells = UnsafeMutableBufferPointer(rebasing: row.cells[first..<end])
      // Most of what is written lies on what a card has been filled with.
      if style.foreground != .clear, style.background == .clear {
        for index in cells.indices {
          cells[index].glyph = Glyph(ascii: seen[index])
          cells[index].style.takeFront(of: style)
        }
      } else {
        for index in cells.indices { cells[index].set(Glyph(ascii: seen[index]), style) }
      }
    }
  }

  /// Draws one glyph; a wide one of which only half is inside `clip` as a space.
  public mutating func draw(_ glyph: Glyph, at point: Point, style: Style) {
    guard point.y >= clip.y, point.y < clip.maxY else { return }
    let columns = clip.x..<max(clip.x, clip.maxX)
    changeRow(point.y) { $0.draw(glyph, at: point.x, within: columns, style: style) }
  }

  /// Draws text to the right from `point`; returns the column after it.
  @discardableResult
  public mutating func draw(_ text: String, at point: Point, style: Style) -> Int {
    draw(Glyph.glyphs(of: text), at: point, style: style)
  }

  /// Changes the styles of all cells.
  ///
  /// - Parameter style: is given a cell; returns its new style.
  public mutating func restyle(_ style: (Cell) -> Style) {
    for index in cells.indices { cells[index].style = style(cells[index]) }
  }

  /// Copies another frame's rectangle to a point of this one, with what can be pressed there.
  public mutating func copy(_ rect: Rect, of other: Frame, to point: Point) {
    let source = rect.intersection(other.bounds)
    guard !source.isEmpty else { return }
    for var element in other.elements {
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

  /// Puts a piece of an earlier frame to its place, which is inside of `clip`, with what can be pressed there.
  public mutating func put(_ piece: FramePiece) {
    let rect = piece.rect
    for y in 0..<rect.height {
      piece.withRow(y) { cells in
        changeRow(rect.y + y) { row in
          row.mend(rect.x)
          row.mend(rect.maxX - 1)
          row.replace(from: rect.x, by: cells)
        }
      }
    }
    elements += piece.pressable
  }

  /// Changes cells of a row of the frame: the array is looked at once for all of them.
  private mutating func changeRow<Result>(_ y: Int, _ change: (FrameRow) -> Result) -> Result {
    let start = y * size.width
    let width = size.width
    return cells.withUnsafeMutableBufferPointer { cells in
      change(FrameRow(cells: UnsafeMutableBufferPointer(rebasing: cells[start..<start + width])))
    }
  }
}

/// The cells of one row of a frame, while they are changed.
private struct FrameRow {
  let cells: UnsafeMutableBufferPointer<Cell>

  /// Fills columns with a glyph of width 1; what is cut at their ends has been mended.
  func fill(_ columns: Range<Int>, _ glyph: Glyph, _ style: Style) {
    let part = UnsafeMutableBufferPointer(rebasing: cells[columns])
    if style.foreground != .clear, style.background != .clear {
      part.update(repeating: Cell(glyph: glyph, style: style))
    } else {
      for x in part.indices { part[x].set(glyph, style) }
    }
  }

  /// Takes cells over; what is cut at their ends has been mended.
  func replace(from x: Int, by other: UnsafeBufferPointer<Cell>) {
    _ = UnsafeMutableBufferPointer(rebasing: cells[x..<x + other.count]).update(from: other)
  }

  /// Draws one glyph; a wide one of which only half is within the columns as a space.
  func draw(_ glyph: Glyph, at x: Int, within columns: Range<Int>, style: Style) {
    let end = x + Int(glyph.width)
    if x >= columns.lowerBound, end <= columns.upperBound {
      put(glyph, at: x, style)
    } else if glyph.width == 2, end > columns.lowerBound, x < columns.upperBound {
      put(.space, at: max(x, columns.lowerBound), style)
    }
  }

  /// Puts one glyph in the row, mending a wide glyph that it cuts in half.
  func put(_ glyph: Glyph, at x: Int, _ style: Style) {
    mend(x)
    cells[x].set(glyph, style)
    if glyph.width == 2 {
      mend(x + 1)
      cells[x + 1].set(.continuation, style)
    }
  }

  /// Blanks the other half of a wide glyph at a column, which is about to be overwritten.
  func mend(_ x: Int) {
    switch cells[x].glyph.width {
    case 0 where x > 0: cells[x - 1].glyph = .space
    case 2 where x + 1 < cells.count: cells[x + 1].glyph = .space
    default: break
    }
  }
}

extension Cell {
  /// Shows a glyph; of the style, what is clear keeps the cell's.
  fileprivate mutating func set(_ glyph: Glyph, _ style: Style) {
    self.glyph = glyph
    self.style = style.over(self.style)
  }
}

extension Frame {
  /// Takes away what could be pressed or followed: something is about to be drawn over all of it.
  public mutating func cover() {
    elements = []
    links = []
  }

  /// The characters of the frame, a line a row, without styles: what a golden screen holds.
  public var text: String {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width { line += self[x, y].glyph.text }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

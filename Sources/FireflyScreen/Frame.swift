/// A picture of the whole screen in cells, drawn by the views and shown by a `Screen`.
///
/// All measurements are in character cells. Everything drawn is clipped to the frame and to `clip`.
public struct Frame: Equatable, Sendable {
  /// Columns and rows.
  public let size: Size
  /// The cells, row by row.
  public private(set) var cells: ContiguousArray<Cell>
  /// Where drawing has an effect; a view narrows it while it draws what may stick out.
  public var clip: Rect
  /// Where the terminal's cursor stands, also where it is hidden: screen readers and input methods
  /// follow it.
  ///
  /// Nil where nothing has the focus.
  public var cursor: Point?
  /// Whether the cursor is seen: only where text is typed.
  public var showsCursor = false
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
      for x in area.x..<area.maxX { put(glyph, x: x, y: y, style: style) }
    }
  }

  /// Draws glyphs to the right from `point`; returns the column after the last one.
  ///
  /// A wide glyph of which only half is inside `clip` is drawn as a space.
  @discardableResult
  public mutating func draw(_ glyphs: [Glyph], at point: Point, style: Style) -> Int {
    var x = point.x
    for glyph in glyphs {
      draw(glyph, at: Point(x: x, y: point.y), style: style)
      x += Int(glyph.width)
    }
    return x
  }

  /// Draws one glyph; a wide one of which only half is inside `clip` as a space.
  public mutating func draw(_ glyph: Glyph, at point: Point, style: Style) {
    guard point.y >= clip.y, point.y < clip.maxY else { return }
    let end = point.x + Int(glyph.width)
    if point.x >= clip.x, end <= clip.maxX {
      put(glyph, x: point.x, y: point.y, style: style)
    } else if glyph.width == 2, end > clip.x, point.x < clip.maxX {
      put(.space, x: max(point.x, clip.x), y: point.y, style: style)
    }
  }

  /// Draws text to the right from `point`; returns the column after it.
  @discardableResult
  public mutating func draw(_ text: String, at point: Point, style: Style) -> Int {
    draw(Glyph.glyphs(of: text), at: point, style: style)
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
      for x in source.x..<source.maxX {
        let column = point.x + x - rect.x
        guard column >= clip.x, column < clip.maxX else { continue }
        let cell = other[x, y]
        if cell.glyph.width == 2, column + 1 >= clip.maxX {
          put(.space, x: column, y: row, style: cell.style)
        } else if cell.glyph.width != 0 {
          put(cell.glyph, x: column, y: row, style: cell.style)
        } else if column == clip.x || x == source.x {
          put(.space, x: column, y: row, style: cell.style)
        }
      }
    }
  }

  /// Puts one glyph inside the frame, mending a wide glyph that it cuts in half.
  private mutating func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    let index = y * size.width + x
    mend(index, x: x)
    set(glyph, index, style)
    if glyph.width == 2 {
      mend(index + 1, x: x + 1)
      set(.continuation, index + 1, style)
    }
  }

  private mutating func set(_ glyph: Glyph, _ index: Int, _ style: Style) {
    cells[index].glyph = glyph
    if style.foreground != .clear { cells[index].style.foreground = style.foreground }
    if style.background != .clear { cells[index].style.background = style.background }
    cells[index].style.attributes = style.attributes
  }

  /// Blanks the other half of a wide glyph at `index`, which is about to be overwritten.
  private mutating func mend(_ index: Int, x: Int) {
    switch cells[index].glyph.width {
    case 0 where x > 0: cells[index - 1].glyph = .space
    case 2 where x + 1 < size.width: cells[index + 1].glyph = .space
    default: break
    }
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

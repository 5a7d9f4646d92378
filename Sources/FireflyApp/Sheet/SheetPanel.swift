import FireflyScreen

/// Draws the background and title of a sheet, for help, outline and comparisons.
struct SheetPanel {
  let sheet: SheetLayout
  let canvas: Canvas
  /// The action that closes it.
  let closing: Action

  /// Creates a sheet as large as possible, at most `columns` wide.
  init(_ canvas: Canvas, columns: Int, closing: Action) {
    self.canvas = canvas
    self.closing = closing
    sheet = canvas.layout.sheet(columns: columns)
  }

  init(_ canvas: Canvas, sheet: SheetLayout, closing: Action) {
    (self.canvas, self.sheet, self.closing) = (canvas, sheet, closing)
  }

  /// Draws the sheet with a title and, if there is room, a note at the right.
  ///
  /// - Parameters:
  ///   - title: the title; the filter takes its place, and it that of a missing note.
  ///   - filter: the filter; shown if it is typed, or not empty.
  ///   - hints: the key hints of the last line; empty for none.
  ///   - leaving: the one of them that says how to leave, which is never dropped.
  func draw(
    title: String, note: String = "", filter: Filter = Filter(), foot hints: [String?],
    leaving: String? = nil, into frame: inout Frame
  ) {
    let area = sheet.area
    frame.cover()
    frame.add("close", frame.bounds, closing)
    frame.fill(frame.bounds, style: canvas.backdrop)
    if area.width < 12 || area.height < 6 {
      frame.fill(area, style: canvas.onSurface())
    } else {
      CardChrome(
        x: area.x, columns: area.width, top: Double(area.y), height: Double(area.height),
        expansion: 1, isSelected: false, canvas: canvas
      ).draw(into: &frame)
    }
    let row = Rect(
      x: area.x + 2, y: area.y + (area.height > 3 ? 1 : 0), width: max(1, area.width - 4),
      height: 1)
    let isFiltered = filter.isTyping || !filter.isEmpty
    let end: Int
    if isFiltered {
      end = FilterView.draw(filter, in: row, canvas, into: &frame)
    } else {
      end = frame.draw(
        Glyph.glyphs(of: title).truncated(to: row.width), at: Point(x: row.x, y: row.y),
        style: canvas.onSurface(.bold))
    }
    let note = isFiltered && note.isEmpty ? title : note
    let x = row.maxX - Glyph.glyphs(of: note).displayWidth
    if x > end + 1 { frame.draw(note, at: Point(x: x, y: row.y), style: canvas.onSurface(.italic)) }
    if let foot = sheet.foot {
      let line = canvas.joined(hints, leaving: leaving, columns: area.width - 4)
      let words = Glyph.glyphs(of: line).truncated(to: area.width - 4)
      frame.draw(
        words, at: Point(x: area.x + 2, y: foot), style: canvas.hint(over: canvas.surface))
    }
  }
}

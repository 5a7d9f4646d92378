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

  /// Creates a sheet with a given layout.
  init(_ canvas: Canvas, sheet: SheetLayout, closing: Action) {
    (self.canvas, self.sheet, self.closing) = (canvas, sheet, closing)
  }

  /// Draws the sheet with a title and, if there is room, a note at the right.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - note: the note.
  ///   - showsCloseHint: whether the last line shows the keys that close it.
  ///   - frame: the frame to draw into.
  func draw(
    title: String, note: String = "", showsCloseHint: Bool = true, into frame: inout Frame
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
    let y = area.y + (area.height > 3 ? 1 : 0)
    let title = Glyph.glyphs(of: title).truncated(to: max(1, area.width - 4))
    let end = frame.draw(title, at: Point(x: area.x + 2, y: y), style: canvas.onSurface(.bold))
    let x = area.maxX - 2 - Glyph.glyphs(of: note).displayWidth
    if x > end + 1 { frame.draw(note, at: Point(x: x, y: y), style: canvas.onSurface(.italic)) }
    if showsCloseHint, let foot = sheet.foot {
      let words = Glyph.glyphs(of: closeHint).truncated(to: area.width - 4)
      frame.draw(
        words, at: Point(x: area.x + 2, y: foot), style: canvas.hint(over: canvas.surface))
    }
  }

  /// The hint for the keys that close it; for the outline, also for Enter.
  private var closeHint: String {
    guard closing == .outline(.closed) else { return canvas.closeHint(of: .sheet) }
    let hints = [
      canvas.keyHint("enter", "goes there", in: .outline), canvas.closeHint(of: .outline),
    ]
    return hints.compactMap(\.self).joined(separator: canvas.symbols.dot)
  }
}

import FireflyScreen

/// Draws a sheet with its visible lines.
enum SheetView {
  static func draw(_ canvas: Canvas, _ sheet: Sheet, into frame: inout Frame) {
    let text = sheet.text(canvas.context.settings.keymap, canvas.layout, symbols: canvas.symbols)
    let panel = SheetPanel(canvas, columns: text.columns, closing: .sheet(.closed))
    let inner = panel.sheet.inner
    let scroll = min(sheet.scroll, max(0, text.lines.count - inner.height))
    let more = text.lines.count - scroll - inner.height
    let leaving =
      sheet.filter.isTyping || sheet.endsFilterFirst
      ? canvas.keyHint(.filter(.cancelled), "removes the filter")
      : canvas.closeHint(.sheet(.closed))
    let hints =
      sheet.filter.isTyping
      ? [leaving]
      : [
        leaving,
        sheet.hasSecondPage
          ? canvas.keyHint(.sheet(.morePressed), "keys of editor and dialogs") : nil,
        canvas.keyHint(.filter(.pressed), "filters", in: .sheet),
      ]
    panel.draw(
      title: text.title, note: more > 0 ? "\(more) more below" : "", filter: sheet.filter,
      foot: hints, leaving: leaving, into: &frame)
    frame.clipped(to: inner) { frame in
      for (row, line) in text.lines.dropFirst(scroll).prefix(inner.height).enumerated() {
        for (column, part) in ([line] + line.beside).enumerated() {
          let x = inner.x + column * line.step + min(part.indent, inner.width - 1)
          draw(part, at: Point(x: x, y: inner.y + row), text.keyColumns, canvas, into: &frame)
        }
      }
    }
    if !sheet.filter.isTyping { frame.cursor = Point(x: inner.x, y: inner.y) }
  }

  private static func draw(
    _ line: SheetText.Line, at point: Point, _ keyColumns: Int, _ canvas: Canvas,
    into frame: inout Frame
  ) {
    var x = point.x
    if let keys = line.keys {
      frame.draw(keys, at: point, style: canvas.onSurface(.bold))
      x += line.keyColumns ?? keyColumns
    }
    frame.draw(
      line.words, at: Point(x: x, y: point.y),
      style: canvas.onSurface(line.isHeading ? [.bold, .underline] : []))
  }
}

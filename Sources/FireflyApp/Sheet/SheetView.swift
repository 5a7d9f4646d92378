import FireflyScreen

/// Draws a sheet with its visible lines.
enum SheetView {
  static func draw(_ canvas: Canvas, _ sheet: Sheet, into frame: inout Frame) {
    let text = sheet.text(canvas.context.settings.keymap, canvas.layout, symbols: canvas.symbols)
    let panel = SheetPanel(canvas, columns: text.columns, closing: .sheet(.closed))
    let inner = panel.sheet.inner
    let scroll = min(sheet.scroll, max(0, text.lines.count - inner.height))
    let more = text.lines.count - scroll - inner.height
    let hints =
      sheet.filter.isTyping
      ? [canvas.keyHint("cancel", "removes the filter", in: .filter)]
      : [canvas.closeHint(of: .sheet), canvas.keyHint("find", "filters", in: .sheet)]
    panel.draw(
      title: text.title, note: more > 0 ? "\(more) more below" : "", filter: sheet.filter,
      foot: hints.compactMap(\.self).joined(separator: canvas.symbols.dot), into: &frame)
    frame.clipped(to: inner) { frame in
      for (row, line) in text.lines.dropFirst(scroll).prefix(inner.height).enumerated() {
        let y = inner.y + row
        var x = inner.x + min(line.indent, inner.width - 1)
        let keyColumns = line.keyColumns ?? text.keyColumns
        if let right = line.right {
          let middle = inner.x + inner.width / 2
          frame.draw(right.keys, at: Point(x: middle, y: y), style: canvas.onSurface(.bold))
          frame.draw(
            right.words, at: Point(x: middle + keyColumns, y: y), style: canvas.onSurface())
        }
        if let keys = line.keys {
          frame.draw(keys, at: Point(x: x, y: y), style: canvas.onSurface(.bold))
          x += keyColumns
        }
        frame.draw(
          line.words, at: Point(x: x, y: y),
          style: canvas.onSurface(line.isHeading ? [.bold, .underline] : []))
      }
    }
    if !sheet.filter.isTyping { frame.cursor = Point(x: inner.x, y: inner.y) }
  }
}

import FireflyScreen

/// Draws the posts that a text can link.
struct LinkPickerView {
  let canvas: Canvas
  let picker: LinkPicker

  func draw(into frame: inout Frame) {
    let panel = SheetPanel(
      canvas, columns: LinkPicker.columns, closing: .links(.picker(.closed)))
    let hints = [
      canvas.keyHint(
        "accept", picker.shown.isEmpty ? "writes the words" : "links it", in: .filter),
      canvas.keyHint("cancel", "closes", in: .filter),
    ]
    let count = picker.items.count
    panel.draw(
      title: picker.filter.isEmpty
        ? count == 0 ? "Link to a post" : "Link to one of \(count) posts"
        : "\(picker.shown.count) of \(count)",
      filter: picker.filter,
      foot: hints.compactMap(\.self).joined(separator: canvas.symbols.dot), into: &frame)
    let inner = panel.sheet.inner
    let first = max(
      0, min(picker.selected - inner.height / 2, picker.shown.count - inner.height))
    frame.clipped(to: inner) { frame in
      for (row, index) in picker.shown.dropFirst(first).prefix(inner.height).enumerated() {
        let line = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
        let item = picker.items[index]
        draw(item, isSelected: first + row == picker.selected, in: line, into: &frame)
        frame.add("link-to-\(item.id)", line, .links(.picker(.linePressed(first + row))))
      }
    }
  }

  private func draw(
    _ item: LinkPicker.Item, isSelected: Bool, in line: Rect, into frame: inout Frame
  ) {
    if isSelected {
      frame.draw(
        String(canvas.symbols.bar), at: Point(x: line.x, y: line.y),
        style: Style(foreground: canvas.theme.accent))
    }
    let x = line.x + 2
    let title = Glyph.glyphs(of: item.title.prefix(400))
      .truncated(to: max(1, line.maxX - x), ellipsis: canvas.symbols.ellipsis)
    let end = frame.draw(
      BidiLine.visual(title), at: Point(x: x, y: line.y),
      style: canvas.onSurface(isSelected ? .bold : []))
    guard let author = item.author, line.maxX - end > 8 else { return }
    let words = Glyph.glyphs(of: canvas.symbols.dot + author)
      .truncated(to: line.maxX - end, ellipsis: canvas.symbols.ellipsis)
    frame.draw(words, at: Point(x: end, y: line.y), style: canvas.hint(over: canvas.surface))
  }
}

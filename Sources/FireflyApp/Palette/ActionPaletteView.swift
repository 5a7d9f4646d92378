import FireflyScreen

/// Draws the palette: name, meaning and keys of each action.
struct ActionPaletteView {
  let canvas: Canvas
  let palette: ActionPalette

  /// Minimum columns of a meaning; with less room it is left out.
  private static let minimumHelp = 8
  /// Maximum number of keys of an action that are shown.
  private static let shownKeys = 2

  func draw(into frame: inout Frame) {
    let panel = SheetPanel(canvas, columns: ActionPalette.columns, closing: .palette(.closed))
    let count = palette.items.count
    let hints = [
      canvas.keyHint("accept", "does it", in: .filter),
      canvas.keyHint("cancel", "closes", in: .filter),
    ]
    panel.draw(
      title: palette.filter.isEmpty ? "\(count) actions" : "\(palette.shown.count) of \(count)",
      filter: palette.filter,
      foot: hints.compactMap(\.self).joined(separator: canvas.symbols.dot), into: &frame)
    let inner = panel.sheet.inner
    let first = max(
      0, min(palette.selected - inner.height / 2, palette.shown.count - inner.height))
    let nameColumns = min(
      inner.width / 2, (palette.items.map { $0.name.count }.max() ?? 0) + 2)
    frame.clipped(to: inner) { frame in
      for (row, index) in palette.shown.dropFirst(first).prefix(inner.height).enumerated() {
        let line = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
        draw(
          palette.items[index], isSelected: first + row == palette.selected,
          nameColumns: nameColumns, in: line, into: &frame)
        frame.add("palette-\(palette.items[index].name)", line, .palette(.linePressed(first + row)))
      }
    }
  }

  private func draw(
    _ item: ActionPalette.Item, isSelected: Bool, nameColumns: Int, in line: Rect,
    into frame: inout Frame
  ) {
    let keys = Glyph.glyphs(
      of: item.keys.prefix(Self.shownKeys).map { canvas.symbols.label(of: $0) }
        .joined(separator: " "))
    let keyX = line.maxX - keys.displayWidth
    frame.draw(keys, at: Point(x: keyX, y: line.y), style: canvas.hint(over: canvas.surface))
    if isSelected {
      frame.draw(
        String(canvas.symbols.bar), at: Point(x: line.x, y: line.y),
        style: Style(foreground: canvas.theme.accent))
    }
    let style = canvas.onSurface(isSelected ? .bold : [])
    let nameX = line.x + 2
    let name = Glyph.glyphs(of: item.name)
      .truncated(to: max(1, nameColumns - 2), ellipsis: canvas.symbols.ellipsis)
    frame.draw(name, at: Point(x: nameX, y: line.y), style: style)
    let helpX = nameX + nameColumns
    let room = keyX - 2 - helpX
    guard room >= Self.minimumHelp else { return }
    let help = Glyph.glyphs(of: item.help).truncated(to: room, ellipsis: canvas.symbols.ellipsis)
    frame.draw(help, at: Point(x: helpX, y: line.y), style: style)
  }
}

import FireflyScreen

/// Draws the menu at the mouse, or as near as possible: one item per row, its key at the right.
struct MenuView {
  let canvas: Canvas
  let menu: Menu

  private var style: Style {
    Style(
      foreground: canvas.theme.text,
      background: canvas.isFilled ? canvas.theme.card : canvas.theme.backdrop)
  }

  func draw(into frame: inout Frame) {
    // A click beside the menu closes it.
    frame.add(Element("menu-beside", frame.bounds, .menu(.closed)))
    let titles = menu.items.map { Glyph.glyphs(of: $0.title) }
    let keys = menu.items.map { Glyph.glyphs(of: key(of: $0)) }
    let keyColumns = keys.map(\.displayWidth).max() ?? 0
    let words = (titles.map(\.displayWidth).max() ?? 0) + 2 + keyColumns
    let width = min(frame.size.width, words + 4)
    let hasEdge = frame.size.height >= menu.items.count + 2
    let height = min(frame.size.height, menu.items.count + (hasEdge ? 2 : 0))
    let area = Rect(
      x: max(0, min(menu.point.x + 1, frame.size.width - width)),
      y: max(0, min(menu.point.y, frame.size.height - height)), width: width, height: height)
    frame.fill(area, style: style)
    if hasEdge {
      BoxLines.draw(area, isUnicode: canvas.symbols.hasBlocks, style: style, into: &frame)
    }
    let rows = height - (hasEdge ? 2 : 0)
    // If there are too many items, those around the selected one are shown.
    let first = max(0, min((menu.selected ?? 0) - rows / 2, menu.items.count - rows))
    for (row, index) in (first..<min(menu.items.count, first + rows)).enumerated() {
      let y = area.y + row + (hasEdge ? 1 : 0)
      let line = Rect(x: area.x + 1, y: y, width: max(0, width - 2), height: 1)
      draw(titles[index], keys[index], isSelected: index == menu.selected, in: line, into: &frame)
      frame.add(Element("menu-\(index)", line, .menu(.pressed(index))))
    }
    if menu.selected == nil { frame.cursor = Point(x: area.x + 2, y: area.y + (hasEdge ? 1 : 0)) }
  }

  private func draw(
    _ title: [Glyph], _ key: [Glyph], isSelected: Bool, in line: Rect, into frame: inout Frame
  ) {
    var style = style
    if isSelected {
      style.attributes = [.reverse, .bold]
      frame.fill(line, style: style)
      frame.cursor = Point(x: line.x + 1, y: line.y)
    }
    frame.draw(
      title.truncated(to: max(0, line.width - 2)), at: Point(x: line.x + 1, y: line.y), style: style
    )
    if !isSelected {
      style.foreground = canvas.theme.text(alpha: canvas.theme.shades.hint, over: style.background)
    }
    let x = line.maxX - 1 - key.displayWidth
    guard x > line.x + 1 + title.displayWidth else { return }
    frame.draw(key, at: Point(x: x, y: line.y), style: style)
  }

  private func key(of item: Menu.Item) -> String {
    let keys = item.binding.map { canvas.context.settings.keymap.keys(of: $0) } ?? []
    return keys.first.map { canvas.symbols.label(of: $0) } ?? ""
  }
}

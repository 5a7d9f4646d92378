import FireflyScreen

/// Draws the menu at the mouse, or as near as possible: one item per row, its key at the right.
struct MenuView {
  let canvas: Canvas
  let menu: Menu

  func draw(into frame: inout Frame) {
    // A click beside the menu closes it.
    frame.add("menu-beside", frame.bounds, .menu(.closed))
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
    let style = canvas.onSurface()
    frame.fill(area, style: style)
    if hasEdge {
      BoxLines.draw(area, isUnicode: canvas.symbols.hasBlocks, style: style, into: &frame)
    }
    let edge = hasEdge ? 1 : 0
    let inner = Rect(
      x: area.x + 1, y: area.y + edge, width: max(0, width - 2), height: height - 2 * edge)
    for (y, index) in zip(inner.y..., inner.rows(of: menu.items.count, around: menu.selected ?? 0))
    {
      let line = Rect(x: inner.x, y: y, width: inner.width, height: 1)
      draw(titles[index], keys[index], isSelected: index == menu.selected, in: line, into: &frame)
      frame.add("menu-\(index)", line, .menu(.pressed(index)))
    }
    if menu.selected == nil { frame.cursor = Point(x: area.x + 2, y: inner.y) }
  }

  private func draw(
    _ title: [Glyph], _ key: [Glyph], isSelected: Bool, in line: Rect, into frame: inout Frame
  ) {
    let style = canvas.onSurface(isSelected ? [.reverse, .bold] : [])
    if isSelected {
      frame.fill(line, style: style)
      frame.cursor = Point(x: line.x + 1, y: line.y)
    }
    frame.draw(
      title.truncated(to: max(0, line.width - 2)), at: Point(x: line.x + 1, y: line.y), style: style
    )
    let x = line.maxX - 1 - key.displayWidth
    guard x > line.x + 1 + title.displayWidth else { return }
    let keyStyle = isSelected ? style : canvas.hint(over: style.background)
    frame.draw(key, at: Point(x: x, y: line.y), style: keyStyle)
  }

  private func key(of item: Menu.Item) -> String {
    canvas.context.keyLabel(item.action, in: menu.bindings) ?? ""
  }
}

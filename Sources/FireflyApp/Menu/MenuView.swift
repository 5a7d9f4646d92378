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
    let hasEdge = frame.size.height >= Self.rowsWithEdge
    let foot = Glyph.glyphs(
      of: canvas.keyHint(.menu(.closed), "closes", in: menu.keyContext).map { " \($0) " } ?? "")
    let width = min(frame.size.width, max(words, foot.displayWidth + 1) + 4)
    let height = min(frame.size.height, menu.items.count + (hasEdge ? 2 : 0))
    let area = Rect(
      x: max(0, min(menu.point.x + 1, frame.size.width - width)),
      y: firstRow(height, in: frame.size.height), width: width, height: height)
    let style = canvas.onSurface()
    frame.fill(area, style: style)
    let edge = hasEdge ? 1 : 0
    let inner = Rect(
      x: area.x + 1, y: area.y + edge, width: max(0, width - 2), height: height - 2 * edge)
    let visible = inner.rows(of: menu.items.count, around: menu.selected ?? 0)
    if hasEdge {
      BoxLines.draw(area, isUnicode: canvas.symbols.hasBlocks, style: style, into: &frame)
      drawEnds(of: visible, foot, area, style, into: &frame)
    }
    for (y, index) in zip(inner.y..., visible) {
      let line = Rect(x: inner.x, y: y, width: inner.width, height: 1)
      draw(titles[index], keys[index], isSelected: index == menu.selected, in: line, into: &frame)
      frame.add("menu-\(index)", line, .menu(.pressed(index)))
    }
    if menu.selected == nil { frame.cursor = Point(x: area.x + 2, y: inner.y) }
  }

  /// Rows of a screen on which it has an edge.
  private static let rowsWithEdge = 6

  /// Returns the first row of a menu so high: below the post that it asks about, or else above it, or where there is
  /// room.
  private func firstRow(_ height: Int, in rows: Int) -> Int {
    let above = menu.subject.lowerBound - height
    if !menu.subject.isEmpty, menu.point.y + height > rows, above >= 0 { return above }
    return max(0, min(menu.point.y, rows - height))
  }

  /// Draws at the edge how to leave, and that it goes on above or below.
  private func drawEnds(
    of visible: Range<Int>, _ foot: [Glyph], _ area: Rect, _ style: Style, into frame: inout Frame
  ) {
    frame.draw(
      foot.truncated(to: max(0, area.width - 4)), at: Point(x: area.x + 1, y: area.maxY - 1),
      style: canvas.hint(over: style.background))
    let x = area.maxX - 3
    guard x > area.x else { return }
    if visible.lowerBound > 0 {
      frame.draw(canvas.symbols.up, at: Point(x: x, y: area.y), style: style)
    }
    if visible.upperBound < menu.items.count {
      frame.draw(canvas.symbols.down, at: Point(x: x, y: area.maxY - 1), style: style)
    }
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

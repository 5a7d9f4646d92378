import FireflyScreen

/// A branch of the tree as indented lines.
enum OutlineView {
  private static let columns = 90

  static func draw(_ canvas: Canvas, _ outline: Outline, into frame: inout Frame) {
    let panel = PanelView(canvas, columns: columns)
    panel.draw(title: title(outline, canvas), into: &frame)
    let inner = PanelView.inner(panel.area)
    let first = firstLine(of: outline, height: inner.height)
    frame.clipped(to: inner) { frame in
      for (row, node) in outline.nodes.dropFirst(first).prefix(inner.height).enumerated() {
        let isSelected = first + row == outline.selected
        let y = inner.y + row
        let x = inner.x + 2 + 2 * min(node.depth, inner.width / 6)
        let hasMore = node.post.hasChildren || node.post.template == .query
        let glyphs = BidiLine.visual(
          Glyph.glyphs(of: node.post.title.prefix(200))
            .truncated(to: max(1, inner.maxX - x - 2), ellipsis: canvas.symbols.ellipsis))
        if isSelected {
          frame.draw(
            String(canvas.symbols.bar), at: Point(x: inner.x, y: y),
            style: Style(foreground: canvas.theme.accent))
        }
        let end = frame.draw(
          glyphs, at: Point(x: x, y: y), style: panel.style(isSelected ? .bold : []))
        if hasMore {
          frame.draw(canvas.symbols.chevron, at: Point(x: end + 1, y: y), style: panel.style())
        }
      }
    }
  }

  private static func title(_ outline: Outline, _ canvas: Canvas) -> String {
    if let failure = outline.failure { return failure }
    if outline.isLoading { return NoticeView.spinner(canvas) + " Loading..." }
    let count = outline.nodes.count
    let start = outline.isCut ? "Outline: only the first" : "Outline:"
    return "\(start) \(count) \(count == 1 ? "post" : "posts")"
  }

  /// The line at the top, so that the selected one is in the middle where it can be.
  private static func firstLine(of outline: Outline, height: Int) -> Int {
    max(0, min(outline.selected - height / 2, outline.nodes.count - height))
  }

  /// The line under a point.
  static func node(at point: Point, of outline: Outline, _ layout: ScreenLayout) -> Int? {
    let inner = PanelView.inner(PanelView.area(layout, columns: columns))
    guard inner.contains(point) else { return nil }
    let index = firstLine(of: outline, height: inner.height) + point.y - inner.y
    return outline.nodes.indices.contains(index) ? index : nil
  }
}

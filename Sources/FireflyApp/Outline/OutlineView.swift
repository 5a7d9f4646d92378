import FireflyCore
import FireflyScreen

/// Draws a branch of the tree as lines, connected to their parents.
enum OutlineView {
  static func draw(_ canvas: Canvas, _ outline: Outline, into frame: inout Frame) {
    let panel = SheetPanel(
      canvas, columns: canvas.context.settings.tunables.outlineColumns, closing: .outline(.closed))
    panel.draw(title: title(outline, canvas), into: &frame)
    let inner = panel.sheet.inner
    let first = firstLine(of: outline, height: inner.height)
    let visible = first..<max(first, min(outline.nodes.count, first + inner.height))
    let lines = lines(of: outline, visible, levels: max(0, inner.width / 6), canvas.symbols)
    frame.clipped(to: inner) { frame in
      for (row, index) in visible.enumerated() {
        let line = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
        let post = outline.nodes[index].post
        frame.add("outline-\(post.id)", line, .outline(.linePressed(index)))
        drawLine(
          post, branches: lines[row], isSelected: index == outline.selected, in: line, panel,
          into: &frame)
      }
    }
  }

  private static func drawLine(
    _ post: Post, branches: String, isSelected: Bool, in line: Rect, _ panel: SheetPanel,
    into frame: inout Frame
  ) {
    let canvas = panel.canvas
    let point = Point(x: line.x, y: line.y)
    if isSelected {
      frame.draw(
        String(canvas.symbols.bar), at: point, style: Style(foreground: canvas.theme.accent))
    }
    var style = canvas.onSurface()
    style.foreground = canvas.theme.text(alpha: canvas.theme.shades.author, over: canvas.theme.card)
    let x = frame.draw(branches, at: Point(x: point.x + 2, y: point.y), style: style)
    if isSelected { frame.cursor = Point(x: x, y: point.y) }
    let words = Glyph.glyphs(of: post.label.prefix(200))
      .truncated(to: max(1, line.maxX - x - 2), ellipsis: canvas.symbols.ellipsis)
    let end = frame.draw(
      BidiLine.visual(words), at: Point(x: x, y: point.y),
      style: canvas.onSurface(isSelected ? .bold : []))
    if post.hasChildren || post.template == .query {
      frame.draw(
        canvas.symbols.chevron, at: Point(x: end + 1, y: point.y), style: canvas.onSurface())
    }
  }

  /// Returns the connecting lines before the titles: two columns per level, for at most `levels`
  /// levels.
  private static func lines(
    of outline: Outline, _ visible: Range<Int>, levels: Int, _ symbols: Symbols
  ) -> [String] {
    // The levels on which more lines follow, from the last line up.
    var goesOn: Set<Int> = []
    var lines: [String] = []
    for index in outline.nodes.indices.reversed() where index >= visible.lowerBound {
      let depth = min(outline.nodes[index].depth, levels)
      if index < visible.upperBound {
        let above = (1..<max(1, depth)).map { goesOn.contains($0) ? symbols.branches.past : "  " }
        let own = goesOn.contains(depth) ? symbols.branches.next : symbols.branches.last
        lines.append(depth > 0 ? above.joined() + own : "")
      }
      goesOn = goesOn.filter { $0 < depth }
      goesOn.insert(depth)
    }
    return lines.reversed()
  }

  private static func title(_ outline: Outline, _ canvas: Canvas) -> String {
    if let failure = outline.failure { return failure }
    if outline.isLoading { return NoticeView.spinner(canvas) + " Loading..." }
    let count = outline.nodes.count
    let start = outline.isCut ? "Outline: only the first" : "Outline:"
    return "\(start) \(count) \(count == 1 ? "post" : "posts")"
  }

  /// Returns the first visible line, so that the selected one is in the middle if possible.
  private static func firstLine(of outline: Outline, height: Int) -> Int {
    max(0, min(outline.selected - height / 2, outline.nodes.count - height))
  }
}

import FireflyCore
import FireflyScreen

/// Draws a branch of the tree as lines, connected to their parents.
struct OutlineView {
  let canvas: Canvas
  let outline: Outline

  func draw(into frame: inout Frame) {
    let panel = SheetPanel(
      canvas, columns: canvas.context.settings.tunables.outlineColumns, closing: .outline(.closed))
    let isTyping = outline.filter.isTyping
    let leaving =
      isTyping
      ? canvas.keyHint(.filter(.cancelled), "removes the filter")
      : canvas.closeHint(.outline(.closed))
    let hints = [
      canvas.keyHint(.outline(.entered), "goes there"),
      leaving,
      isTyping ? nil : canvas.keyHint(.filter(.pressed), "filters", in: .outline),
    ]
    panel.draw(
      title: title, filter: outline.filter,
      foot: hints, leaving: leaving, into: &frame)
    let inner = panel.sheet.inner
    let shown = outline.shown
    // The selected line is in the middle if possible.
    let selected = shown.firstIndex(of: outline.selected) ?? 0
    let visible = inner.rows(of: shown.count, around: selected)
    let lines = lines(visible, levels: max(0, inner.width / 6))
    frame.clipped(to: inner) { frame in
      for (row, index) in shown[visible].enumerated() {
        let line = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
        let (post, isLinking) = (outline.nodes[index].post, outline.nodes[index].isLinking)
        frame.add(
          isLinking ? "outline-link-\(post.id)" : "outline-\(post.id)", line,
          .outline(.linePressed(index)))
        drawLine(
          post, branches: isLinking ? "links here: " : lines[row],
          isSelected: index == outline.selected, isFound: outline.found.contains(index),
          in: line, into: &frame)
      }
    }
  }

  private func drawLine(
    _ post: Post, branches: String, isSelected: Bool, isFound: Bool, in line: Rect,
    into frame: inout Frame
  ) {
    let point = Point(x: line.x, y: line.y)
    if isSelected {
      frame.draw(
        String(canvas.symbols.bar), at: point, style: Style(foreground: canvas.theme.accent))
    }
    let faint = canvas.detail(over: canvas.surface)
    let x = frame.draw(branches, at: Point(x: point.x + 2, y: point.y), style: faint)
    if isSelected, !outline.filter.isTyping { frame.cursor = Point(x: x, y: point.y) }
    let words = Glyph.glyphs(
      of: canvas.symbols.opening(String(outline.label(of: post).prefix(200)))
    )
    .truncated(to: max(1, line.maxX - x - 2), ellipsis: canvas.symbols.ellipsis)
    let end = frame.draw(
      BidiLine.visual(words), at: Point(x: x, y: point.y),
      style: isSelected ? canvas.onSurface(.bold) : isFound ? canvas.onSurface() : faint)
    if post.hasChildren || post.template == .query {
      frame.draw(
        canvas.symbols.chevron, at: Point(x: end + 1, y: point.y), style: canvas.onSurface())
    }
  }

  /// Returns the connecting lines before the titles: two columns per level, for at most `levels`
  /// levels.
  private func lines(_ visible: Range<Int>, levels: Int) -> [String] {
    let branches = canvas.symbols.branches
    // The levels on which more lines follow, from the last line up.
    var goesOn: Set<Int> = []
    var lines: [String] = []
    for index in outline.shown.indices.reversed() where index >= visible.lowerBound {
      let depth = min(outline.nodes[outline.shown[index]].depth, levels)
      if index < visible.upperBound {
        let above = (1..<max(1, depth)).map { goesOn.contains($0) ? branches.past : "  " }
        let own = goesOn.contains(depth) ? branches.next : branches.last
        lines.append(depth > 0 ? above.joined() + own : "")
      }
      goesOn = goesOn.filter { $0 < depth }
      goesOn.insert(depth)
    }
    return lines.reversed()
  }

  /// What it shows, and how many lines.
  var title: String {
    if let failure = outline.failure { return failure }
    if outline.isLoading { return BlankListView.spinner(canvas) + " Loading..." }
    let links = outline.linkCount
    let count = outline.nodes.count - links
    if !outline.filter.isEmpty { return "\(outline.found.count) of \(outline.nodes.count)" }
    let start = outline.isCut ? "Outline: only the first" : "Outline:"
    let hasEntries = outline.top.contents != nil || outline.top.feedID != nil && count == 1
    let (one, many) = hasEntries ? ("entry", "entries") : ("post", "posts")
    let posts = "\(start) \(Counted.words(count, one, many))"
    return links == 0 ? posts : "\(posts), linked from \(links)"
  }
}

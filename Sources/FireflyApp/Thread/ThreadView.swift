import FireflyCore
import FireflyScreen

/// Draws a thread: the parent as an open card, then each top reply with its branch as one card.
struct ThreadView {
  let list: ListState
  let position: Navigator.ListPosition
  let scene: ListScene
  let canvas: Canvas

  /// The cards and rows in the window.
  private struct Visible {
    let thread: ThreadShape
    let cards: ListLayout
    let scroll: Double
    let indices: [Int]
  }

  func draw(pictures: some PictureSource, into frame: inout Frame) {
    guard let thread = list.thread else { return }
    let scroll = list.scroll(position, at: canvas.now)
    let cards = canvas.context.movingLayout(of: list)
    let indices = cards.visible(from: scroll, height: canvas.layout.windowHeight)
      .filter { cards.height(of: $0) > 0 }
    let visible = Visible(thread: thread, cards: cards, scroll: scroll, indices: indices)
    drawCards(visible, into: &frame)
    let lines = lines(visible)
    for line in lines { draw(line, into: &frame) }
    for index in indices { drawRow(index, visible, pictures: pictures, into: &frame) }
    // Above the rows, so that they can be pressed.
    for line in lines { frame.add("line-\(line.id)", line.target, .thread(.lineTapped(line.id))) }
  }

  /// Returns the row of the frame at which a card begins.
  private func top(of index: Int, _ visible: Visible) -> Double {
    Double(canvas.layout.list.y)
      + (visible.cards.top(of: index) - visible.scroll) / ScreenLayout.pointsPerRow
  }

  /// Draws the surfaces of the top replies' cards; folded neighbours share one.
  private func drawCards(_ visible: Visible, into frame: inout Frame) {
    let thread = visible.thread
    var next = 0
    for index in visible.indices where index >= next && thread.rows[index].level > 0 {
      let first = thread.topReply(of: index)
      var last = first
      while let sibling = thread.sibling(after: last), isFolded(last, thread),
        isFolded(sibling, thread), last <= visible.indices.last ?? 0
      {
        last = sibling
      }
      next = thread.rows[last].end
      let top = top(of: first, visible)
      CardChrome(
        x: canvas.layout.cardX, columns: canvas.layout.cardColumns, top: top,
        height: self.top(of: next, visible) - top, expansion: 1, isSelected: false, canvas: canvas,
        upperMargin: 0
      ).draw(into: &frame)
    }
  }

  private func isFolded(_ index: Int, _ thread: ThreadShape) -> Bool {
    list.isFolded(thread.rows[index].id)
  }

  private func drawRow(
    _ index: Int, _ visible: Visible, pictures: some PictureSource, into frame: inout Frame
  ) {
    let post = list.posts[index]
    let row = visible.thread.rows[index]
    let isCard = row.level == 0 || scene.editor?.card == post.id
    let indent = row.level > 0 && isCard ? visible.thread.indent(of: row) : 0
    let canvas = indent > 0 ? canvas.with(canvas.layout.indented(by: indent)) : canvas
    let card = CardView(
      post: post, list: list, top: top(of: index, visible),
      height: visible.cards.height(of: index) / ScreenLayout.pointsPerRow,
      expansion: isCard ? list.expansion(of: post.id, at: canvas.now) : 1,
      isSelected: position.selectedID == post.id, scene: scene, canvas: canvas)
    if isCard {
      card.draw(into: &frame, pictures: pictures)
    } else {
      ThreadReplyView(
        card: card, row: row, indent: visible.thread.indent(of: row),
        replies: visible.thread.repliesBelow(index),
        expansion: list.expansion(of: post.id, at: canvas.now),
        hasFailed: visible.thread.failed.contains(post.id)
      ).draw(pictures: pictures, into: &frame)
    }
  }

  /// The line of a branch, from its first reply to its last one.
  private struct BranchLine {
    let id: Post.ID
    let rect: Rect
    /// Whether the selected reply is in the branch.
    let isCurrent: Bool

    /// The cells that react to the mouse.
    var target: Rect { Rect(x: rect.x, y: rect.y, width: 2, height: rect.height) }
  }

  private func lines(_ visible: Visible) -> [BranchLine] {
    let thread = visible.thread
    let selected = list.index(of: position.selectedID)
    let current = selected.map { Set([$0] + thread.ancestors(of: $0)) } ?? []
    var seen: Set<Int> = []
    return visible.indices.flatMap { thread.ancestors(of: $0) }
      .filter { seen.insert($0).inserted }
      .compactMap { line(of: $0, isCurrent: current.contains($0), visible) }
  }

  private func line(of index: Int, isCurrent: Bool, _ visible: Visible) -> BranchLine? {
    let row = visible.thread.rows[index]
    let indent = visible.thread.indent(of: row)
    // Replies at the deepest level have no room for one.
    guard row.level > 0, indent < visible.thread.indent(ofLevel: row.level + 1) else { return nil }
    let window = canvas.layout.list
    let first = max(window.y, Int(top(of: index + 1, visible).rounded()) - 1)
    // Not into the gap below the last reply.
    let end = min(window.maxY, Int(top(of: row.end, visible).rounded()) - 1)
    guard first < end else { return nil }
    let rect = Rect(
      x: canvas.layout.cardX + canvas.layout.indent + indent, y: first, width: 1,
      height: end - first)
    return BranchLine(id: row.id, rect: rect, isCurrent: isCurrent)
  }

  private func draw(_ line: BranchLine, into frame: inout Frame) {
    let (theme, shades) = (canvas.theme, canvas.theme.shades)
    let color =
      line.isCurrent
      ? theme.text(alpha: shades.author, over: theme.card)
      : theme.legible(
        theme.text, alpha: shades.hint / 2, over: theme.card, contrast: Color.shapeContrast)
    frame.fill(
      line.rect, glyph: Glyph(canvas.symbols.branches.past.unicodeScalars.first ?? " "),
      style: Style(foreground: color, background: theme.card))
  }
}

extension ThreadShape {
  /// Returns the indent of the texts of a level in columns.
  fileprivate func indent(ofLevel level: Int) -> Int { Self.indent(ofLevel: level, in: columns) }
}

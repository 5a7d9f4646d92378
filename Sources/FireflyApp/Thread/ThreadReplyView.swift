import FireflyCore
import FireflyScreen

/// Draws a reply of a thread: a line with author and age, then its whole text.
struct ThreadReplyView {
  let card: CardView
  let row: ThreadShape.Row
  /// Indent of the text in columns.
  let indent: Int
  /// Number of posts below it.
  let replies: Int
  /// 0 folded … 1 open.
  let expansion: Double
  /// Whether its replies could not be loaded.
  let hasFailed: Bool

  private var canvas: Canvas { card.canvas }
  private var post: Post { card.post }
  private var x: Int { card.textX + indent }
  private var end: Int { card.textX + canvas.layout.textColumns }

  func draw(pictures: some PictureSource, into frame: inout Frame) {
    let first = Int(card.top.rounded())
    let last = Int((card.top + card.height).rounded())
    let slot = Rect(
      x: canvas.layout.cardX, y: first, width: canvas.layout.cardColumns, height: last - first)
    // The last row is the gap to the next reply.
    let rows = max(1, last - first - 1)
    frame.clipped(to: slot) { frame in
      frame.add(
        "card-\(post.id)", slot, .list(.cardTapped(post.id)), swipe: .list(.cardSwiped(post.id)))
      drawHead(at: first, into: &frame)
      if expansion == 1 {
        frame.add(
          "name-\(post.id)", Rect(x: slot.x, y: first, width: slot.width, height: 1),
          .thread(.nameTapped(post.id)), swipe: .list(.cardSwiped(post.id)))
      }
      if expansion > 0, let text = card.list.bodies[post.id] {
        card.draw(
          text, at: Point(x: x, y: first + 1), rows: rows - 1, pressesLinks: expansion == 1,
          pictures: pictures, into: &frame)
      }
      if card.isSelected {
        drawBar(Rect(x: slot.x, y: first, width: 1, height: rows), into: &frame)
      }
    }
    if card.isSelected {
      frame.cursor = Point(x: x, y: min(max(first, frame.clip.y), frame.clip.maxY - 1))
    }
  }

  /// Draws author, age and number of replies.
  private func drawHead(at y: Int, into frame: inout Frame) {
    let theme = canvas.theme
    let plain = Style(
      foreground: theme.text(alpha: theme.shades.author, over: theme.card), background: theme.card)
    var x = x
    func draw(_ text: String, _ style: Style) {
      guard x < end else { return }
      let glyphs = Glyph.glyphs(of: text)
      let isCut = glyphs.displayWidth > end - x
      x = frame.draw(
        BidiLine.visual(glyphs.truncated(to: end - x)), at: Point(x: x, y: y), style: style)
      // Nothing follows what was cut.
      if isCut { x = end }
    }
    if expansion < 0.5 {
      draw(
        canvas.symbols.folded,
        Style(
          foreground: theme.legible(theme.accent, over: theme.card), background: theme.card))
    }
    if canvas.context.isUnread(post.id) {
      draw(
        canvas.symbols.unread + " ",
        Style(
          foreground: theme.legible(theme.link, over: theme.card), background: theme.card,
          attributes: .bold))
    }
    let isOwn = expansion >= 0.5
    draw(
      foldedName ?? PostDetails.author(of: post, canvas.symbols) ?? "unknown",
      Style(
        foreground: theme.text(alpha: isOwn ? 1 : theme.shades.summary, over: theme.card),
        background: theme.card, attributes: .bold))
    if isByAuthor {
      draw(
        " author",
        Style(foreground: theme.legible(theme.accent, over: theme.card), background: theme.card))
    }
    if post.facts.isByModerator {
      draw(
        " moderator",
        Style(foreground: theme.legible(theme.accent, over: theme.card), background: theme.card))
    }
    for part in details { draw(canvas.symbols.dot + part, plain) }
    if expansion < 0.5 { drawHidden(plain, draw) }
    if scene.movedPost?.id == post.id {
      let style = Style(
        foreground: theme.text, background: theme.card, attributes: [.bold, .reverse])
      draw(" ", plain)
      draw(" moving ", style)
    }
  }

  /// Draws what a folded row hides: the number of new replies, and the opening words.
  private func drawHidden(_ plain: Style, _ draw: (String, Style) -> Void) {
    let new = canvas.context.readMarks.index.count(below: post.id)
    if new > 0 {
      draw(canvas.symbols.dot, plain)
      draw("\(new) new", card.newsStyle)
    }
    let words = post.title.isEmpty ? canvas.symbols.opening(post.opening) : post.title
    if foldedName == nil, !words.isEmpty { draw(canvas.symbols.dot + words, plain) }
  }

  /// What stands for the author of a muted reply while it is folded; nil for others.
  private var foldedName: String? {
    expansion < 0.5
      ? scene.muted.remark(on: post, reader: scene.site.account, isOpened: true) : nil
  }

  /// Whether the author of the post is that of the thread's first post.
  private var isByAuthor: Bool {
    scene.threadAuthor.map { post.isOwned(by: $0) } ?? false
  }

  private var scene: ListScene { card.scene }

  private var details: [String] {
    var details =
      [PostDetails.age(of: post, canvas)].compactMap(\.self)
      + post.remarks(at: canvas.context.date)
    details += [card.laterSign].compactMap(\.self)
    let count = max(replies, post.childCount ?? 0)
    if count > 0 {
      let words = Counted.words(count, "reply", "replies")
      details.append(hasFailed ? words + " not loaded" : words)
    }
    if row.level > ThreadShape.deepestLevel { details.append("\(row.level) deep") }
    return details
  }

  private func drawBar(_ rect: Rect, into frame: inout Frame) {
    let accent = canvas.theme.accent
    let isFilled = canvas.isFilled || accent.isRGB && canvas.symbols.hasBlocks
    frame.fill(
      rect,
      glyph: isFilled || !canvas.symbols.hasBlocks ? Glyph(canvas.symbols.bar) : Glyph("┃"),
      style: isFilled
        ? Style(foreground: accent, background: accent)
        : Style(foreground: accent, background: canvas.theme.backdrop, attributes: .bold))
    CardChrome.drawSelectionSign(at: Point(x: rect.x, y: rect.y), canvas, into: &frame)
  }
}

extension ListScene {
  /// What identifies the author of the current thread's first post; nil if unknown.
  var threadAuthor: PersonID? {
    let top = explorer.navigator.path.first { $0.destination?.hasThread(of: nil) == true }
    let key = top.flatMap { explorer.lists[$0.id]?.parent?.authorKey }
    return key == .nobody ? nil : key
  }
}

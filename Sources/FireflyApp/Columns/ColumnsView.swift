import FireflyCore
import FireflyScreen

/// Draws the side columns of a wide screen, in lines: the parent level at the left, and the replies to
/// the selected post, or its text, at the right.
struct ColumnsView {
  let scene: ListScene
  let canvas: Canvas

  /// Columns before the texts: a margin, and the bar or the unread sign with a space.
  private static let indent = 3
  /// Columns beside the texts.
  static let margins = indent + 2
  /// Returns the rows of each of some replies in the right column: few of them have more words.
  static func rowsOfReply(_ count: Int, in height: Int) -> Int {
    max(2, min(8, height / max(1, count)))
  }

  private var theme: Theme { canvas.theme }
  private var columns: Columns { canvas.layout.columns }
  /// While a card is edited, the columns are dim and can't be pressed.
  private var isDim: Bool { scene.editor != nil }

  /// Returns the rows of a column; cards begin half a row lower than lines.
  static func rows(of rect: Rect, _ layout: ScreenLayout) -> Rect {
    let margin = layout.hasRows ? 0 : 1
    return Rect(x: rect.x, y: rect.y + margin, width: rect.width, height: rect.height - margin)
  }

  // MARK: Left

  /// Draws the column at the left of a level; empty at the root.
  func drawLeft(of level: Navigator.Level, into frame: inout Frame) {
    guard let span = columns.left, let above = scene.explorer.level(above: level) else { return }
    let rows = Self.rows(of: canvas.layout.side(span), canvas.layout)
    let column = scene.leftColumn(of: level, below: above, rows: rows.height)
    for (offset, post) in column.posts.enumerated() {
      drawParent(
        post, isSelected: post.id == column.selected,
        in: Rect(x: rows.x, y: rows.y + offset, width: rows.width, height: 1), into: &frame)
    }
  }

  private func drawParent(
    _ post: Post, isSelected: Bool, in row: Rect, into frame: inout Frame
  ) {
    let ground = isSelected && canvas.isFilled ? theme.card(at: 0) : theme.backdrop
    let line = Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1)
    if isSelected {
      frame.fill(line, style: Style(foreground: theme.text, background: ground))
      let bar = Style(foreground: isDim ? dim(ground) : canvas.line, background: ground)
      frame.draw(
        Glyph(canvas.symbols.bar), at: Point(x: line.x, y: row.y), style: bar)
    } else {
      drawUnread(post, at: Point(x: line.x, y: row.y), into: &frame)
    }
    let name = style(isSelected ? 1 : theme.shades.hint, isSelected ? .bold : [], over: ground)
    let detail = style(theme.shades.author, over: ground)
    let count =
      post.replyLabel(at: scene.site)
      .map { Glyph.glyphs(of: canvas.symbols.dot + $0) } ?? []
    draw([(words(of: post), name)], fixed: (count, detail), in: row, into: &frame)
    guard !isDim else { return }
    frame.add("left-\(post.id)", line, .columns(.parentTapped(post.id)))
  }

  // MARK: Right

  /// Draws the column at the right of a level.
  func drawRight(
    of level: Navigator.Level, _ list: ListState, into frame: inout Frame
  ) {
    guard let span = columns.right else { return }
    var rows = Self.rows(of: canvas.layout.side(span), canvas.layout)
    let position = level.position
    guard let (post, content) = scene.rightColumn(of: list, position, canvas.context)
    else { return }
    frame.clipped(to: rows) { frame in
      let skipped = scene.columns.rows(skippedBeside: post.id, in: level.id)
      for line in scene.columns.failure(of: post.id, columns: span.count) {
        draw([(line, style(theme.shades.hint))], in: rows, into: &frame)
        rows = Rect(x: rows.x, y: rows.y + 1, width: rows.width, height: max(0, rows.height - 1))
      }
      switch content {
      case .nothing: break
      case .text:
        drawText(of: post, rows, skipping: skipped, isAnswered: list.isThread, into: &frame)
      case .below(let posts):
        let posts = posts.map { $0.shown(below: post) }
        draw(posts, rows, skipping: skipped, .list(.childIndicatorPressed), into: &frame) {
          .columns(.replyTapped($0))
        }
      case .after(let posts):
        draw(posts, rows, skipping: skipped, nil, into: &frame) { .list(.cardTapped($0)) }
      }
    }
  }

  private func drawText(
    of post: Post, _ rows: Rect, skipping skipped: Int, isAnswered: Bool,
    into frame: inout Frame
  ) {
    guard let text = scene.columns.texts[post.id]?.formatted else { return }
    // The text may have become shorter.
    let skipped = max(0, min(skipped, text.lines.count - rows.height))
    var faded = theme
    faded.text = style(theme.shades.summary).foreground
    let body = BodyStyle(
      theme: isDim ? faded : theme, background: theme.backdrop,
      isPlain: canvas.greysAreAlike(over: theme.backdrop))
    let hidden = text.lines.count - skipped - rows.height
    // The last row says that it goes on.
    let shown = max(0, hidden > 0 ? rows.height - 1 : text.lines.count - skipped)
    for (offset, line) in text.lines.dropFirst(skipped).prefix(shown).enumerated() {
      TextLineView(
        line: line, point: Point(x: rows.x + Self.indent, y: rows.y + offset), style: body
      ).draw(columns: text.width, into: &frame)
    }
    let press = Action.list(isAnswered ? .postSelected(post.id) : .cardTapped(post.id))
    if hidden > 0 {
      // An article is not on the card.
      let isArticle = scene.columns.articles[post.id] != nil
      let more: Action = isArticle ? .article(.pressed) : .list(.cardPressed)
      drawMore(hidden + 1, rows, isAnswered ? nil : more, into: &frame)
    }
    guard !isDim else { return }
    frame.add(
      "text-\(post.id)",
      Rect(x: rows.x, y: rows.y, width: rows.width, height: min(rows.height, shown + 1)), press)
  }

  /// Draws posts below each other.
  ///
  /// - Parameters:
  ///   - more: what shows all of them; nil for nothing.
  ///   - press: what a click on one of them does.
  private func draw(
    _ posts: [Post], _ rows: Rect, skipping skipped: Int, _ more: Action?, into frame: inout Frame,
    press: (Post.ID) -> Action
  ) {
    let height = Self.rowsOfReply(posts.count, in: rows.height)
    let skipped = max(0, min(skipped, posts.count * height - rows.height))
    let first = skipped / height
    for (offset, post) in posts.dropFirst(first).prefix(rows.height / height + 1).enumerated() {
      let place = Rect(
        x: rows.x, y: rows.y + offset * height - skipped % height, width: rows.width,
        height: height)
      draw(scene.shown(post.namedOnce, isOpened: true), place, press(post.id), into: &frame)
    }
    let hidden = posts.count - (skipped + rows.height) / height
    guard hidden > 0, let more else { return }
    let last = Rect(x: rows.x, y: rows.maxY - 1, width: rows.width, height: 1)
    frame.fill(last, style: Style(background: theme.backdrop))
    drawMore(hidden, rows, more, into: &frame)
  }

  private func draw(_ reply: Post, _ place: Rect, _ press: Action, into frame: inout Frame) {
    let isUnread = canvas.context.isUnread(reply.id)
    let author = PostDetails.author(of: reply, canvas.symbols).map { Glyph.glyphs(of: $0) }
    let detail = style(theme.shades.author)
    let title = Glyph.glyphs(of: reply.cardTitle.prefix(400))
    let name = style(theme.shades.summary, isUnread ? .bold : [])
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    let head =
      title.isEmpty
      ? [(author ?? [], name)] : [(title, name)] + (author.map { [(dot + $0, detail)] } ?? [])
    draw(head, in: place, into: &frame)
    let words = Glyph.glyphs(of: canvas.symbols.opening(String(reply.opening.prefix(800))))
    // With a gap between those that have several lines.
    let count = place.height > 3 ? place.height - 2 : 1
    let lines = CardText.wrap(words, width: max(1, place.width - Self.margins), lines: count)
    for (offset, line) in lines.enumerated() {
      let below = Rect(x: place.x, y: place.y + 1 + offset, width: place.width, height: 1)
      draw([(line.spans.flatMap(\.glyphs), detail)], in: below, into: &frame)
    }
    drawUnread(reply, at: Point(x: place.x + 1, y: place.y), into: &frame)
    guard !isDim else { return }
    frame.add("reply-\(reply.id)", place, press)
  }

  /// Draws how much more there is below, and the key that shows it.
  private func drawMore(_ count: Int, _ rows: Rect, _ action: Action?, into frame: inout Frame) {
    guard rows.height > 0 else { return }
    let key = action.flatMap { canvas.context.keyLabel($0) }.map { $0 + canvas.symbols.dot } ?? ""
    let words = "\(key)\(count) more \(canvas.symbols.down)"
    frame.draw(
      words, at: Point(x: rows.maxX - 1 - words.displayWidth, y: rows.maxY - 1),
      style: style(theme.shades.hint))
  }

  // MARK: Headings

  /// Draws the names of the columns beside the path.
  func drawHeadings(into frame: inout Frame) {
    let bar = canvas.layout.topBar
    guard !bar.isEmpty else { return }
    let plain = style(theme.shades.author)
    func draw(_ words: [Glyph], fixed: [Glyph] = [], in span: Range<Int>) {
      let row = Rect(x: span.lowerBound, y: bar.y, width: span.count, height: 1)
      self.draw([(words, plain)], fixed: (fixed, plain), in: row, into: &frame)
    }
    let level = scene.explorer.navigator.current
    if let span = columns.left, let above = scene.explorer.level(above: level) {
      let hasPath = scene.explorer.path(to: level, scene.columns) != nil
      let name = hasPath ? "what this answers" : String(scene.name(of: above).prefix(200))
      draw(Glyph.glyphs(of: name), in: span)
    }
    let list = scene.explorer.list
    guard let span = columns.right,
      let (post, content) = scene.rightColumn(of: list, level.position, canvas.context),
      !post.isUnsaved
    else { return }
    // Title and number of replies stand on the selected card.
    if case .below = content {
      let name = post.template == .post ? "replies" : scene.site.post.many
      draw(Glyph.glyphs(of: name), in: span)
    } else if case .after = content {
      draw(Glyph.glyphs(of: "next"), in: span)
    } else if post.id != level.position.selectedID {
      // Without a title, its first words stand below.
      let author = post.cardTitle.isEmpty ? PostDetails.author(of: post, canvas.symbols) : nil
      draw(author.map { Glyph.glyphs(of: $0) } ?? words(of: post), in: span)
    }
  }

  // MARK: Words

  /// Returns the name of a post in one line.
  private func words(of post: Post) -> [Glyph] {
    let title = post.cardTitle.isEmpty ? canvas.symbols.opening(post.opening) : post.cardTitle
    return Glyph.glyphs(of: (title.isEmpty ? post.label : title).prefix(400))
  }

  /// Draws texts one after the other in the first row of a rectangle, as far as there is room; the
  /// last one is never cut.
  private func draw(
    _ parts: [(glyphs: [Glyph], style: Style)], fixed: ([Glyph], Style)? = nil, in row: Rect,
    into frame: inout Frame
  ) {
    var x = row.x + Self.indent
    let end = row.maxX - 2 - (fixed?.0.displayWidth ?? 0)
    for (glyphs, style) in parts where x < end {
      let shown = glyphs.truncated(to: end - x, ellipsis: canvas.symbols.ellipsis)
      x = frame.draw(BidiLine.visual(shown), at: Point(x: x, y: row.y), style: style)
    }
    if let fixed { frame.draw(fixed.0, at: Point(x: x, y: row.y), style: fixed.1) }
  }

  private func drawUnread(_ post: Post, at point: Point, into frame: inout Frame) {
    guard canvas.context.isUnread(post.id) else { return }
    let color = isDim ? dim(theme.backdrop) : theme.legible(theme.link, over: theme.backdrop)
    frame.draw(
      canvas.symbols.unread, at: point,
      style: Style(foreground: color, background: .clear, attributes: .bold))
  }

  /// Returns the style of texts with an opacity, on a ground.
  private func style(
    _ alpha: Double, _ attributes: Attributes = [], over ground: Color? = nil
  ) -> Style {
    let ground = ground ?? theme.backdrop
    var style = Style(
      foreground: isDim ? dim(ground) : theme.text(alpha: alpha, over: ground), background: .clear,
      attributes: attributes)
    if isDim, canvas.context.abilities.colors <= .sixteen { style.attributes.insert(.dim) }
    return style
  }

  /// The colour of texts while a card is edited.
  private func dim(_ ground: Color) -> Color {
    theme.text.blended(over: ground, alpha: theme.shades.fadedToolbar)
  }
}

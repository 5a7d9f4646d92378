import FireflyCore
import FireflyScreen

// Draws who wrote a post, when, and the key that edits it.
extension CardView {
  /// Draws the author in the last row of a compact card, if the summary leaves it free.
  func drawCompactAuthor(_ words: CardText, into frame: inout Frame) {
    guard words.summaryRepeatsBody || words.summary.count < 2 || showsNews, expansion < 0.5,
      !canvas.layout.hasRows
    else { return }
    drawByline(
      width: words.width, at: row(3 * ScreenLayout.pointsPerRow), opacity: 1 - 2 * expansion,
      into: &frame)
  }

  /// Draws the author line below the body, which fades in with the expansion (seed 002).
  func drawAuthor(_ layout: CardLayout, into frame: inout Frame) {
    let opacity = layout.authorOpacity(at: expansion)
    guard opacity > 0, list.bodies[post.id] != nil else { return }
    let y = row(layout.authorY(at: expansion))
    let hintColumns = expansion == 1 ? drawEditHint(at: y, into: &frame) : 0
    // Without a title, the author is at the top.
    if post.summaryRepeatsBody { return }
    drawByline(
      width: canvas.layout.textColumns - hintColumns, at: y, opacity: opacity, into: &frame)
  }

  /// Draws the key that edits the user's own post, or the progress of its save, at the right of the
  /// author line.
  ///
  /// - Parameter y: the row.
  /// - Returns: the columns that it takes.
  private func drawEditHint(at y: Int, into frame: inout Frame) -> Int {
    let progress = scene.writing.progress(of: post.id)
    guard progress != nil || canvas.context.account.owns(post),
      canvas.layout.textColumns >= 30
    else { return 0 }
    guard let words = progress ?? canvas.keyHint(.editor(.editPressed), "edit") else { return 0 }
    let x = textX + canvas.layout.textColumns - words.count
    let color = theme.text(alpha: theme.shades.author, over: background)
    frame.draw(
      words, at: Point(x: x, y: y), style: Style(foreground: color, background: background))
    if progress == nil, isSelected {
      frame.add("edit", Rect(x: x, y: y, width: words.count, height: 1), .editor(.editPressed))
    }
    return words.count + 2
  }

  /// Minimum columns of the parent's title; less only if it is shorter.
  private static let minimumParentTitle = 12

  /// The author; nil if unknown, and where the bar says it of all posts.
  var author: String? {
    guard scene.soleAuthor == nil else { return nil }
    let author = PostDetails.author(of: post, canvas.symbols)
    return author == ownFeed ? nil : author
  }

  /// The name of the feed in whose list an entry stands, which the bar says; nil elsewhere.
  var ownFeed: String? {
    list.parent.flatMap { $0.contents != nil && $0.id == post.feedID ? $0.title : nil }
  }

  /// What says that the post is saved for later; nil if it isn't.
  var laterSign: String? { scene.later.contains(post.id) ? "for later" : nil }

  /// Draws author, date and location and, if there is room, the parent's title.
  ///
  /// Each part has its own text direction.
  func drawByline(
    width: Int, at y: Int, opacity: Double, into frame: inout Frame
  ) {
    var style = canvas.detail(over: background)
    style.foreground = style.foreground.blended(over: background, alpha: opacity)
    let day = PostDetails.day(of: post, canvas)
    let width = width - drawTail(width: width, at: y, into: &frame)
    let date = canvas.context.date
    let parts =
      [
        post.notice(at: date), author, day, post.locationTag,
        canvas.context.undrawnPicture(of: post),
      ].compactMap(\.self)
      + post.sourceRemarks(at: date)
      + [laterSign, scene.lists.replySign(of: post, in: list)].compactMap(\.self)
    var x = drawParts(parts, from: textX, width: width, at: y, style: style, into: &frame)
    guard let parent = scene.lists.parentLabel(of: post, in: list) else { return }
    let title = Glyph.glyphs(of: parent.prefix(200))
    let words = Glyph.glyphs(of: (x > textX ? canvas.symbols.dot : "") + "in ")
    let room = textX + width - x - words.displayWidth
    guard room >= min(Self.minimumParentTitle, title.displayWidth) else { return }
    x = frame.draw(words, at: Point(x: x, y: y), style: style)
    draw(spans(of: title.truncated(to: room)), at: Point(x: x, y: y), style: style, into: &frame)
  }
}

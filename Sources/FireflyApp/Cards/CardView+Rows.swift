import FireflyCore
import FireflyScreen

// Draws a closed post of one or two rows, without a card.
extension CardView {
  /// Columns of the unread sign before the title.
  private static let signColumns = 2
  /// Minimum columns of a card with author and age in the row.
  private static let roomForAuthor = 60
  /// Minimum columns of a card with what the source counts in the row, such as points.
  private static let roomForValue = 90
  /// Minimum columns of a card with the replies in the row.
  private static let roomForReplies = 30

  /// The first column of title and details.
  private var rowX: Int { textX + (canvas.layout.cardColumns >= 16 ? Self.signColumns : 0) }

  /// The column before which the row ends; the child indicator follows.
  private var rowEnd: Int {
    canvas.layout.cardX + canvas.layout.cardColumns - (canvas.layout.cardColumns >= 12 ? 3 : 0)
  }

  /// Draws the rows.
  ///
  /// - Parameters:
  ///   - rows: the rows of the post.
  ///   - frame: the frame to draw into, clipped to these rows.
  func drawRows(_ rows: Rect, into frame: inout Frame) {
    let facts = PostDetails(post, canvas)
    let y = rows.y
    let isSingle = canvas.layout.closedRows < 2
    let end = isSingle ? drawColumns(facts, at: y, into: &frame) : rowEnd
    drawRowTitle(at: y, before: end, into: &frame)
    if !isSingle { drawDetails(facts, at: y + 1, into: &frame) }
    if scene.movedPost?.id == post.id {
      drawMovingLabel(before: rowEnd, width: rowEnd - textX, at: y, into: &frame)
    }
    drawRowIndicator(at: y, into: &frame)
  }

  /// What a single row says of a notice before the words of its post, which have half of it if they need so much: in a
  /// narrow one who wrote that, unless it is the user's own.
  private func noticeWords(beside other: String, in width: Int) -> String? {
    guard let notice = post.service?.notice else { return nil }
    let isNarrow = canvas.layout.cardColumns < Self.roomForAuthor
    let author = isNarrow && !canvas.context.account.owns(post) ? self.author : nil
    let words = author.map { (notice.isNew == true ? "new: " : "") + $0 } ?? notice.shortWords
    let dot = canvas.symbols.dot
    return words.shortened(to: max(8, width / 2, width - dot.count - other.count)) + dot
  }

  /// Draws the title; without one, the beginning of the text.
  private func drawRowTitle(at y: Int, before end: Int, into frame: inout Frame) {
    let width = max(1, end - rowX)
    let words = canvas.symbols.opening(post.cardTitle.isEmpty ? post.opening : post.cardTitle)
    // A post of one row has no details.
    let isAlone = canvas.layout.closedRows < 2
    let isSaved = isAlone && laterSign != nil
    let notice = isAlone ? noticeWords(beside: words, in: width) : nil
    let hasPicture = isAlone && canvas.context.undrawnPicture(of: post) != nil
    let signs = [
      isSaved ? canvas.symbols.later + " " : "", hasPicture ? "\(canvas.symbols.picture) " : "",
    ]
    let title = signs.joined() + (notice ?? "") + words
    let glyphs = Glyph.glyphs(of: title.prefix(8 * width + 80)).truncated(to: width)
    let isUnread = canvas.context.isUnread(post.id)
    if isUnread, rowX > textX { drawUnreadSign(at: Point(x: textX, y: y), into: &frame) }
    let style = titleStyle(isUnread ? .bold : [])
    let x = draw(
      glyphs, BidiLine.direction(of: glyphs), width: width, from: rowX, at: y, style: style,
      into: &frame)
    // The cursor is on the first visible letter of the selected post.
    if isSelected {
      frame.cursor = Point(
        x: x, y: min(max(y, frame.clip.y), max(frame.clip.y, frame.clip.maxY - 1)))
    }
  }

  /// Draws the sign of an unread post.
  func drawUnreadSign(at point: Point, into frame: inout Frame) {
    frame.draw(canvas.symbols.unread, at: point, style: newsStyle)
  }

  /// The style of what is new: of another colour than the badge.
  var newsStyle: Style {
    Style(
      foreground: theme.legible(theme.link, over: background), background: .clear,
      attributes: .bold)
  }

  /// Number of unread posts below this one.
  var newReplies: Int {
    canvas.context.readMarks.newReplies(to: post, at: scene.site)
  }

  /// Returns the style of a title: that of a story that was opened is dimmer.
  func titleStyle(_ attributes: Attributes) -> Style {
    let isOpened =
      !scene.site.has(.numbersRise) && post.isRoot && expansion < 0.5
      && !canvas.context.isUnread(post.id)
      && canvas.context.readMarks.marks?.isOpened(post.id) == true
    let isAlike = canvas.greysAreAlike(over: background)
    // Beside details that are dim, or that the terminal can't make dim.
    let hasDetails = isAlike && (!canvas.layout.hasRows || canvas.layout.closedRows > 1)
    if isOpened, !hasDetails { return canvas.detail(over: background) }
    var style = Style(
      foreground: theme.text(alpha: isOpened ? theme.shades.author : 1, over: background),
      background: .clear, attributes: attributes)
    if isOpened {
      style.attributes.subtract(.bold)
    } else if hasDetails, !scene.site.has(.numbersRise), post.isRoot {
      style.attributes.insert(.bold)
    }
    return style
  }

  /// The style of what is less important than the title.
  private var detailStyle: Style { canvas.detail(over: background) }

  /// Draws what the source counts, the number of replies, the author and the age in columns, as far as there is room.
  ///
  /// - Returns: the column before which the title ends: it takes what its row leaves free.
  private func drawColumns(_ facts: PostDetails, at y: Int, into frame: inout Frame) -> Int {
    let (columns, widths) = (canvas.layout.cardColumns, list.rowColumns)
    var (end, used) = (rowEnd, rowEnd + 1)
    func place(_ text: String?, width: Int, isRight: Bool = true, style: Style? = nil) {
      end -= width
      guard let text else { return }
      let glyphs = Glyph.glyphs(of: text).truncated(to: width)
      used = isRight ? end + width - glyphs.displayWidth : end
      drawWords(glyphs, at: Point(x: used, y: y), style: style ?? detailStyle, into: &frame)
    }
    if columns >= Self.roomForAuthor {
      place(facts.age, width: 6)
      end -= 2
      // Of an entry among those of several feeds, the feed is more important.
      let feed = post.rowFeed
      let most = columns >= 90 ? RowColumns.most.author : widths.replies == 0 ? 16 : 10
      place(
        feed == ownFeed ? author : feed ?? author, width: min(most, widths.author), isRight: false)
      end -= 2
    }
    if columns >= Self.roomForReplies, widths.replies > 0 {
      let entries = post.contents == nil ? nil : post.childCount
      place(
        post.replyLabel(at: scene.site) ?? entries.map { "\(min($0, 99_999))" },
        width: widths.replies)
      end -= 2
    }
    if columns >= Self.roomForValue, widths.value > 0 {
      place(post.stated?.value, width: widths.value)
      end -= 2
    }
    // Where nothing is new, the title has its room.
    let new = newReplies
    if columns >= Self.roomForReplies, new > 0 {
      place("+\(min(9_999, new))", width: 5, style: newsStyle)
    }
    return used > rowEnd ? rowEnd : used - 2
  }

  /// Draws author, age, replies and what else is known below the title of a post of two rows.
  private func drawDetails(_ facts: PostDetails, at y: Int, into frame: inout Frame) {
    let width = max(1, rowEnd - rowX)
    let new = newReplies
    // What is new below may be more than the direct replies.
    let news = facts.replies.flatMap { new > 0 ? "\(new) new" + (new > $0 ? " below" : "") : nil }
    let replies = post.replyWords(at: scene.site).map {
      $0 + (news.map { ", " + $0 } ?? "")
    }
    let parent =
      scene.lists.parentLabel(of: post, in: list).map { "in \($0.prefix(200))" }
      ?? scene.lists.replySign(of: post, in: list)
    let who = [author, facts.age, laterSign]
    // Two feeds of one name differ by their addresses.
    let address = list.doubledNames.contains(post.title) ? post.contents?.address : nil
    let place = address.map { ($0.components(separatedBy: "://").last ?? $0).shortened(to: 60) }
    let what = [replies, parent, place] + facts.rest.filter { $0 != ownFeed }
    var parts = ([facts.notice] + who + what).compactMap { $0 }
    let length = parts.reduce(0) { $0 + $1.count + canvas.symbols.dot.count }
    // On narrow screens author and age give way.
    if canvas.layout.cardColumns < Self.roomForAuthor, length > width, replies != nil {
      parts = ([facts.notice] + what + who).compactMap { $0 }
    }
    drawParts(
      parts, new: [news, facts.news], from: rowX, width: width, at: y, style: detailStyle,
      into: &frame)
  }

  /// Draws the child indicator and the badge, of one cell each.
  private func drawRowIndicator(at y: Int, into frame: inout Frame) {
    guard let indicator = post.childIndicator(for: canvas.context.account), rowEnd > textX
    else { return }
    let x = rowEnd + 1
    let sign = indicator == .chevron ? canvas.symbols.chevron : canvas.symbols.plus
    frame.add(
      "navigate-to-children-\(post.id)", Rect(x: rowEnd, y: y, width: 3, height: 1),
      .list(.childIndicatorTapped(post.id)))
    let style = Style(
      foreground: theme.text(alpha: 1, over: background), background: .clear, attributes: .bold)
    frame.draw(sign, at: Point(x: x, y: y), style: style)
    guard scene.badges.hasNewMatches(post) else { return }
    frame.draw(
      canvas.symbols.badge, at: Point(x: x + 1, y: y),
      style: Style(foreground: theme.legible(theme.alert, over: background), background: .clear))
  }
}

import FireflyCore
import FireflyScreen

// Draws the texts of a card: title, summary and author, with matches marked.
extension CardView {
  /// Draws title and summary (seed 002).
  func drawWords(_ words: CardText, into frame: inout Frame) {
    let points = ScreenLayout.pointsPerRow
    let title = titleStyle(.bold)
    let direction = BidiLine.direction(of: words.title)
    let isWhole = expansion >= 0.5 && !words.titleLines.isEmpty
    let lines = isWhole ? words.titleLines.map { $0.spans.flatMap(\.glyphs) } : [words.title]
    // An unread title stands behind its sign, and on an open card one that is saved, whose line of the author is far
    // below; where all of it is shown, and before a text without a title, there may be no room for that.
    let isUnread = canvas.context.isUnread(post.id)
    let isSaved = !isUnread && expansion >= 0.5 && laterSign != nil && !post.cardTitle.isEmpty
    let signColumns =
      (isUnread || isSaved) && !isWhole && !words.title.isEmpty && words.width >= 12 ? 2 : 0
    let starts = lines.enumerated().map { index, line in
      draw(
        line.truncated(to: words.width - signColumns), direction, width: words.width - signColumns,
        from: textX + signColumns, at: row(points * Double(1 + index)), style: title, into: &frame)
    }
    let start = starts[0]
    // The cursor is on the first visible letter of the selected card.
    if isSelected {
      let top = frame.clip.y
      frame.cursor = Point(x: max(textX, start), y: min(max(row(points), top), frame.clip.maxY - 1))
    }
    // Without a title, the first words of the closed card stand behind the sign.
    let indent =
      isUnread && words.title.isEmpty && expansion < 0.5 && words.width >= 12 ? 2 : 0
    if isUnread || isSaved, signColumns + indent > 0 || canvas.layout.indent >= 2 {
      let place = Point(x: signColumns + indent > 0 ? textX : textX - 1, y: row(points))
      if isUnread { drawUnreadSign(at: place, into: &frame) }
      if isSaved { frame.draw(canvas.symbols.later, at: place, style: title) }
    }
    if scene.movedPost?.id == post.id {
      drawMovingLabel(
        before: textX + words.width, width: words.width, at: row(points), into: &frame)
    }
    guard !words.summaryRepeatsBody else {
      return drawOpening(words, indent: indent, into: &frame)
    }
    let summary = Style(
      foreground: theme.text(alpha: theme.shades.summary, over: background), background: .clear,
      attributes: [.italic])
    // Below the whole title of the expanded card.
    let first = 2 + expansion * Double(max(0, words.titleLines.count - 1))
    if words.isOpening {
      drawOpening(words, fromLine: 2, into: &frame)
    } else {
      drawSummary(words, fromLine: first, indent: indent, style: summary, into: &frame)
    }
    // Without a summary, whose words these are stands behind the title, where there is room.
    guard isReadFar, words.isOpening || words.openSummary.isEmpty, direction != .rightToLeft,
      let last = lines.last, let start = starts.last
    else { return }
    let byline = Glyph.glyphs(
      of: [author, PostDetails.day(of: post, canvas)].compactMap(\.self)
        .map { canvas.symbols.dot + $0 }.joined())
    let room = words.width - (start - textX) - last.displayWidth
    guard byline.displayWidth <= room else { return }
    frame.draw(
      byline,
      at: Point(
        x: start + last.displayWidth, y: row(points * Double(lines.count))),
      style: summary)
  }

  /// Whether it is open and taller than the window, so that the line of the author is far below its head.
  private var isReadFar: Bool {
    expansion >= 0.5 && height > Double(canvas.layout.list.height)
  }

  /// Draws the summary; its lines are one paragraph and have the same direction.
  ///
  /// - Parameter indent: columns before its lines, if they are the first of the card.
  private func drawSummary(
    _ words: CardText, fromLine first: Double, indent: Int, style: Style,
    into frame: inout Frame
  ) {
    let direction = words.summary.lazy.compactMap { BidiLine.direction(of: $0.spans) }.first
    var lines = (expansion < 0.5 ? words.summary : words.openSummary).map {
      $0.spans.flatMap(\.glyphs)
    }
    // An open feed says what is new in it before the rest.
    if expansion >= 0.5, let news = canvas.context.news(of: post) {
      let rest = lines.isEmpty ? [] : Glyph.glyphs(of: canvas.symbols.dot) + lines[0]
      lines = [(Glyph.glyphs(of: news) + rest).truncated(to: words.width)] + lines.dropFirst()
    }
    // Below a title, what is new takes the second row.
    if showsNews, first >= 2, lines.count > 1 {
      lines = [(lines[0] + Glyph.glyphs(of: " ") + lines[1]).truncated(to: words.width)]
    }
    // The last row has what is below at its end.
    if first >= 2, lines.count > 1, expansion == 0 {
      let taken = drawTail(
        width: words.width, isLeft: direction == .rightToLeft, isAlone: true,
        at: row(3 * ScreenLayout.pointsPerRow), into: &frame)
      lines[1] = lines[1].truncated(to: words.width - taken)
    }
    if isReadFar, lines.count == 1 {
      lines[0] = (lines[0] + bylineInHead).truncated(to: words.width)
    }
    let indent = first < 2 ? indent : 0
    if indent > 0 {
      let all = lines.joined(separator: [.space])
      lines = CardText.wrap(Array(all), width: words.width - indent, lines: 2).map {
        $0.spans.flatMap(\.glyphs)
      }
    }
    for (index, line) in lines.prefix(2).enumerated() {
      draw(
        line, direction, width: words.width - indent, from: textX + indent,
        at: row((first + Double(index)) * ScreenLayout.pointsPerRow), style: style, into: &frame)
    }
  }

  /// What the head of an open card of a source says behind its facts where the line of the author is below the
  /// window: author and date.
  private var bylineInHead: [Glyph] {
    guard let facts = post.stated else { return [] }
    let parts = [author == facts.place ? nil : author, PostDetails.day(of: post, canvas)]
      .compactMap(\.self)
    return Glyph.glyphs(of: parts.map { canvas.symbols.dot + $0 }.joined())
  }

  /// Draws the beginning of the body on a compact card, and the author above the body on an
  /// expanded one.
  private func drawOpening(
    _ words: CardText, fromLine first: Double = 1, indent: Int = 0, into frame: inout Frame
  ) {
    guard expansion < 0.5 else {
      guard words.summaryRepeatsBody else { return }
      return drawByline(
        width: words.width, at: row(ScreenLayout.pointsPerRow), opacity: 2 * expansion - 1,
        into: &frame)
    }
    // Fading text need not be legible.
    let color = theme.text.blended(over: background, alpha: 1 - 2 * expansion)
    let style = Style(foreground: color, background: .clear)
    drawSummary(words, fromLine: first, indent: indent, style: style, into: &frame)
  }

  /// Draws the label of the post that is being moved, at the right of its title.
  ///
  /// - Parameters:
  ///   - end: the column before which it ends.
  ///   - width: maximum columns.
  ///   - y: the row.
  func drawMovingLabel(before end: Int, width: Int, at y: Int, into frame: inout Frame) {
    let sign = Glyph.glyphs(of: " moving ").truncated(to: width)
    frame.draw(
      sign, at: Point(x: end - sign.displayWidth, y: y),
      style: Style(
        foreground: theme.text, background: background, attributes: [.bold, .reverse]))
  }

  /// Draws parts of a line with dots between them, each with its own text direction.
  ///
  /// - Parameter news: the ends of parts that say what is new, which look so.
  /// - Returns: the column behind the last one.
  @discardableResult
  func drawParts(
    _ parts: [String], new news: [String?] = [], from start: Int, width: Int, at y: Int,
    style: Style, into frame: inout Frame
  ) -> Int {
    var x = start
    let end = start + width
    let dot = Glyph.glyphs(of: canvas.symbols.dot).displayWidth
    for part in parts where !part.isEmpty && x < end {
      if x > start {
        // A dot with nothing behind it says nothing.
        guard x + dot < end else { return frame.draw("…", at: Point(x: x, y: y), style: style) }
        x = frame.draw(canvas.symbols.dot, at: Point(x: x, y: y), style: style)
      }
      let whole = Glyph.glyphs(of: part.prefix(8 * width + 80))
      let isCut = whole.displayWidth > end - x
      let glyphs = whole.truncated(to: end - x)
      x = drawWords(glyphs, at: Point(x: x, y: y), style: style, into: &frame)
      if isCut { break }
      if let new = news.compactMap(\.self).first(where: part.hasSuffix) {
        drawWords(
          Glyph.glyphs(of: new), at: Point(x: x - new.count, y: y), style: newsStyle, into: &frame)
      }
    }
    return x
  }

  /// Draws words in visual order, with matches marked; returns the column behind them.
  @discardableResult
  func drawWords(
    _ glyphs: [Glyph], at point: Point, style: Style, into frame: inout Frame
  ) -> Int {
    draw(spans(of: glyphs), at: point, style: style, into: &frame)
  }

  /// Draws a line, aligned by its paragraph's direction.
  ///
  /// - Returns: the first column.
  @discardableResult
  func draw(
    _ glyphs: [Glyph], _ direction: TextDirection?, width: Int, from start: Int? = nil, at y: Int,
    style: Style, into frame: inout Frame
  ) -> Int {
    let spans = spans(of: glyphs, direction)
    var x = start ?? textX
    if direction == .rightToLeft {
      // The drawn width: joined letters may be narrower.
      x += max(0, width - spans.reduce(0) { $0 + $1.glyphs.displayWidth })
    }
    draw(spans, at: Point(x: x, y: y), style: style, into: &frame)
    return x
  }

  @discardableResult
  func draw(
    _ spans: [TextSpan], at point: Point, style: Style, into frame: inout Frame
  ) -> Int {
    var x = point.x
    for span in spans {
      x = frame.draw(
        span.glyphs, at: Point(x: x, y: point.y),
        style: span.role == .marker ? theme.marked(style) : style)
    }
    return x
  }

  /// Returns a line in visual order, with matches as marker spans.
  func spans(of glyphs: [Glyph], _ direction: TextDirection? = nil) -> [TextSpan] {
    let text = marksMatches ? glyphs.map(\.text).joined() : ""
    let ranges = ranges(in: text)
    guard !ranges.isEmpty else {
      return [TextSpan(glyphs: BidiLine.visual(glyphs, direction: direction))]
    }
    var line = TextLine()
    var end = text.startIndex
    for range in ranges {
      line.spans.append(TextSpan(String(text[end..<range.lowerBound])))
      line.spans.append(TextSpan(String(text[range]), role: .marker))
      end = range.upperBound
    }
    line.spans.append(TextSpan(String(text[end...])))
    return BidiLine.visual(line, direction: direction).spans
  }

  /// Whether words are sought, whose matches are marked.
  private var marksMatches: Bool { scene.find != nil || matches != nil }

  /// Returns the matches in a text: of the search in the list, otherwise of the saved search.
  private func ranges(in text: String) -> [Range<String.Index>] {
    guard let find = scene.find else { return matches?.ranges(in: text) ?? [] }
    return find.range(in: text).map { [$0] } ?? []
  }

  /// Marks the matches in a line of the body.
  func drawMatches(in line: TextLineView, into frame: inout Frame) {
    guard marksMatches else { return }
    let text = line.line.text
    line.mark(ranges(in: text), in: text, into: &frame)
  }
}

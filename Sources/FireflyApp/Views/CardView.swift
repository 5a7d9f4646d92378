import FireflyCore
import FireflyScreen

/// One card at its place in the window, at any expansion: seed 002 in cells.
struct CardView {
  let post: Post
  let list: ListState
  /// Top of the card's slot, in rows of the frame; half a row of air is above the card itself.
  let top: Double
  /// Height of the slot in rows.
  let height: Double
  let expansion: Double
  let isSelected: Bool
  let isMoving: Bool
  let canvas: Canvas

  private var theme: Theme { canvas.theme }
  private var background: Color { theme.card(at: expansion) }
  private var x: Int { canvas.layout.cardX }
  private var columns: Int { canvas.layout.cardColumns }
  private var textX: Int { x + canvas.layout.indent }

  func draw(into frame: inout Frame, pictures: some PictureSource) {
    let chrome = CardChrome(
      x: x, columns: columns, top: top, height: height, expansion: expansion,
      isSelected: isSelected, canvas: canvas)
    chrome.draw(into: &frame)

    let words = canvas.state.words(of: post)
    let layout = canvas.state.cardLayout(for: post, in: list, words: words)
    let inner = chrome.inner
    frame.clipped(to: inner) { frame in
      drawWords(words, into: &frame)
      drawCompactAuthor(words, into: &frame)
    }
    drawPicture(layout, chrome, pictures: pictures, into: &frame)
    frame.clipped(to: inner) { frame in
      drawBody(layout, into: &frame)
      drawAuthor(layout, into: &frame)
    }
    if let indicator = post.childIndicator(for: canvas.state.user?.email) {
      ChildIndicatorView.draw(
        indicator, layout.indicatorFrame(at: expansion), cardX: x, top: top, card: background,
        hasBadge: canvas.state.hasNewMatches(post), canvas, into: &frame)
    }
  }

  /// A row of the frame for a height in points from the slot's top.
  private func row(_ points: Double) -> Int {
    Int((top + points / ScreenLayout.pointsPerRow).rounded())
  }

  private func drawWords(_ words: CardWords, into frame: inout Frame) {
    let points = ScreenLayout.pointsPerRow
    let titleStyle = Style(
      foreground: theme.text, background: .clear,
      attributes: post.title.isEmpty ? [.italic] : [.bold])
    drawLine(words.title, at: row(points), style: titleStyle, into: &frame)
    let summary = Style(
      foreground: theme.text(alpha: 0.8, over: background), background: .clear,
      attributes: [.italic])
    for (index, line) in words.summary.enumerated() {
      drawLine(
        line.spans.flatMap(\.glyphs), at: row(Double(2 + index) * points), style: summary,
        into: &frame)
    }
  }

  /// A line of the card's words, with the mark behind what is looked for.
  private func drawLine(_ glyphs: [Glyph], at y: Int, style: Style, into frame: inout Frame) {
    var x = textX
    for span in BidiLine.visual(found(in: glyphs)).spans {
      var style = style
      if span.role == .marker {
        if theme.mark.isRGB {
          style.background = theme.mark
          style.foreground = theme.text(alpha: 1, over: theme.mark)
        } else {
          style.attributes.insert(.reverse)
        }
      }
      x = frame.draw(span.glyphs, at: Point(x: x, y: y), style: style)
    }
  }

  /// The line taken apart, with what is looked for as a marker.
  private func found(in glyphs: [Glyph]) -> TextLine {
    guard let find = canvas.state.find, !find.text.isEmpty else {
      return TextLine([TextSpan(glyphs: glyphs)])
    }
    let text = glyphs.map(\.text).joined()
    guard let range = find.range(in: text) else { return TextLine([TextSpan(glyphs: glyphs)]) }
    return TextLine([
      TextSpan(String(text[..<range.lowerBound])),
      TextSpan(String(text[range]), role: .marker),
      TextSpan(String(text[range.upperBound...])),
    ])
  }

  /// A compact card has its author in its last row, if the summary leaves it free; it gives way early.
  private func drawCompactAuthor(_ words: CardWords, into frame: inout Frame) {
    guard words.summary.count < 2, expansion < 0.5 else { return }
    let color = theme.text(alpha: 0.5, over: background)
    let style = Style(
      foreground: theme.fading(color, opacity: 1 - 2 * expansion, over: background),
      background: .clear)
    let glyphs = Glyph.glyphs(of: byline).truncated(
      to: CardWords.columns(
        canvas.layout,
        hasPicture: canvas.state.showsPicture(of: post) && canvas.layout.hasThumbnails,
        hasIndicator: post.childIndicator(for: canvas.state.user?.email) != nil))
    drawLine(glyphs, at: row(3 * ScreenLayout.pointsPerRow), style: style, into: &frame)
  }

  /// Author, date and place.
  private var byline: String {
    // Without Unicode the librarian has no glasses.
    let name = post.isAIGenerated && !canvas.symbols.hasBlocks ? "librarian" : post.byline
    let parts = [name, post.createdAt.map { WireDate.day($0) }, post.locationTag]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: canvas.symbols.dot)
  }

  private func drawPicture(
    _ layout: CardLayout, _ chrome: CardChrome, pictures: some PictureSource,
    into frame: inout Frame
  ) {
    guard canvas.state.showsPicture(of: post), let address = post.imageURL,
      canvas.layout.hasThumbnails || expansion > 0
    else { return }
    let place = layout.pictureFrame(at: expansion)
    let halfPoints = ScreenLayout.pointsPerRow / 2
    // The thumbnail stands inside the card, which begins half a row below its slot.
    let height = min(place.height, max(0, layout.height(at: expansion) - 20))
    let highest = layout.height(at: expansion) - 10 - height
    let y = max(10, min(place.y, highest))
    let left = x + Int((place.x / ScreenLayout.pointsPerColumn).rounded())
    let right = x + Int(((place.x + place.width) / ScreenLayout.pointsPerColumn).rounded())
    let halfTop = Int((top * 2 + y / halfPoints).rounded())
    let halfEnd = Int((top * 2 + (y + height) / halfPoints).rounded())
    let placement = PicturePlacement(
      x: left, columns: right - left, halfY: halfTop, halfRows: halfEnd - halfTop,
      clipX: post.clipOffsetX, clipY: post.clipOffsetY, card: background,
      above: y < 11 ? theme.backdrop : background,
      below: y + height > layout.height(at: expansion) - 11 ? theme.backdrop : background,
      isSettled: !isMoving)
    guard placement.columns > 0, placement.halfRows > 0 else { return }
    frame.clipped(to: chrome.outer) { frame in
      if !pictures.draw(address, placement, into: &frame) {
        PicturePlaceholder.draw(placement, canvas, into: &frame)
      }
    }
  }

  private func drawBody(_ layout: CardLayout, into frame: inout Frame) {
    guard expansion > 0, let text = list.bodies[post.id] else { return }
    let place = layout.bodyFrame(at: expansion)
    let first = row(place.y)
    let shown = Int((place.height / ScreenLayout.pointsPerRow).rounded())
    let style = BodyStyle(theme: theme, background: background)
    // Only the lines inside the clip are drawn.
    let from = max(0, frame.clip.y - first)
    let to = min(text.lines.count, shown, frame.clip.maxY - first)
    guard from < to else { return }
    for index in from..<to {
      var column = textX
      for span in text.lines[index].spans {
        column = frame.draw(
          span.glyphs, at: Point(x: column, y: first + index), style: style.style(of: span))
      }
    }
  }

  private func drawAuthor(_ layout: CardLayout, into frame: inout Frame) {
    let opacity = layout.authorOpacity(at: expansion)
    guard opacity > 0, list.bodies[post.id] != nil else { return }
    let color = theme.text(alpha: 0.5, over: background)
    let style = Style(
      foreground: theme.fading(color, opacity: opacity, over: background), background: .clear)
    let glyphs = Glyph.glyphs(of: byline).truncated(to: canvas.layout.textColumns)
    drawLine(glyphs, at: row(layout.authorY(at: expansion)), style: style, into: &frame)
  }
}

extension AppState {
  /// Whether a saved search has found something new.
  func hasNewMatches(_ post: Post) -> Bool {
    guard post.template == .query else { return false }
    return badges[post.id] ?? post.feed?.hasNewMatches ?? false
  }
}

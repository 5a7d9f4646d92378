import FireflyCore
import FireflyScreen

/// Draws a card at its position in the window, at any expansion (seed 002).
struct CardView {
  let post: Post
  let list: ListState
  /// Top of the card's slot, in rows of the frame; the card itself begins half a row below.
  let top: Double
  /// Height of the slot in rows.
  let height: Double
  let expansion: Double
  let isSelected: Bool
  let scene: ListScene
  let canvas: Canvas
  /// The words of the saved search whose results are shown.
  var matches: MatchedWords?

  private var isBeingWritten: Bool { scene.editor?.card == post.id }
  var theme: Theme { canvas.theme }
  var background: Color {
    guard isRow else { return theme.card(at: expansion) }
    return canvas.isFilled
      ? theme.rowGround(isSelected: isSelected) : isSelected ? theme.card(at: 0) : theme.backdrop
  }
  /// Whether it is drawn as rows without a card.
  private var isRow: Bool {
    !list.isReply(post.id) && canvas.layout.drawsRows(height: height)
  }
  private var x: Int { canvas.layout.cardX }
  private var columns: Int { canvas.layout.cardColumns }
  var textX: Int { x + canvas.layout.indent }

  func draw(into frame: inout Frame, pictures: some PictureSource) {
    let chrome = CardChrome(
      x: x, columns: columns, top: top, height: height, expansion: expansion,
      isSelected: isSelected, canvas: canvas)
    chrome.draw(into: &frame)
    frame.add(
      "card-\(post.id)", chrome.slot, .list(.cardTapped(post.id)),
      swipe: .list(.cardSwiped(post.id)))
    guard !isRow else {
      return frame.clipped(to: chrome.inner) { drawRows(chrome.inner, into: &$0) }
    }

    if let editor = scene.editor, isBeingWritten {
      let layout = canvas.context.cardLayout(for: post, in: list)
      drawPicture(layout, chrome, pictures: pictures, into: &frame)
      frame.clipped(to: chrome.inner) { frame in
        CardEditorView(editor: editor, card: self).draw(layout, pictures: pictures, into: &frame)
      }
      return
    }
    let words = canvas.context.words(of: post)
    let layout = canvas.context.cardLayout(for: post, in: list, words: words)
    let inner = chrome.inner
    frame.clipped(to: inner) { frame in
      drawWords(words, into: &frame)
      drawCompactAuthor(words, into: &frame)
    }
    drawPicture(layout, chrome, pictures: pictures, into: &frame)
    frame.clipped(to: inner) { frame in
      drawBody(layout, pictures: pictures, into: &frame)
      drawAuthor(layout, into: &frame)
    }
    drawMoreSign(inner, into: &frame)
    if list.thread?.top != post.id,
      let indicator = post.childIndicator(for: canvas.context.account)
    {
      ChildIndicatorView.draw(
        indicator, layout.indicatorFrame(at: expansion), cardX: x, top: top, card: background,
        hasRoom: post.hasNoText || layout.titleSummaryHeight > 2 * ScreenLayout.pointsPerRow,
        hasBadge: scene.badges.hasNewMatches(post), id: post.id, canvas, into: &frame)
    }
  }

  /// Returns the row of the frame for a height in points from the slot's top.
  func row(_ points: Double) -> Int {
    Int((top + points / ScreenLayout.pointsPerRow).rounded())
  }

  /// Draws what stands beside the square for a picture that can't be loaded, on an open card.
  private func drawMissing(
    _ missing: (words: String, reason: String), beside square: PicturePlacement,
    into frame: inout Frame
  ) {
    guard expansion == 1 else { return }
    let style = canvas.detail(over: background)
    let x = square.x + square.columns + 1
    let room = textX + canvas.layout.textColumns - x
    let rows = square.halfRows / 2
    guard room > 0 else { return }
    func lines(_ words: String, atMost limit: Int) -> [TextLine] {
      CardText.wrap(
        Glyph.glyphs(of: words.prefix(1_000)), width: room, lines: max(1, limit))
    }
    let line = missing.words + canvas.symbols.dot + missing.reason
    var all = lines(line, atMost: 1)
    if line.displayWidth > room, rows > 1 {
      // Words give way to the reason.
      let reason = lines(missing.reason, atMost: rows - 1)
      all = lines(missing.words, atMost: rows - reason.count) + reason
    }
    let top = (square.halfY + square.halfRows / 2 - all.count + 1) >> 1
    for (index, line) in all.enumerated() {
      drawWords(
        line.spans.flatMap(\.glyphs), at: Point(x: x, y: top + index), style: style, into: &frame)
    }
  }

  private func drawPicture(
    _ layout: CardLayout, _ chrome: CardChrome, pictures: some PictureSource,
    into frame: inout Frame
  ) {
    let picture = canvas.context.picture(of: post)
    let isHidden = canvas.context.hidesPicture(of: post)
    guard picture != nil && canvas.layout.hasThumbnails || expansion > 0,
      picture != nil || isHidden
    else { return }
    let missing = canvas.context.missingPicture(of: post)
    let place = layout.pictureFrame(at: expansion)
    let halfPoints = ScreenLayout.pointsPerRow / 2
    // One column to the left of the seed's position: on the phone the indicator covers two points
    // of the thumbnail, here it would cover a column.
    let shift = 1 - expansion
    // The square for a missing one stands where the text begins.
    let start = missing == nil ? place.x : lerp(place.x, layout.bodyFrame(at: 1).x, expansion)
    let left = x + Int((start / ScreenLayout.pointsPerColumn - shift).rounded())
    let right = x + Int(((start + place.width) / ScreenLayout.pointsPerColumn - shift).rounded())
    var halfTop = Int((top * 2 + place.y / halfPoints).rounded())
    var halfEnd = Int((top * 2 + (place.y + place.height) / halfPoints).rounded())
    if !canvas.isFilled {
      // Outlines need whole rows.
      halfTop = max(2 * chrome.inner.y, (halfTop + 1) / 2 * 2)
      halfEnd = min(2 * chrome.inner.maxY, halfEnd / 2 * 2)
    }
    let placement = PicturePlacement(
      x: left, columns: right - left, halfY: halfTop, halfRows: halfEnd - halfTop,
      clipX: picture?.crop.x ?? 0, clipY: picture?.crop.y ?? 0, card: background,
      isSettled: expansion == 0 || expansion == 1)
    guard placement.columns > 0, placement.halfRows > 0 else { return }
    frame.clipped(to: canvas.isFilled ? chrome.outer : chrome.inner) { frame in
      if isHidden
        || picture.map({ pictures.draw($0.address, placement, into: &frame) }) != true
      {
        PicturePlaceholder(place: placement, canvas: canvas).draw(into: &frame)
      }
      if let missing { return drawMissing(missing, beside: placement, into: &frame) }
      guard expansion == 1 else { return }
      if isHidden {
        let words = canvas.context.hiddenPictureWords(of: post)
          .truncated(to: max(0, placement.columns - 2))
        frame.draw(
          words, at: Point(x: left + 1, y: (halfTop + halfEnd) >> 2),
          style: Style(foreground: theme.text, background: .clear))
      }
      if let picture, let editor = scene.editor, isBeingWritten {
        guard editor.attachment.isCropping else { return }
        CropView(picture: picture, place: placement, canvas: canvas)
          .draw(pictures: pictures, into: &frame)
        return
      }
      let rows = (halfTop >> 1)..<((halfEnd + 1) >> 1)
      frame.add(
        "picture-\(post.id)",
        Rect(x: left, y: rows.lowerBound, width: right - left, height: rows.count),
        .list(.pictureTapped(post.id)), swipe: .list(.cardSwiped(post.id)))
    }
  }
}

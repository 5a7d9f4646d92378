import FireflyCore
import FireflyScreen

// Draws the body of a card, and the sign that it goes on.
extension CardView {
  /// Draws the formatted body of an expanding or expanded card.
  func drawBody(_ layout: CardLayout, pictures: some PictureSource, into frame: inout Frame) {
    guard expansion > 0, let text = list.bodies[post.id] else { return }
    draw(text, layout, pressesLinks: expansion == 1, pictures: pictures, into: &frame)
  }

  /// Draws a formatted text with its pictures.
  ///
  /// - Parameter pressesLinks: whether its links can be pressed.
  func draw(
    _ text: FormattedText, _ layout: CardLayout, pressesLinks: Bool = false,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    let place = layout.bodyFrame(at: expansion)
    let point = Point(x: textX, y: row(bodyTop(place.y, layout)))
    let rows = Int((place.height / ScreenLayout.pointsPerRow).rounded())
    draw(
      text, at: point, rows: rows, pressesLinks: pressesLinks, pictures: pictures, into: &frame)
  }

  /// Draws the first rows of a formatted text with its pictures.
  func draw(
    _ text: FormattedText, at point: Point, rows shown: Int, pressesLinks: Bool,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    drawLines(of: text, at: point, rows: shown, pressesLinks: pressesLinks, into: &frame)
    drawPictures(
      of: text, at: point, rows: shown, pressesLinks: pressesLinks, pictures: pictures,
      into: &frame)
  }

  private func drawLines(
    of text: FormattedText, at point: Point, rows shown: Int, pressesLinks: Bool,
    into frame: inout Frame
  ) {
    let first = point.y
    let style = BodyStyle(
      theme: theme, background: background, isPlain: canvas.greysAreAlike(over: background))
    // Only the lines inside the clip are drawn.
    let from = max(0, frame.clip.y - first)
    let to = min(text.lines.count, shown, frame.clip.maxY - first)
    guard from < to else { return }
    var view = LinkedLinesView(
      text: text, style: style, name: "link-\(post.id)-", swipe: .list(.cardSwiped(post.id)),
      press: pressesLinks ? { .links(.tapped($0, of: post.id)) } : nil)
    for index in from..<to {
      let line = view.draw(index, at: Point(x: point.x, y: first + index), into: &frame)
      drawMatches(in: line, into: &frame)
    }
  }

  /// Returns the top of the body: a post that opens from a row has title and summary at once, so the
  /// body must not begin above their end.
  private func bodyTop(_ y: Double, _ layout: CardLayout) -> Double {
    guard canvas.layout.hasRows else { return y }
    let points = ScreenLayout.pointsPerRow
    return max(y, points + (layout.titleSummaryHeight / points).rounded(.down) * points)
  }

  /// Draws the sign that the expanded card goes on below the window, in the margin of the last
  /// visible row; and the number of hidden rows before it, if that covers nothing.
  func drawMoreSign(_ inner: Rect, into frame: inout Frame) {
    let window = canvas.layout.list
    let hidden = inner.maxY - window.maxY
    guard expansion == 1, hidden > 0, inner.y < window.maxY, canvas.layout.indent > 0 else {
      return
    }
    let style = canvas.hint(over: background)
    // With a space behind the text, where no outline stands.
    let margin = canvas.isFilled ? max(1, canvas.layout.indent - 1) : canvas.layout.indent
    let point = Point(x: inner.maxX - margin, y: window.maxY - 1)
    let blank = frame[point.x, point.y]
    frame.draw(canvas.symbols.down, at: point, style: style)
    let words = ["\(hidden) more ", "\(hidden) "].first { words in
      let x = point.x - words.count
      return x > textX
        && (x - 2..<point.x).allSatisfy { x in
          frame[x, point.y].glyph == .space
            && frame[x, point.y].style.background == blank.style.background
        }
    }
    let start = point.x - (words?.count ?? 0)
    if let words { frame.draw(words, at: Point(x: start, y: point.y), style: style) }
    frame.add(
      "more-\(post.id)", Rect(x: start, y: point.y, width: inner.maxX - start, height: 1),
      .list(.moreTapped(post.id)))
  }
}

extension FormattedText {
  /// What stands in the text for each link, in the order of `links`.
  var linkLabels: [String] {
    if let spoken { return spoken.linkLabels }
    var labels = links.map { _ in "" }
    // The link whose label may go on: with the next span, or in the next line.
    var open: Int?
    for line in lines {
      var isNewLine = true
      for span in line.spans {
        let words = span.glyphs.map(\.text).joined()
        guard case .link(let number) = span.role, labels.indices.contains(number - 1) else {
          // Its number ends a label; code may stand in it.
          if span.role != .code, words.contains(where: { $0.isLetter || $0.isNumber }) {
            open = nil
          }
          continue
        }
        let goesOn = open == number
        open = nil
        // A link that stands there twice has its first label.
        guard goesOn || labels[number - 1].isEmpty else { continue }
        labels[number - 1] += (goesOn && isNewLine ? " " : "") + words
        (open, isNewLine) = (number, false)
      }
    }
    return labels
  }
}

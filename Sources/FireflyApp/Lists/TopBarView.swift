import FireflyCore
import FireflyScreen

/// The row above the list: the capsule that leads back, and the place in the list. While one finds, the
/// words looked for.
enum TopBarView {
  /// Columns of a title that are worth more than the sign for titles left out.
  private static let leastTitle = 8

  static func draw(_ canvas: Canvas, into frame: inout Frame) {
    let bar = canvas.layout.topBar
    guard !bar.isEmpty else { return }
    frame.clipped(to: bar) { frame in
      frame.fill(bar, style: canvas.backdrop)
      let place = place(of: canvas.state)
      if let place {
        frame.draw(place.text, at: Point(x: place.x, y: 0), style: canvas.onBackdrop())
      }
      if let find = canvas.state.find {
        drawFind(find, canvas, width: end(of: canvas.state), into: &frame)
      } else if canvas.state.current.navigator.depth > 0 {
        drawCapsule(canvas, into: &frame)
      } else {
        drawAudience(canvas, into: &frame)
      }
    }
  }

  /// `3 of 12`, and the column where it begins; nil where there is no place or no room.
  private static func place(of state: AppState) -> (text: String, x: Int)? {
    let list = state.list
    guard list.showsPosts, let index = list.index(of: state.current.position.selectedID) else {
      return nil
    }
    // There may be more than has been loaded.
    let isPaged =
      state.current.navigator.depth == 0 && state.explorer != .users
      && !list.isComplete && list.posts.count >= AppState.pageLength
    let text = "\(index + 1) of \(list.posts.count)\(isPaged ? "+" : "")"
    let x = state.layout.cardX + state.layout.cardColumns - text.count - 1
    // Below, the capsule comes first.
    return x >= (state.current.navigator.depth > 0 ? 16 : 1) ? (text, x) : nil
  }

  /// The column that what stands at the left ends before.
  private static func end(of state: AppState) -> Int {
    place(of: state).map { $0.x - 1 } ?? state.layout.cardX + state.layout.cardColumns
  }

  private static func drawAudience(_ canvas: Canvas, into frame: inout Frame) {
    let state = canvas.state
    let text =
      switch (state.explorer, state.current.showsOnlyMine) {
      case (.posts, false): "everyone's posts"
      case (.posts, true): "my posts"
      case (.searches, false): "everyone's searches"
      case (.searches, true): "my searches"
      case (.users, _): "recent users"
      }
    guard canvas.layout.cardX + 2 + text.count <= end(of: state) else { return }
    frame.draw(
      text, at: Point(x: canvas.layout.cardX + canvas.layout.indent, y: 0),
      style: canvas.onBackdrop())
  }

  private static func drawFind(
    _ find: FindState, _ canvas: Canvas, width: Int, into frame: inout Frame
  ) {
    let text = "/" + find.text
    let glyphs = Glyph.glyphs(of: text)
    let x = canvas.layout.cardX + canvas.layout.indent
    // The end of what is typed matters, not its beginning.
    var shown = glyphs
    while shown.displayWidth > max(1, width - x) { shown.removeFirst() }
    let end = frame.draw(shown, at: Point(x: x, y: 0), style: canvas.onBackdrop(.bold))
    if find.hopeless != nil, find.text.isEmpty == false {
      frame.draw("not in this list", at: Point(x: end + 2, y: 0), style: canvas.onBackdrop(.italic))
    }
    if find.isTyping { frame.cursor = Point(x: end, y: 0) }
  }

  private static func drawCapsule(_ canvas: Canvas, into frame: inout Frame) {
    let theme = canvas.theme
    let fill = theme.card.blended(over: theme.backdrop, alpha: 0.9)
    let style = Style(foreground: theme.text, background: fill, attributes: .bold)
    let ends = Style(foreground: fill)
    let label = label(canvas.state, canvas.symbols)
    let x = canvas.layout.cardX
    frame.draw(canvas.symbols.pill.left, at: Point(x: x, y: 0), style: ends)
    let end = frame.draw(label, at: Point(x: x + 1, y: 0), style: style)
    frame.draw(canvas.symbols.pill.right, at: Point(x: end, y: 0), style: ends)
  }

  /// ` ❮ title `, with the titles above it where there is room, and an ellipsis for those that have none.
  private static func label(_ state: AppState, _ symbols: Symbols) -> [Glyph] {
    // Both ends of the pill, the sign and the spaces around it take six columns.
    let room = max(1, end(of: state) - state.layout.cardX - 6)
    let prefix = Glyph.glyphs(of: " \(symbols.back) ")
    let separator = Glyph.glyphs(of: symbols.pathSeparator)
    var dropped: [Glyph] = []
    var titles: [[Glyph]] = []
    func joined() -> [Glyph] { dropped + titles.joined(separator: separator).map { $0 } }
    // From the nearest one up, and no further than there is room: a path may have hundreds.
    let path = state.current.breadcrumbs
    for post in path.reversed() {
      titles.insert(title(of: post), at: 0)
      if joined().displayWidth > room { break }
    }
    if titles.count < path.count || titles.count > 1 && joined().displayWidth > room {
      dropped = [Glyph(symbols.ellipsis)] + separator
    }
    while titles.count > 1, joined().displayWidth > room { titles.removeFirst() }
    if let last = titles.popLast() {
      // The parent comes first: before only a few letters of it are left, the sign gives way.
      let rest = room - dropped.displayWidth
      if rest < min(last.displayWidth, leastTitle) { dropped = [] }
      titles.append(last.truncated(to: dropped.isEmpty ? room : rest, ellipsis: symbols.ellipsis))
    }
    // Cut first, then turned into the order of the screen: what is cut is the end of what is read.
    titles = titles.map { BidiLine.visual($0) }
    return prefix + joined() + [.space]
  }

  /// The parent's title; `...` until it is known (seed 000).
  private static func title(of post: Post?) -> [Glyph] {
    guard let post else { return Glyph.glyphs(of: "...") }
    return Glyph.glyphs(of: post.label.prefix(200))
  }

  /// Where the capsule stands, if it can be seen.
  static func capsule(of state: AppState) -> Rect? {
    guard state.current.navigator.depth > 0, state.find == nil, !state.layout.topBar.isEmpty else {
      return nil
    }
    let symbols: Symbols = state.abilities.unicode ? .unicode : .ascii
    return Rect(
      x: state.layout.cardX, y: 0, width: 2 + label(state, symbols).displayWidth, height: 1)
  }
}

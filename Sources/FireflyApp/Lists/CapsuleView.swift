import FireflyCore
import FireflyScreen

/// The back capsule: the path to the current list, as much of it as there is room for (seed 000).
enum CapsuleView {
  /// A title of the path, and the level it leads to.
  private struct Part {
    var glyphs: [Glyph]
    /// Levels below the root.
    let depth: Int
  }

  /// Columns of a title that are worth more than the sign for titles left out.
  private static let minimumTitle = 8

  /// Draws it from the left edge of the cards on.
  ///
  /// - `end`: the column that it ends before.
  static func draw(_ explorer: ExplorerState, _ canvas: Canvas, end: Int, into frame: inout Frame) {
    let theme = canvas.theme
    let symbols = canvas.symbols
    let fill = theme.card.blended(over: theme.backdrop, alpha: theme.shades.capsule)
    let style = Style(foreground: theme.text, background: fill, attributes: .bold)
    let ends = Style(foreground: fill)
    let x = canvas.layout.cardX
    // Both ends of the pill, the sign and the spaces around it take six columns.
    let (parts, isCut) = parts(of: explorer, symbols, room: max(1, end - x - 6))
    let separator = Glyph.glyphs(of: symbols.pathSeparator)

    frame.draw(symbols.pill.left, at: Point(x: x, y: 0), style: ends)
    var column = frame.draw(" \(symbols.back) ", at: Point(x: x + 1, y: 0), style: style)
    if isCut {
      column = frame.draw(
        [Glyph(symbols.ellipsis)] + separator, at: Point(x: column, y: 0), style: style)
    }
    var places: [(depth: Int, rect: Rect)] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { column = frame.draw(separator, at: Point(x: column, y: 0), style: style) }
      let start = column
      // Cut first, then turned into the order of the screen: what is cut is the end of what is read.
      column = frame.draw(BidiLine.visual(part.glyphs), at: Point(x: column, y: 0), style: style)
      places.append((part.depth, Rect(x: start, y: 0, width: column - start, height: 1)))
    }
    column = frame.draw(" ", at: Point(x: column, y: 0), style: style)
    frame.draw(symbols.pill.right, at: Point(x: column, y: 0), style: ends)

    frame.add(
      Element("back", Rect(x: x, y: 0, width: column + 1 - x, height: 1), .list(.backPressed)))
    for place in places where place.depth < explorer.navigator.depth {
      frame.add(
        Element("path-\(place.depth)", place.rect, .list(.pathPressed(depth: place.depth))))
    }
  }

  /// Columns that it takes where nothing of the path has to be left out.
  static func wholeWidth(of explorer: ExplorerState, _ symbols: Symbols) -> Int {
    let separator = symbols.pathSeparator.count
    return titled(explorer).reduce(6 - separator) {
      $0 + $1.glyphs.displayWidth + separator
    }
  }

  /// The titles that there is room for, the topmost first, and whether some are left out.
  private static func parts(
    of explorer: ExplorerState, _ symbols: Symbols, room: Int
  ) -> (parts: [Part], isCut: Bool) {
    let separator = symbols.pathSeparator.count
    let sign = 1 + separator
    let path = titled(explorer)
    var parts: [Part] = []
    func width() -> Int {
      parts.reduce(-separator) { $0 + $1.glyphs.displayWidth + separator }
    }
    // From the nearest one up, and no further than there is room: a path may have hundreds.
    for part in path.reversed() {
      parts.insert(part, at: 0)
      if width() > room { break }
    }
    var isCut = parts.count < path.count || parts.count > 1 && width() > room
    while parts.count > 1, width() + (isCut ? sign : 0) > room { parts.removeFirst() }
    if var last = parts.popLast() {
      // The parent comes first: before only a few letters of it are left, the sign gives way.
      if room - (isCut ? sign : 0) < min(last.glyphs.displayWidth, minimumTitle) { isCut = false }
      let taken = width() + separator + (isCut ? sign : 0)
      last.glyphs = last.glyphs.truncated(
        to: parts.isEmpty ? room - (isCut ? sign : 0) : room - taken, ellipsis: symbols.ellipsis)
      parts.append(last)
    }
    return (parts, isCut)
  }

  /// The titles of the path.
  ///
  /// A profile has none: what stands there is the list that one came from.
  private static func titled(_ explorer: ExplorerState) -> [Part] {
    let path = explorer.navigator.path
    let parts = path.enumerated().compactMap { index, level -> Part? in
      if case .profile = level.destination { return nil }
      return Part(glyphs: title(of: explorer.lists[level.id]?.parent), depth: index + 1)
    }
    guard parts.isEmpty else { return parts }
    return [
      Part(glyphs: Glyph.glyphs(of: explorer.navigator.root.id.explorer.name), depth: path.count)
    ]
  }

  /// The parent's title; `...` until it is known (seed 000).
  private static func title(of post: Post?) -> [Glyph] {
    guard let post else { return Glyph.glyphs(of: "...") }
    return Glyph.glyphs(of: post.label.prefix(200))
  }
}

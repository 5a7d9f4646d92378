import FireflyCore
import FireflyScreen

/// Draws the back capsule: the end of the path to the current list (seed 000).
enum CapsuleView {
  /// A title of the path.
  private struct Part {
    var glyphs: [Glyph]
    /// The depth of the level to which it leads.
    let depth: Int
  }

  /// Minimum columns of a shortened title; below that, the last title drops the sign for omitted
  /// ones.
  private static let minimumTitle = 8

  /// Draws the capsule, from the left edge of the cards.
  ///
  /// - Parameters:
  ///   - scene: the explorer, and the source.
  ///   - end: the column before which it ends.
  static func draw(_ scene: ListScene, _ canvas: Canvas, end: Int, into frame: inout Frame) {
    let explorer = scene.explorer
    let theme = canvas.theme
    let symbols = canvas.symbols
    let fill = theme.card.blended(over: theme.backdrop, alpha: theme.shades.capsule)
    let style = Style(foreground: theme.text, background: fill, attributes: .bold)
    let ends = Style(foreground: fill)
    let x = canvas.layout.cardX
    // The ends of the pill, the back symbol and its spaces take six columns.
    let (parts, isCut) = parts(of: scene, symbols, room: max(1, end - x - 6))
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
      // Truncated in logical order, then reordered for display.
      column = frame.draw(BidiLine.visual(part.glyphs), at: Point(x: column, y: 0), style: style)
      places.append((part.depth, Rect(x: start, y: 0, width: column - start, height: 1)))
    }
    column = frame.draw(" ", at: Point(x: column, y: 0), style: style)
    frame.draw(symbols.pill.right, at: Point(x: column, y: 0), style: ends)

    frame.add("back", Rect(x: x, y: 0, width: column + 1 - x, height: 1), .list(.backPressed))
    for place in places where place.depth < explorer.navigator.depth {
      frame.add("path-\(place.depth)", place.rect, .list(.pathPressed(depth: place.depth)))
    }
  }

  /// Returns its width in columns with the whole path.
  static func wholeWidth(of scene: ListScene, _ symbols: Symbols) -> Int {
    let separator = symbols.pathSeparator.count
    return titled(scene).reduce(6 - separator) {
      $0 + $1.glyphs.displayWidth + separator
    }
  }

  /// Returns the titles that fit, the topmost first, and whether some are omitted.
  private static func parts(
    of scene: ListScene, _ symbols: Symbols, room: Int
  ) -> (parts: [Part], isCut: Bool) {
    let separator = symbols.pathSeparator.count
    let sign = 1 + separator
    var path = titled(scene)
    // The open card below it, while its title is above the window.
    if let title = scene.titleAbove, let last = path.last {
      let glyphs = Glyph.glyphs(of: title.prefix(400))
      path.append(
        Part(
          glyphs: glyphs.truncated(to: max(minimumTitle, room / 2), ellipsis: symbols.ellipsis),
          depth: last.depth + 1))
    }
    var parts: [Part] = []
    func width() -> Int {
      parts.reduce(-separator) { $0 + $1.glyphs.displayWidth + separator }
    }
    // From the last title up; the path may have hundreds.
    for part in path.reversed() {
      parts.insert(part, at: 0)
      if width() > room { break }
    }
    var isCut = parts.count < path.count || parts.count > 1 && width() > room
    while parts.count > 1, width() + (isCut ? sign : 0) > room { parts.removeFirst() }
    // The title above them gets the rest of the room.
    let omitted = path.count - parts.count
    let rest = room - width() - separator - (omitted > 1 ? sign : 0)
    if omitted > 0, rest >= minimumTitle {
      var above = path[omitted - 1]
      above.glyphs = above.glyphs.truncated(to: rest, ellipsis: symbols.ellipsis)
      parts.insert(above, at: 0)
      isCut = omitted > 1
    }
    if var last = parts.popLast() {
      // The parent has priority: before it is cut to a few letters, the sign is dropped.
      if room - (isCut ? sign : 0) < min(last.glyphs.displayWidth, minimumTitle) { isCut = false }
      let taken = width() + separator + (isCut ? sign : 0)
      last.glyphs = last.glyphs.truncated(
        to: parts.isEmpty ? room - (isCut ? sign : 0) : room - taken, ellipsis: symbols.ellipsis)
      parts.append(last)
    }
    return (parts, isCut)
  }

  /// Returns the titles of the path.
  ///
  /// For a profile, returns the title of the list before it.
  private static func titled(_ scene: ListScene) -> [Part] {
    let explorer = scene.explorer
    let path = explorer.navigator.path
    let parts = path.enumerated().compactMap { index, level -> Part? in
      if case .profile = level.destination { return nil }
      if level.destination == .answers {
        let kind = explorer.lists[level.id]?.notices.map { ": \($0.name)" } ?? ""
        return Part(glyphs: Glyph.glyphs(of: scene.site.answersName + kind), depth: index + 1)
      }
      return Part(glyphs: title(of: explorer.lists[level.id]?.parent), depth: index + 1)
    }
    guard parts.isEmpty else { return parts }
    let root = explorer.navigator.root.id.explorer
    let name = scene.site.name(of: root)
    return [Part(glyphs: Glyph.glyphs(of: name), depth: path.count)]
  }

  /// Returns the parent's title; `...` until it is known (seed 000).
  private static func title(of post: Post?) -> [Glyph] {
    guard let post else { return Glyph.glyphs(of: "...") }
    return Glyph.glyphs(of: post.headline.prefix(200))
  }
}

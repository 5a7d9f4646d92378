import FireflyCore
import FireflyScreen

/// Draws the child indicator, ❯ or + at a card's right edge (seed 001): one row on a compact card,
/// two on an expanded one with more than a title.
enum ChildIndicatorView {
  /// Its columns: three, and half a column on either side.
  static let columns = 5

  /// Returns its cells, for its frame in points on a card whose slot begins at row `top`.
  static func rect(
    _ frame: Area<Points>, cardX: Int, top: Double, _ layout: ScreenLayout
  ) -> Rect {
    // Its right end is at the seed's position; it is wider than the phone's in proportion.
    let right = Double(cardX) + (frame.x + frame.width) / ScreenLayout.pointsPerColumn
    // The seed counts from the card's top, which is half a row below the slot's.
    let (small, large) = CardLayout.indicatorSize
    let growth = (frame.height - small) / (large - small)
    let centerY = top + (frame.y + frame.height / 2) / ScreenLayout.pointsPerRow + growth / 2
    let x = Int(right.rounded()) - columns
    return Rect(
      x: max(layout.list.x, min(x, layout.list.maxX - columns)), y: Int((centerY - 0.5).rounded()),
      width: columns, height: 1)
  }

  static func draw(
    _ indicator: ChildIndicator, _ frame: Area<Points>, cardX: Int, top: Double, card: Color,
    hasRoom: Bool, hasBadge: Bool, id: Post.ID, _ canvas: Canvas, into screen: inout Frame
  ) {
    let rect = rect(frame, cardX: cardX, top: top, canvas.layout)
    let theme = canvas.theme
    let pill = theme.indicator(over: card, in: canvas.context.abilities.colors)
    // When nearly expanded it is two rows high, if the contents begin below it: half a row more above
    // and below.
    let isLarge = frame.height > 38 && canvas.isFilled && hasRoom
    let touched = Rect(
      x: rect.x, y: rect.y - (isLarge ? 1 : 0), width: rect.width, height: isLarge ? 3 : 1)
    screen.add("navigate-to-children-\(id)", touched, .list(.childIndicatorTapped(id)))
    let ends = Style(foreground: pill, background: isLarge ? pill : .clear)
    let sign = indicator == .chevron ? canvas.symbols.chevron : canvas.symbols.plus
    let middle = Style(
      foreground: pill == theme.text && pill.isRGB ? card : theme.text(alpha: 1, over: pill),
      background: pill, attributes: .bold)
    screen.draw(canvas.symbols.pill.left, at: Point(x: rect.x, y: rect.y), style: ends)
    let end = screen.draw(" \(sign) ", at: Point(x: rect.x + 1, y: rect.y), style: middle)
    screen.draw(
      canvas.symbols.pill.right, at: Point(x: rect.maxX - 1, y: rect.y), style: ends)
    if isLarge {
      drawHalf(of: rect, y: rect.y - 1, pill, into: &screen)
      drawHalf(of: rect, y: rect.maxY, pill, into: &screen)
    }
    if hasBadge {
      screen.draw(
        canvas.symbols.badge, at: Point(x: end - 1, y: rect.y),
        style: Style(foreground: theme.legible(theme.alert, over: pill), background: pill))
    }
  }

  /// Draws the half row above or below it, with the blocks of a card's edges.
  private static func drawHalf(
    of rect: Rect, y: Int, _ pill: Color, into screen: inout Frame
  ) {
    guard screen.clip.y <= y, y < screen.clip.maxY else { return }
    for x in rect.x..<min(rect.maxX, screen.clip.maxX) {
      let behind = screen[x, y].style.background
      let cell =
        y < rect.y
        ? EdgeBlocks.edge(above: behind, below: pill)
        : EdgeBlocks.edge(above: pill, below: behind)
      screen.draw(cell.glyph, at: Point(x: x, y: y), style: cell.style)
    }
  }
}

import FireflyCore
import FireflyScreen

/// Draws the surface of a card: fill, edges (with a precision of an eighth of a row), corners,
/// shadow, and the bar of the selected card.
struct CardChrome {
  let x: Int
  let columns: Int
  /// Top and height of the slot in rows; the card is half a row smaller at both ends.
  let top: Double
  let height: Double
  let expansion: Double
  let isSelected: Bool
  let canvas: Canvas
  /// Rows between the slot's top and the card's.
  var upperMargin = 0.5

  /// Whether the post is drawn as whole rows, and only the selected one has the card's ground.
  private var isRow: Bool { upperMargin > 0 && canvas.layout.drawsRows(height: height) }
  /// The edges of the card itself.
  private var upper: RowEdge { isRow ? wholeRow(top) : RowEdge(top + upperMargin) }
  private var lower: RowEdge { isRow ? wholeRow(top + height) : RowEdge(top + height - 0.5) }

  /// Returns the edge between two rows that is nearest; the end of a row and the start of the next
  /// are computed differently, but must be rounded alike.
  private func wholeRow(_ position: Double) -> RowEdge { RowEdge((position + 1e-6).rounded()) }

  /// The area for text: the rows that are completely inside the card.
  var inner: Rect {
    let first = upper.nextRow
    return Rect(x: x, y: first, width: columns, height: max(0, lower.row - first))
  }

  /// The area for pictures: the rows that are at least partly inside the card.
  var outer: Rect {
    Rect(x: x, y: upper.row, width: columns, height: lower.nextRow - upper.row)
  }

  /// The colour below the card: the backdrop in the card's shadow.
  var shadow: Color {
    Color.black.blended(
      over: canvas.theme.backdrop, alpha: canvas.theme.shades.cardShadow * expansion)
  }

  /// The card with its margin, which reacts to clicks.
  var slot: Rect {
    let first = Int(top.rounded())
    return Rect(x: x, y: first, width: columns, height: Int((top + height).rounded()) - first)
  }

  func draw(into frame: inout Frame) {
    if isRow, canvas.isFilled {
      drawRowGround(into: &frame)
    } else if isRow {
      if isSelected { drawOutlinedBar(rows: inner.y..<inner.maxY, into: &frame) }
    } else if canvas.isFilled {
      drawFilled(into: &frame)
    } else {
      drawOutlined(into: &frame)
    }
  }

  /// Fills the rows of a post without a card: on light terminals from edge to edge of the list.
  private func drawRowGround(into frame: inout Frame) {
    let (theme, list) = (canvas.theme, canvas.layout.list)
    let rows = Rect(
      x: theme.isLight ? list.x : x, y: inner.y, width: theme.isLight ? list.width : columns,
      height: inner.height)
    let style = Style(
      foreground: theme.text, background: theme.rowGround(isSelected: isSelected))
    frame.fill(rows, style: style)
    if isSelected { drawBar(rows: inner.y..<inner.maxY, into: &frame) }
  }

  // MARK: Filled

  private func drawFilled(into frame: inout Frame) {
    let theme = canvas.theme
    let card = theme.card(at: expansion)
    frame.fill(inner, style: Style(foreground: theme.text, background: card))
    drawEdge(upper, isTop: true, card, into: &frame)
    drawEdge(lower, isTop: false, card, into: &frame)
    guard isSelected else { return }
    drawBar(rows: inner.y..<inner.maxY, into: &frame)
  }

  /// Draws the bar of the selected card.
  ///
  /// Its colour is the background of whole rows, because fonts leave gaps between half blocks. The glyph in it has the
  /// same colour, and is seen only where a screen is copied as text.
  private func drawBar(rows: Range<Int>, into frame: inout Frame) {
    frame.fill(
      Rect(x: x, y: rows.lowerBound, width: 1, height: rows.count),
      glyph: Glyph(canvas.symbols.bar),
      style: Style(foreground: canvas.theme.accent, background: canvas.theme.accent))
  }

  /// Draws the row that contains the top or bottom edge, unless the edge is between two rows.
  private func drawEdge(_ edge: RowEdge, isTop: Bool, _ card: Color, into frame: inout Frame) {
    guard edge.part > 0 else { return }
    let row = edge.row
    let outside = isTop ? canvas.theme.backdrop : shadow
    func cell(_ card: Color) -> Cell {
      EdgeBlocks.edge(
        at: edge.part, above: isTop ? outside : card, below: isTop ? card : outside)
    }
    let plain = cell(card)
    frame.fill(
      Rect(x: x, y: row, width: columns, height: 1), glyph: plain.glyph, style: plain.style)
    if edge.part == 4, canvas.context.settings.tunables.corner == .round {
      let corners = isTop ? ("▗", "▖") : ("▝", "▘")
      let style = Style(foreground: card, background: outside)
      frame.draw(corners.0, at: Point(x: x, y: row), style: style)
      frame.draw(corners.1, at: Point(x: x + columns - 1, y: row), style: style)
    }
  }

  // MARK: Outlined

  private func drawOutlined(into frame: inout Frame) {
    let isUnicode = canvas.symbols.hasBlocks
    let background = canvas.theme.backdrop
    let style = Style(foreground: canvas.line, background: background)
    let first = Int(top.rounded())
    let last = Int((top + height).rounded()) - 1
    frame.fill(
      Rect(x: x, y: first, width: columns, height: last - first + 1),
      style: Style(foreground: canvas.theme.text, background: background))
    guard upperMargin > 0 else {
      // A thread's cards have a line below them only.
      frame.fill(
        Rect(x: x, y: last, width: columns, height: 1), glyph: Glyph(isUnicode ? "─" : "-"),
        style: style)
      return
    }
    BoxLines.draw(
      Rect(x: x, y: first, width: columns, height: last - first + 1), isUnicode: isUnicode,
      style: style, into: &frame)
    guard isSelected else { return }
    let accent = canvas.theme.accent
    if isUnicode, accent.isRGB {
      drawBar(rows: first + 1..<last, into: &frame)
      // The bar ends at the lines, in the middle of their rows.
      let top = EdgeBlocks.edge(above: background, below: accent)
      let end = EdgeBlocks.edge(above: accent, below: background)
      frame.draw(top.glyph, at: Point(x: x, y: first), style: top.style)
      frame.draw(end.glyph, at: Point(x: x, y: last), style: end.style)
      return
    }
    drawOutlinedBar(rows: first + 1..<last, into: &frame)
  }

  /// Draws the bar of the selected card without a fill.
  private func drawOutlinedBar(rows: Range<Int>, into frame: inout Frame) {
    let accent = canvas.theme.accent
    guard !canvas.symbols.hasBlocks || !accent.isRGB else {
      return drawBar(rows: rows, into: &frame)
    }
    frame.fill(
      Rect(x: x, y: rows.lowerBound, width: 1, height: rows.count),
      glyph: Glyph(canvas.symbols.hasBlocks ? "┃" : canvas.symbols.bar),
      style: Style(foreground: accent, background: canvas.theme.backdrop, attributes: .bold))
    Self.drawSelectionSign(at: Point(x: x, y: rows.lowerBound), canvas, into: &frame)
  }

  /// Draws the sign of the selected post beside its first row: without colours, a line alone is easily missed.
  static func drawSelectionSign(at point: Point, _ canvas: Canvas, into frame: inout Frame) {
    let accent = canvas.theme.accent
    guard !accent.isRGB else { return }
    frame.draw(
      canvas.symbols.selected, at: point,
      style: Style(foreground: accent, background: canvas.theme.backdrop, attributes: .bold))
  }
}

import FireflyCore
import FireflyScreen

/// A card's surface: its fill, its edges at an eighth of a row, its rounded corners, its shadow and the
/// bar of the selected one.
struct CardChrome {
  let x: Int
  let columns: Int
  /// Top and height of the slot in rows; the card itself is half a row smaller at both ends.
  let top: Double
  let height: Double
  let expansion: Double
  let isSelected: Bool
  let canvas: Canvas

  /// Top and bottom of the card itself.
  private var upper: RowEdge { RowEdge(top + 0.5) }
  private var lower: RowEdge { RowEdge(top + height - 0.5) }

  /// Where text may stand: the rows that belong to the card wholly.
  var inner: Rect {
    let first = upper.nextRow
    return Rect(x: x, y: first, width: columns, height: max(0, lower.row - first))
  }

  /// Where a picture may stand: the rows that belong to the card only in part as well.
  var outer: Rect {
    Rect(x: x, y: upper.row, width: columns, height: lower.nextRow - upper.row)
  }

  /// What lies under the card's lower edge: the backdrop in the card's shadow.
  var shadow: Color {
    Color.black.blended(
      over: canvas.theme.backdrop, alpha: canvas.theme.shades.cardShadow * expansion)
  }

  /// The card with the air around it: where a click means it.
  var slot: Rect {
    let first = Int(top.rounded())
    return Rect(x: x, y: first, width: columns, height: Int((top + height).rounded()) - first)
  }

  func draw(into frame: inout Frame) {
    if canvas.isFilled {
      drawFilled(into: &frame)
    } else {
      drawOutlined(into: &frame)
    }
  }

  // MARK: Filled

  private func drawFilled(into frame: inout Frame) {
    let theme = canvas.theme
    let card = theme.card(at: expansion)
    frame.fill(inner, style: Style(foreground: theme.text, background: card))
    drawEdge(upper, isTop: true, card, into: &frame)
    drawEdge(lower, isTop: false, card, into: &frame)
    guard isSelected else { return }
    let bar = Rect(x: x, y: inner.y, width: 1, height: inner.height)
    frame.fill(
      bar, glyph: Glyph(canvas.symbols.bar),
      style: Style(foreground: theme.accent, background: card))
  }

  /// The row that the top or bottom edge runs through, if it does not run between two rows.
  private func drawEdge(_ edge: RowEdge, isTop: Bool, _ card: Color, into frame: inout Frame) {
    guard edge.part > 0 else { return }
    let backdrop = canvas.theme.backdrop
    let row = edge.row
    // The lower part of the row is the card at the top edge, and what lies below it at the bottom one.
    let isHalf = edge.part == 4
    let isRound = isHalf && canvas.state.settings.tunables.corner == .round
    // At rest the card is the foreground at both edges: fonts leave hairlines in backgrounds.
    let isCardInFront = isTop || isHalf
    let glyph = isHalf && !isTop ? Glyph("▀") : EdgeBlocks.lower(8 - edge.part)
    let outside = isTop ? backdrop : shadow
    let style =
      isCardInFront
      ? Style(foreground: card, background: outside)
      : Style(foreground: outside, background: card)
    let middle = Rect(x: x + 1, y: row, width: columns - 2, height: 1)
    frame.fill(middle, glyph: glyph, style: style)
    let corners: (Unicode.Scalar, Unicode.Scalar) = isTop ? ("▗", "▖") : ("▝", "▘")
    for (column, scalar) in [(x, corners.0), (x + columns - 1, corners.1)] {
      let corner = Rect(x: column, y: row, width: 1, height: 1)
      frame.fill(
        corner, glyph: isRound ? Glyph(scalar) : glyph,
        style: isRound ? Style(foreground: card, background: backdrop) : style)
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
    BoxLines.draw(
      Rect(x: x, y: first, width: columns, height: last - first + 1), isUnicode: isUnicode,
      style: style, into: &frame)
    guard isSelected else { return }
    let bar = Glyph(isUnicode ? "┃" : canvas.symbols.bar)
    frame.fill(
      Rect(x: x, y: first + 1, width: 1, height: last - first - 1), glyph: bar,
      style: Style(
        foreground: canvas.theme.accent, background: background, attributes: .bold))
  }
}

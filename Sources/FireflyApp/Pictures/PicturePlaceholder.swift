import FireflyScreen

/// The grey rounded rectangle in place of a picture that is not loaded (seed 002: grey at 30 %).
struct PicturePlaceholder {
  let place: PicturePlacement
  let canvas: Canvas

  func draw(into frame: inout Frame) {
    if canvas.isFilled {
      drawFilled(into: &frame)
    } else {
      drawOutlined(into: &frame)
    }
  }

  // MARK: Filled

  private var halves: Range<Int> { place.halfY..<(place.halfY + max(1, place.halfRows)) }

  private func drawFilled(into frame: inout Frame) {
    let grey = Color(white: 128).blended(over: place.card, alpha: canvas.theme.shades.picture)
    for y in (halves.lowerBound >> 1)...((halves.upperBound - 1) >> 1) {
      let style = Style(foreground: grey, background: place.card)
      let row = Rect(x: place.x, y: y, width: place.columns, height: 1)
      if halves.contains(2 * y), halves.contains(2 * y + 1) {
        // Fonts leave thin gaps between full blocks, but not between backgrounds.
        frame.fill(row, style: Style(foreground: canvas.theme.text, background: grey))
      } else {
        frame.fill(row, glyph: block(atRow: y), style: style)
      }
      guard row.width > 1 else { continue }
      for (x, side) in [(row.x, Side.left), (row.maxX - 1, .right)] {
        let corner = block(atRow: y, side: side)
        if corner != block(atRow: y) { frame.draw([corner], at: Point(x: x, y: y), style: style) }
      }
    }
  }

  private enum Side { case left, right }

  /// Returns the block with the grey quarters of a cell; at a side, without the rounded corner.
  private func block(atRow y: Int, side: Side? = nil) -> Glyph {
    func isFilled(_ half: Int, _ column: Side) -> Bool {
      let isEnd = half == halves.lowerBound || half == halves.upperBound - 1
      return halves.contains(half) && !(isEnd && column == side)
    }
    return EdgeBlocks.quarters(
      upperLeft: isFilled(2 * y, .left), upperRight: isFilled(2 * y, .right),
      lowerLeft: isFilled(2 * y + 1, .left), lowerRight: isFilled(2 * y + 1, .right))
  }

  // MARK: Outlined

  private func drawOutlined(into frame: inout Frame) {
    let rect = Rect(
      x: place.x, y: (place.halfY + 1) >> 1, width: place.columns, height: place.halfRows / 2)
    let style = Style(foreground: canvas.line)
    let dots = Glyph(canvas.symbols.hasBlocks ? "░" : ":")
    frame.fill(rect, glyph: dots, style: style)
    guard rect.width > 1, rect.height > 1 else { return }
    BoxLines.draw(rect, isUnicode: canvas.symbols.hasBlocks, style: style, into: &frame)
  }
}

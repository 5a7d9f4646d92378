import FireflyScreen

/// The grey rounded rectangle in place of a picture that is not loaded (seed 002: grey at 30 %).
struct PicturePlaceholder {
  private let place: PicturePlacement
  private let canvas: Canvas

  private init(_ place: PicturePlacement, _ canvas: Canvas) {
    self.place = place
    self.canvas = canvas
  }

  static func draw(_ place: PicturePlacement, _ canvas: Canvas, into frame: inout Frame) {
    let placeholder = PicturePlaceholder(place, canvas)
    if canvas.isFilled {
      placeholder.drawFilled(into: &frame)
    } else {
      placeholder.drawOutlined(into: &frame)
    }
  }

  // MARK: Filled

  private var halves: Range<Int> { place.halfY..<(place.halfY + max(1, place.halfRows)) }

  private func drawFilled(into frame: inout Frame) {
    let grey = Color(white: 128).blended(over: place.card, alpha: canvas.theme.shades.picture)
    for y in (halves.lowerBound >> 1)...((halves.upperBound - 1) >> 1) {
      let isWhole = halves.contains(2 * y) && halves.contains(2 * y + 1)
      let behind = isWhole ? place.card : halves.contains(2 * y) ? place.below : place.above
      let style = Style(foreground: grey, background: behind)
      var row = Rect(x: place.x, y: y, width: place.columns, height: 1)
      // At the card's edge a corner would need a third colour, so the card keeps that cell.
      if behind != place.card, row.width > 2 {
        row = Rect(x: row.x + 1, y: y, width: row.width - 2, height: 1)
      }
      if isWhole {
        // Fonts leave thin gaps between full blocks, but not between backgrounds.
        frame.fill(row, style: Style(foreground: canvas.theme.text, background: grey))
      } else {
        frame.fill(row, glyph: block(atRow: y), style: style)
      }
      guard behind == place.card, row.width > 1 else { continue }
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

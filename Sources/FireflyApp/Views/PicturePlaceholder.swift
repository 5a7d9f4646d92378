import FireflyScreen

/// The grey rounded rectangle that stands for a picture until it is there (seed 002: grey at 30 %).
enum PicturePlaceholder {
  static func draw(_ place: PicturePlacement, _ canvas: Canvas, into frame: inout Frame) {
    guard canvas.isFilled else {
      let rect = Rect(
        x: place.x, y: (place.halfY + 1) / 2, width: place.columns, height: place.halfRows / 2)
      let style = Style(foreground: canvas.line)
      let dot: Unicode.Scalar = canvas.symbols.hasBlocks ? "░" : ":"
      frame.fill(rect, glyph: Glyph(dot), style: style)
      return
    }
    let grey = Color(white: 128).blended(over: place.card, alpha: 0.3)
    let end = place.halfY + place.halfRows
    for y in (place.halfY / 2)...max(place.halfY / 2, (end - 1) / 2) {
      let hasUpper = 2 * y >= place.halfY && 2 * y < end
      let hasLower = 2 * y + 1 >= place.halfY && 2 * y + 1 < end
      let row = Rect(x: place.x, y: y, width: place.columns, height: 1)
      if hasUpper, hasLower {
        frame.fill(row, style: Style(foreground: canvas.theme.text, background: grey))
      } else if hasUpper || hasLower {
        frame.fill(
          row, glyph: Glyph(hasUpper ? "▀" : "▄"),
          style: Style(foreground: grey, background: hasUpper ? place.below : place.above))
      }
    }
  }
}

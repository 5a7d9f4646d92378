import FireflyScreen

/// Draws the text of a filter.
enum FilterView {
  /// Draws the text, or the end of it that fits, with the cursor behind it.
  ///
  /// - Parameter rect: the room, one row.
  /// - Returns: the column after the text.
  static func draw(
    _ filter: Filter, in rect: Rect, _ canvas: Canvas, into frame: inout Frame
  ) -> Int {
    var shown = Glyph.glyphs(of: "\(filter.sign)\(filter.text)")
    while shown.displayWidth > max(1, rect.width - 1) { shown.removeFirst() }
    let end = frame.draw(
      shown, at: Point(x: rect.x, y: rect.y), style: canvas.onSurface(.bold), pressing: "filter",
      .filter(.pasted("")))
    if filter.isTyping {
      frame.cursor = Point(x: end, y: rect.y)
      frame.showsCursor = true
    }
    return end
  }
}

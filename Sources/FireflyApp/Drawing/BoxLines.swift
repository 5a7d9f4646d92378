import FireflyScreen

/// Draws rectangles of lines with rounded corners, or of ASCII characters.
enum BoxLines {
  private static let unicode = "╭─╮│╰╯".unicodeScalars.map { Glyph($0) }
  private static let ascii = "+-+|++".unicodeScalars.map { Glyph($0) }

  /// Draws the outermost cells of `area`.
  static func draw(_ area: Rect, isUnicode: Bool, style: Style, into frame: inout Frame) {
    let glyphs = isUnicode ? unicode : ascii
    let last = area.maxY - 1
    for (row, left, right) in [(area.y, glyphs[0], glyphs[2]), (last, glyphs[4], glyphs[5])] {
      frame.fill(
        Rect(x: area.x, y: row, width: area.width, height: 1), glyph: glyphs[1], style: style)
      frame.draw([left], at: Point(x: area.x, y: row), style: style)
      frame.draw([right], at: Point(x: area.maxX - 1, y: row), style: style)
    }
    for x in [area.x, area.maxX - 1] {
      frame.fill(
        Rect(x: x, y: area.y + 1, width: 1, height: area.height - 2), glyph: glyphs[3],
        style: style)
    }
  }
}

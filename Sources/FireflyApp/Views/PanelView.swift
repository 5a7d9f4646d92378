import FireflyScreen

/// A framed sheet over the lists, with a title: what help and outline are drawn on.
struct PanelView {
  let area: Rect
  let canvas: Canvas

  /// A sheet as large as the layout allows, at most `columns` wide.
  init(_ canvas: Canvas, columns: Int) {
    self.canvas = canvas
    area = Self.area(canvas.layout, columns: columns)
  }

  /// Where such a sheet stands.
  static func area(_ layout: ScreenLayout, columns: Int) -> Rect {
    let width = min(columns, layout.size.width)
    return Rect(
      x: (layout.size.width - width) / 2, y: 0, width: width, height: layout.size.height)
  }

  /// Where its lines stand.
  static func inner(_ area: Rect) -> Rect {
    Rect(x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 3)
  }

  /// Text on the sheet.
  func style(_ attributes: Attributes = []) -> Style {
    Style(
      foreground: canvas.theme.text, background: canvas.theme.card, attributes: attributes)
  }

  func draw(title: String, into frame: inout Frame) {
    frame.fill(area, style: style())
    frame.draw(
      Glyph.glyphs(of: title).truncated(to: max(1, area.width - 4)),
      at: Point(x: area.x + 2, y: area.y + (area.height > 3 ? 1 : 0)), style: style(.bold))
  }
}

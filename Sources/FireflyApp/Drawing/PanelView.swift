import FireflyScreen

/// A sheet with a title that takes the place of the lists: what help and outline are drawn on.
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
      foreground: canvas.theme.text,
      background: canvas.isFilled ? canvas.theme.card : canvas.theme.backdrop,
      attributes: attributes)
  }

  /// Draws the sheet, and at its top a title and a note at the right, where there is room for both.
  func draw(title: String, note: String = "", into frame: inout Frame) {
    frame.fill(frame.bounds, style: canvas.backdrop)
    if area.width < 12 || area.height < 6 {
      frame.fill(area, style: style())
    } else {
      CardChrome(
        x: area.x, columns: area.width, top: Double(area.y), height: Double(area.height),
        expansion: 1, isSelected: false, canvas: canvas
      ).draw(into: &frame)
    }
    let y = area.y + (area.height > 3 ? 1 : 0)
    let title = Glyph.glyphs(of: title).truncated(to: max(1, area.width - 4))
    let end = frame.draw(title, at: Point(x: area.x + 2, y: y), style: style(.bold))
    let x = area.maxX - 2 - Glyph.glyphs(of: note).displayWidth
    if x > end + 1 { frame.draw(note, at: Point(x: x, y: y), style: style(.italic)) }
  }
}

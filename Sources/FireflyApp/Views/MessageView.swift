import FireflyScreen

/// The short note that floats over the foot of the list.
enum MessageView {
  static func draw(_ canvas: Canvas, into frame: inout Frame) {
    guard let message = canvas.state.message else { return }
    let list = canvas.layout.list.isEmpty ? frame.bounds : canvas.layout.list
    let theme = canvas.theme
    let style = Style(
      foreground: message.isError ? theme.legible(theme.alert, over: theme.card) : theme.text,
      background: theme.card, attributes: theme.card.isRGB ? [] : .reverse)
    let glyphs = Glyph.glyphs(of: " \(message.text) ").truncated(
      to: max(1, list.width - 4), ellipsis: canvas.symbols.ellipsis)
    let x = max(0, (list.width - glyphs.displayWidth) / 2)
    frame.draw(glyphs, at: Point(x: x, y: list.maxY - 1), style: style)
  }
}

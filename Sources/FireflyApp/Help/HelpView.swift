import FireflyScreen

/// The keys, from the keymap itself.
enum HelpView {
  private static let columns = 64

  /// The lines of the help: headings, and keys with what they do.
  static func lines(
    for keymap: Keymap, symbols: Symbols = .unicode
  ) -> [(keys: String, text: String)] {
    keymap.sections.flatMap { section in
      [(section.title, "")]
        + section.bindings.map { binding in
          (binding.keys.map { symbols.label(of: $0) }.joined(separator: " "), binding.help)
        }
        + [("", "")]
    }.dropLast()
  }

  /// How many lines are seen at once.
  static func window(_ layout: ScreenLayout) -> Int {
    max(1, PanelView.inner(PanelView.area(layout, columns: columns)).height)
  }

  static func draw(_ canvas: Canvas, scroll: Int, into frame: inout Frame) {
    let panel = PanelView(canvas, columns: columns)
    let inner = PanelView.inner(panel.area)
    let lines = lines(for: canvas.state.settings.keymap, symbols: canvas.symbols)
    let more = lines.count - scroll - inner.height
    panel.draw(title: "Keys", note: more > 0 ? "\(more) more below" : "", into: &frame)
    let keyColumn = min(22, max(6, inner.width / 3))
    frame.clipped(to: inner) { frame in
      for (row, line) in lines.dropFirst(scroll).prefix(inner.height).enumerated() {
        let y = inner.y + row
        let isHeading = line.text.isEmpty
        frame.draw(
          Glyph.glyphs(of: line.keys).truncated(to: isHeading ? inner.width : keyColumn - 1),
          at: Point(x: inner.x, y: y), style: panel.style(isHeading ? [.bold, .underline] : .bold))
        frame.draw(
          Glyph.glyphs(of: line.text).truncated(to: max(1, inner.width - keyColumn)),
          at: Point(x: inner.x + keyColumn, y: y), style: panel.style())
      }
    }
  }
}

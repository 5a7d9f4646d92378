import FireflyScreen

/// Reduces a frame to text, for screen readers that speak everything on the screen.
enum ScreenReaderText {
  /// Replaces graphics by spaces: lines, blocks and patterns of dots.
  ///
  /// The colours stay for sighted users: a vertical half block (the bar of the selected card, the
  /// ends of a pill) becomes a cell of its colour.
  static func apply(to frame: inout Frame) {
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width where draws(frame[x, y].glyph.base) {
        let cell = frame[x, y]
        let isUpright = cell.glyph.base == 0x258C || cell.glyph.base == 0x2590
        let background = isUpright ? cell.style.foreground : cell.style.background
        frame.fill(
          Rect(x: x, y: y, width: Int(cell.glyph.width), height: 1), glyph: Glyph(" "),
          style: Style(foreground: cell.style.foreground, background: background))
      }
    }
  }

  private static func draws(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2500...0x25FF, 0x2800...0x28FF, 0x1FB00...0x1FBFF: true
    default: false
    }
  }
}

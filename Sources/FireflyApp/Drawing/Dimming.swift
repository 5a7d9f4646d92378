import FireflyScreen

/// Dims a frame, so that what is drawn next stands out.
enum Dimming {
  /// Opacity of the dimmed colours over black.
  private static let rest = 0.55

  /// Darkens all cells; with few colours, sets the dim attribute.
  static func apply(to frame: inout Frame, colors: ScreenAbilities.ColorDepth) {
    frame.restyle { cell in
      var style = cell.style
      guard colors > .sixteen else {
        style.attributes.insert(.dim)
        return style
      }
      // In cells of kitty pictures (a private character), the colour identifies the picture.
      guard cell.glyph.base < 0xF0000 else { return style }
      if style.foreground.isRGB { style.foreground = darker(style.foreground) }
      if style.background.isRGB { style.background = darker(style.background) }
      return style
    }
  }

  private static func darker(_ color: Color) -> Color {
    color.blended(over: .black, alpha: rest)
  }
}

import FireflyScreen

/// Makes what has been drawn recede, so that what is drawn next stands out.
enum Dimming {
  /// How much of the colours is left.
  private static let rest = 0.55

  /// Darkens every cell; where there are too few colours for that, makes it faint.
  static func apply(to frame: inout Frame, colors: ScreenAbilities.ColorDepth) {
    frame.restyle { cell in
      var style = cell.style
      guard colors > .sixteen else {
        style.attributes.insert(.dim)
        return style
      }
      // In cells of pictures the colour says which picture it is (kitty's placeholder, a private character).
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

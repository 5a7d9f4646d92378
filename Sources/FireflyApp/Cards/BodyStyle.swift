import FireflyScreen

/// The styles of a formatted body in a theme.
struct BodyStyle {
  let theme: Theme
  let background: Color
  /// Whether greys look alike, so that the ground of code can't be seen.
  var isPlain = false

  /// The background of code; transparent without colours.
  private var code: Color {
    theme.text.isRGB ? theme.text.blended(over: background, alpha: theme.shades.code) : .clear
  }

  func style(of span: TextSpan) -> Style {
    var style = Style(
      foreground: theme.text, background: .clear, attributes: span.attributes)
    switch span.role {
    case .body: break
    case .heading: style.attributes.insert(.bold)
    case .code:
      style.background = code
      if isPlain { style.attributes.insert(.bold) }
    case .codeBlock: style.background = code
    case .quote: style.foreground = theme.text(alpha: theme.shades.quote, over: background)
    case .link:
      style.foreground = theme.legible(theme.link, over: background)
      style.attributes.insert(.underline)
    case .marker: style.foreground = theme.text(alpha: theme.shades.hint, over: background)
    }
    return style
  }
}

import FireflyScreen

/// How the parts of a formatted body look in a theme.
struct BodyStyle {
  let theme: Theme
  let background: Color

  /// What lies behind code; nothing of its own where there are no colours.
  private var code: Color {
    theme.text.isRGB ? theme.text.blended(over: background, alpha: 0.08) : .clear
  }

  func style(of span: TextSpan) -> Style {
    var style = Style(
      foreground: theme.text, background: .clear, attributes: span.attributes)
    switch span.role {
    case .body: break
    case .heading: style.attributes.insert(.bold)
    case .code, .codeBlock: style.background = code
    case .quote: style.foreground = theme.text(alpha: 0.75, over: background)
    case .link:
      style.foreground = theme.legible(theme.link, over: background)
      style.attributes.insert(.underline)
    case .marker: style.foreground = theme.text(alpha: 0.6, over: background)
    }
    return style
  }
}

import FireflyScreen

/// What every view draws with: the moment, the screen, and the theme as this terminal shows it.
///
/// A class, since all views of a frame have the same one.
final class Canvas {
  /// What the features looked at when they decided where everything stands.
  let context: Context
  let theme: Theme
  let symbols: Symbols
  let layout: ScreenLayout

  init(_ context: Context) {
    self.context = context
    theme = context.theme
    symbols = context.symbols
    layout = context.layout
  }

  private init(_ canvas: Canvas, _ layout: ScreenLayout) {
    context = canvas.context.with(layout)
    theme = canvas.theme
    symbols = canvas.symbols
    self.layout = layout
  }

  /// What the views of a list draw with that stands in a rectangle of its own.
  func with(_ layout: ScreenLayout) -> Canvas {
    layout == self.layout ? self : Canvas(self, layout)
  }

  /// Seconds of the monotonic clock.
  var now: Double { context.now }

  /// The style of what lies behind everything.
  var backdrop: Style { Style(foreground: theme.text, background: theme.backdrop) }

  /// Text on the backdrop.
  func onBackdrop(_ attributes: Attributes = []) -> Style {
    Style(
      foreground: theme.text(alpha: 1, over: theme.backdrop), background: theme.backdrop,
      attributes: attributes)
  }

  /// Whether cards are filled with blocks, rather than drawn with lines.
  var isFilled: Bool { context.fillsCards }

  /// The colour of lines around cards.
  var line: Color {
    theme.legible(
      theme.text, alpha: theme.shades.hint / 2, over: theme.backdrop, contrast: Color.shapeContrast)
  }

  /// The key that ends the program, in words; nil if none does.
  var quitHint: String? {
    context.settings.keymap.keys(of: "quit").first.map { symbols.label(of: $0) + " quit" }
  }

  /// How to leave what has the keyboard, in words.
  func closeHint(of focus: KeyContext) -> String {
    let keys = context.settings.keymap.keys(of: "close", in: focus).prefix(2)
    guard !keys.isEmpty else { return "any other key closes" }
    return keys.map { symbols.label(of: $0) }.joined(separator: " or ") + " closes"
  }
}

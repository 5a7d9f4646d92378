import FireflyScreen

/// The context of all views: time, layout, theme and symbols.
///
/// A class, because all views of a frame share it.
final class Canvas {
  /// The read-only state of the features.
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

  /// Returns a canvas with another layout, for a list in its own rectangle.
  func with(_ layout: ScreenLayout) -> Canvas {
    layout == self.layout ? self : Canvas(self, layout)
  }

  /// Seconds of the monotonic clock.
  var now: Double { context.now }

  /// The style of the backdrop.
  var backdrop: Style { Style(foreground: theme.text, background: theme.backdrop) }

  /// Returns the style of text on the backdrop.
  func onBackdrop(_ attributes: Attributes = []) -> Style {
    Style(
      foreground: theme.text(alpha: 1, over: theme.backdrop), background: theme.backdrop,
      attributes: attributes)
  }

  /// Whether cards are filled with colour; otherwise they have outlines.
  var isFilled: Bool { context.fillsCards }

  /// The colour of outlines.
  var line: Color {
    theme.legible(
      theme.text, alpha: theme.shades.hint / 2, over: theme.backdrop, contrast: Color.shapeContrast)
  }

  /// The hint for the key that quits; nil if there is none.
  var quitHint: String? {
    context.settings.keymap.keys(of: "quit").first.map { symbols.label(of: $0) + " quit" }
  }

  /// Returns the hint for the keys that close a layer.
  func closeHint(of focus: KeyContext) -> String {
    let keys = context.settings.keymap.keys(of: "close", in: focus).prefix(2)
    guard !keys.isEmpty else { return "any other key closes" }
    return keys.map { symbols.label(of: $0) }.joined(separator: " or ") + " closes"
  }
}

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

  /// The background of sheets, dialogs and menus.
  var surface: Color { isFilled ? theme.card : theme.backdrop }

  /// Returns the style of text on that background.
  func onSurface(_ attributes: Attributes = []) -> Style {
    Style(foreground: theme.text, background: surface, attributes: attributes)
  }

  /// Returns the style of key hints on a background.
  func hint(over background: Color) -> Style {
    Style(
      foreground: theme.text(alpha: theme.shades.hint, over: background), background: background)
  }

  /// Returns the label of a binding's first key, before some words; nil if it has no key.
  func keyHint(_ binding: String, _ words: String, in context: KeyContext = .lists) -> String? {
    self.context.keyLabel(binding, in: context).map { $0 + " " + words }
  }

  /// Returns the hint for the keys that close a layer.
  func closeHint(of focus: KeyContext) -> String {
    let keys = context.settings.keymap.keys(of: "close", in: focus).prefix(2)
    guard !keys.isEmpty else { return "a click closes" }
    return keys.map { symbols.label(of: $0) }.joined(separator: " or ") + " closes"
  }
}

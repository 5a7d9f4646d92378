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
  /// The answers of `greysAreAlike`: to compare colours of a palette takes a while.
  private var alike: [Color: Bool] = [:]

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

  /// Returns the style of what is less important than a title, such as the author, on a card.
  ///
  /// It is dim where its grey is no other colour than that of a title: with few colours, or none.
  func detail(over background: Color) -> Style {
    Style(
      foreground: theme.text(alpha: theme.shades.author, over: background), background: .clear,
      attributes: greysAreAlike(over: background) ? .dim : [])
  }

  /// Whether details and titles have the same colour on a background.
  func greysAreAlike(over background: Color) -> Bool {
    if let known = alike[background] { return known }
    let grey = theme.text(alpha: theme.shades.author, over: background)
    // What would be invisible is drawn as text.
    let isAlike = [theme.text(alpha: 1, over: background), background].contains {
      context.abilities.colors.confuses(grey, $0)
    }
    alike[background] = isAlike
    return isAlike
  }

  /// Returns the label of the first key that does something, before some words; nil if it has no key.
  func keyHint(_ action: Action, _ words: String, in context: KeyContext? = nil) -> String? {
    self.context.keyLabel(action, in: context).map { $0 + " " + words }
  }

  /// Returns the same with the name that keys can be given by, for an element; nil if it has no key.
  func namedHint(
    _ action: Action, _ words: String, in context: KeyContext? = nil
  ) -> (name: String, text: String)? {
    guard let name = self.context.settings.keymap.binding(of: action, in: context)?.name else {
      return nil
    }
    return keyHint(action, words, in: context).map { (name, $0) }
  }

  /// Returns key hints in a line of so many columns: those that don't fit give way, but not the one that says how to
  /// leave.
  func joined(_ hints: [String?], leaving: String?, columns: Int) -> String {
    let all = hints.compactMap(\.self)
    func line(_ shown: [String]) -> String { shown.joined(separator: symbols.dot) }
    var shown = all.filter { $0 == leaving }
    for hint in all where hint != leaving {
      let more = all.filter { $0 == hint || shown.contains($0) }
      if shown.isEmpty || line(more).displayWidth <= columns { shown = more }
    }
    return line(shown)
  }

  /// Returns the hint for the keys that close a layer.
  func closeHint(_ action: Action) -> String {
    let keys = context.settings.keymap.binding(of: action)?.keys.prefix(2) ?? []
    guard !keys.isEmpty else { return "a click closes" }
    return keys.map { symbols.label(of: $0) }.joined(separator: " or ") + " closes"
  }
}

import FireflyCore

/// What the user chose, in the configuration or on the command line.
public struct Settings: Hashable, Sendable {
  /// How much moves.
  public enum Motion: String, CaseIterable, Hashable, Sendable {
    /// Everything.
    case full
    /// Cards expand; levels do not slide.
    case reduced
    /// Nothing: every change is one step.
    case none
  }

  /// How pictures are shown.
  public enum Pictures: String, CaseIterable, Hashable, Sendable {
    /// As sharp as the terminal can.
    case auto
    /// By the kitty protocol or sixel, whatever the terminal says.
    case sharp
    /// By coloured characters.
    case blocks
    /// Not at all.
    case none
  }

  /// Which dictionary says what is misspelt.
  public enum Spelling: Hashable, Sendable {
    /// That of the language that the surroundings name.
    case automatic
    /// None: nothing is marked.
    case none
    /// That of a name, such as `en_GB`.
    case named(String)
  }

  /// How much moves.
  public var motion = Motion.full
  /// How pictures are shown.
  public var pictures = Pictures.auto
  /// Whether the mouse is Firefly's; otherwise the terminal keeps it.
  public var mouse = true
  /// Whether a screen reader speaks what is written: then nothing is drawn, and what gets the focus is
  /// written first.
  public var screenReader = false
  /// Which dictionary says what is misspelt.
  public var spelling = Spelling.automatic
  /// The colours.
  public var theme = Theme.firefly
  /// The colours on a light background, unless the user chose a theme.
  public var lightTheme = Theme.firefly
  /// The colours on a dark background, unless the user chose a theme.
  public var darkTheme = Theme.dark
  /// Whether the user chose the theme, rather than the terminal's background.
  public var isThemeChosen = false
  /// The constants of the look.
  public var tunables = Tunables()
  /// What each key does.
  public var keymap = Keymap()

  /// The time zone that dates are shown in.
  public var time = LocalTime.gmt

  /// The settings of a first start.
  public init() {}
}

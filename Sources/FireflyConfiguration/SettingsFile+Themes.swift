import FireflyApp
import FireflyCore
import FireflyScreen

// Reads themes: built-in ones, and those of the configuration, which may replace built-in ones.
extension SettingsFile {
  /// The name that chooses a theme by the terminal's background.
  static let byTerminal = "auto"
  /// Maximum number of the user's own themes.
  private static let maximumThemes = 100

  /// Reads all themes, chosen or not, to report mistakes in any of them.
  mutating func readThemes(_ source: ConfigurationSource) {
    let chosen = text(source, Setting.theme.key, Setting.theme.allowed)
    var themes = Theme.all
    let names = ownNames(source, chosen: chosen)
    if names.count > Self.maximumThemes {
      complain(
        source.complaint(
          ["themes"], "at most \(Self.maximumThemes) themes are allowed; the others were ignored."))
    }
    for name in names.prefix(Self.maximumThemes) {
      guard let theme = ownTheme(name, source) else { continue }
      ownThemes.append(theme)
      themes.removeAll { $0.name == name }
      themes.append(theme)
    }
    func named(_ name: String) -> Theme? { themes.first { $0.name == name } }
    settings.lightTheme = named(Theme.light.name) ?? .light
    settings.darkTheme = named(Theme.dark.name) ?? .dark
    settings.theme = named(Theme.firefly.name) ?? .firefly
    guard let chosen, chosen != Self.byTerminal else { return }
    if let theme = named(chosen) {
      settings.isThemeChosen = true
      settings.theme = theme
    } else {
      complain(
        source.complaint(
          SettingName.theme.key, notValid(chosen, known: [Self.byTerminal] + themes.map(\.name)))
      )
    }
  }

  /// Returns the names of themes below `themes` in the file, and of the chosen one, which variables
  /// may define.
  private func ownNames(_ source: ConfigurationSource, chosen: String?) -> [String] {
    var seen: Set<String> = []
    let inFile = source.fileKeys.filter { $0.count == 3 && $0[0] == "themes" }.map { $0[1] }
    return (inFile + [chosen].compactMap(\.self)).filter { seen.insert($0).inserted }
  }

  /// Returns a theme of the configuration, which changes colours of a built-in one; nil if there is
  /// none.
  private mutating func ownTheme(_ name: String, _ source: ConfigurationSource) -> Theme? {
    let key = ["themes", name]
    // A theme with only misspelled colours exists, too.
    let isInFile = source.fileKeys.contains { $0.starts(with: key) && $0.count > 2 }
    let fields = ["base"] + Theme.colors.map(\.name)
    guard isInFile || fields.contains(where: { source.value(key + [$0]) != .missing }) else {
      return nil
    }
    let known = Theme.all.map(\.name)
    var theme = Theme.all.first { $0.name == name } ?? .firefly
    if let base = text(source, key + ["base"], "the name of a theme") {
      if let found = Theme.all.first(where: { $0.name == base }) {
        theme = found
      } else {
        complain(source.complaint(key + ["base"], notValid(base, known: known)))
      }
    }
    theme.name = name
    for (field, path) in Theme.colors {
      guard let text = text(source, key + [field], "a colour such as \"#ffb000\"") else { continue }
      if let color = Color(named: text) {
        theme[keyPath: path] = color
      } else {
        complain(
          source.complaint(key + [field], "“\(shown(text))” is not a colour such as \"#ffb000\"."))
      }
    }
    return theme
  }
}

extension Theme {
  /// The colours, by their names in the configuration.
  static var colors: [(name: String, path: WritableKeyPath<Theme, Color>)] {
    [
      ("backdrop", \.backdrop), ("card", \.card), ("text", \.text), ("accent", \.accent),
      ("link", \.link), ("alert", \.alert), ("mark", \.mark), ("splash", \.splash),
      ("splash-text", \.splashText),
    ]
  }
}

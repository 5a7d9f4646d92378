import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The theme follows the terminal's background and the settings.
@Suite struct ThemeChoiceTests {
  /// A terminal's dark background brings the dark theme, unless one was chosen.
  @Test
  func aTerminalsDarkBackgroundBringsTheDarkTheme() {
    var walk = Walk(Post.numbered([1]))
    walk.send(.terminalBackground(Color(hex: 0x1A1A1A)))
    #expect(walk.state.settings.theme == .dark)
    walk.send(.terminalBackground(.white))
    #expect(walk.state.settings.theme == .light)
    walk.send(.terminalScheme(isDark: true))
    #expect(walk.state.settings.theme == .dark)
    // What it has told says more than what it is called.
    walk.send(.terminalBackground(Color(hex: 0x1A1A1A)))
    walk.send(.terminalScheme(isDark: true))
    #expect(walk.state.background == Color(hex: 0x1A1A1A))
    walk.send(.terminalScheme(isDark: false))
    #expect(walk.state.settings.theme == .light)
    walk.state.settings.isThemeChosen = true
    walk.send(.terminalScheme(isDark: true))
    walk.send(.terminalBackground(.black))
    #expect(walk.state.settings.theme == .light)
  }

  @Test
  func settingsReadAgainFitTheBackgroundOfTheTerminal() {
    var walk = Walk(Post.numbered([1]))
    walk.send(.terminalBackground(.black))
    var settings = Settings()
    settings.darkTheme.accent = .white
    walk.send(.settings(.changed(settings)))
    #expect(walk.state.settings.theme == settings.darkTheme)
    settings.theme = .mono
    settings.isThemeChosen = true
    walk.send(.settings(.changed(settings)))
    #expect(walk.state.settings.theme == .mono)
  }
}

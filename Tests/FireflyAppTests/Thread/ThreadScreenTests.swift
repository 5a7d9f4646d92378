import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Whole screens of a thread against golden ones.
@Suite struct ThreadScreenTests {
  private func expect(
    _ walk: Walk, _ name: String, styled: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectScreen(
      walk.frame, name, styled: styled,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: Scene.sizes + [(200, 60)])
  func aThreadWithAFoldedBranch(width: Int, height: Int) throws {
    var walk = Conversation.walk(width: width, height: height)
    walk.press(.right, .right)
    try expect(walk, "thread")
    walk.press(.enter)
    try expect(walk, "thread-folded")
  }

  @Test(arguments: [Theme.firefly, .dark, .mono])
  func inTheColoursOfThemes(theme: Theme) throws {
    var walk = Conversation.walk(width: 60, height: 24)
    walk.state.settings.theme = theme
    walk.press(.right, .right, .enter)
    try expect(walk, "styled-thread-\(theme.name)", styled: true)
  }

  @Test func withoutUnicode() throws {
    var walk = Conversation.walk(abilities: ScreenAbilities(unicode: false))
    walk.press(.right, .right, .enter)
    try expect(walk, "ascii-thread")
  }

  @Test func forAScreenReader() {
    var walk = Conversation.walk()
    walk.state.settings.screenReader = true
    walk.press(.right, .right, .enter)
    #expect(walk.text.contains("folded, Cleo"))
    #expect(!walk.text.contains("│"))
  }
}

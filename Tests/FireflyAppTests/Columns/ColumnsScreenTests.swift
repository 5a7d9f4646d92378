import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Whole screens with side columns against golden ones.
@Suite struct ColumnsScreenTests {
  /// A walk to the replies to a post, with the replies to the selected one loaded ahead.
  static func walk(width: Int, height: Int, motion: Settings.Motion = .none) -> Walk {
    var walk = Sailing.walk(width: width, height: height, motion: motion)
    walk.press(.right)
    var knots = Sailing.knots
    knots.authorEmail = "ben@example.org"
    walk.answer(1, [Sailing.list[2], knots, Sailing.list[5]])
    walk.now += 1
    walk.press(.down)
    walk.perform(
      .list(
        .childrenPrefetched(
          of: 3, [Sailing.list[7], Sailing.list[4], Conversation.replies[0]])))
    return walk
  }

  private func expect(_ walk: Walk, _ name: String, styled: Bool = false) throws {
    try expectScreen(
      render(walk.state, at: walk.now, pictures: LetterPictures()),
      name, styled: styled)
  }

  @Test(arguments: [(200, 60), (170, 45), (140, 40)])
  func repliesAndTexts(width: Int, height: Int) throws {
    try expect(Sailing.walk(width: width, height: height), "columns-root")
    var walk = Self.walk(width: width, height: height)
    try expect(walk, "columns-replies")
    walk.press(.down)
    try expect(walk, "columns-text")
  }

  @Test(arguments: [(170, 45)], [Theme.firefly, .dark])
  func inTheColoursOfThemes(size: (Int, Int), theme: Theme) throws {
    var walk = Self.walk(width: size.0, height: size.1)
    walk.state.settings.theme = theme
    try expect(walk, "styled-columns-\(theme.name)", styled: true)
  }

  @Test func rowsInsteadOfCards() throws {
    var walk = Self.walk(width: 170, height: 20)
    walk.press(.character("x"))
    try expect(walk, "columns-compact")
    walk.press(.character("x"))
    try expect(walk, "columns-lines")
  }

  @Test func withoutColoursOrUnicode() throws {
    var walk = Self.walk(width: 170, height: 20)
    walk.state.abilities.colors = .none
    try expect(walk, "mono-columns")
    walk.state.abilities.unicode = false
    try expect(walk, "ascii-columns")
  }

  @Test func whileOneWritesTheyAreDim() throws {
    var walk = Self.walk(width: 170, height: 30)
    walk.press(.up, .character("e"))
    #expect(walk.state.focus.isWriting)
    try expect(walk, "styled-columns-writing", styled: true)
    let sides = walk.frame.pressables.map(\.id).filter {
      $0.hasPrefix("left-") || $0.hasPrefix("reply-")
    }
    #expect(sides == [])
  }

  @Test func halfWayBetweenTwoLevels() throws {
    var walk = Self.walk(width: 170, height: 30, motion: .full)
    walk.press(.left)
    walk.now += walk.state.settings.tunables.slideMotion / 2
    try expect(walk, "columns-slide")
  }
}

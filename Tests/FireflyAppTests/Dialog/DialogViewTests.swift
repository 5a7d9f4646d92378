import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// How a question looks.
@Suite("A dialog's looks")
struct DialogViewTests {
  @Test(arguments: [(40, 12), (80, 24)])
  func onASmallScreenWhatDeletingDoesIsSaidInFull(width: Int, height: Int) {
    var post = Post.numbered(1, children: 3, email: "ben@example.org")
    post.authorName = "Ben Okafor of the Harbour Office"
    post.title = "a title that takes all the columns a question has, and then some"
    var walk = Walk([post], width: width, height: height)
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(restores: true, moderates: true))))
    walk.press(.character("d"))
    let words = walk.text.split(whereSeparator: { $0.isWhitespace || "│┃|".contains($0) })
      .joined(separator: " ")
    for sentence in [
      "You delete it as a moderator.", "u restores it for ten minutes.",
      "Its 3 replies stay, under “deleted”.", "Cancel", "Delete",
    ] {
      #expect(words.contains(sentence), "\(walk.text)")
    }
  }

  /// A question over a list, and the same list without it.
  private func question(
    _ theme: Theme, colors: ScreenAbilities.ColorDepth = .trueColor, isSpoken: Bool = false
  ) -> (with: Frame, without: Frame) {
    var walk = Walk(Post.numbered(1...6), abilities: ScreenAbilities(colors: colors))
    walk.state.settings.theme = theme
    walk.state.settings.screenReader = isSpoken
    let without = walk.frame
    walk.press(.character("d"))
    return (walk.frame, without)
  }

  @Test(arguments: ThemeTests.colored)
  func dialogHasAFrameAndDarkensTheScreen(theme: Theme) throws {
    for colors in [ScreenAbilities.ColorDepth.indexed, .trueColor] {
      let (with, without) = question(theme, colors: colors)
      let corner = try #require(
        with.cells.firstIndex {
          $0.glyph.text == "╭" && $0.style.background == Canvas.ground(theme)
        })
      let edge = with.cells[corner].style
      #expect((edge.foreground.contrast(with: edge.background) ?? 0) >= Color.shapeContrast)
      for y in [0, 23] {
        for x in 0..<80 {
          let (now, before) = (with[x, y].style.background, without[x, y].style.background)
          #expect((now.luminance ?? 1) < (before.luminance ?? 0))
        }
      }
      #expect(with.text.split(separator: "\n")[0] == without.text.split(separator: "\n")[0])
    }
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.none, .sixteen])
  func withFewColoursWhatLiesAroundItIsFaint(colors: ScreenAbilities.ColorDepth) {
    let (with, _) = question(.firefly, colors: colors)
    #expect((0..<80).allSatisfy { with[$0, 0].style.attributes.contains(.dim) })
    #expect(with.cells.contains { $0.glyph.text == "╭" && !$0.style.attributes.contains(.dim) })
  }

  /// To a screen reader it says the question first, then one answer at a time; nothing else
  /// changes.
  @Test
  func toAScreenReaderItSaysTheQuestionFirstThenOneAnswerAtATime() throws {
    let (with, without) = question(.firefly, isSpoken: true)
    let rows = with.text.split(separator: "\n", omittingEmptySubsequences: false)
    let cursor = try #require(with.cursor)
    let first = try #require(with.spokenFrom)
    #expect(rows[first].contains("?") && first < cursor.y)
    #expect(rows[cursor.y].contains(/, 1 of \d/) && !rows[cursor.y].contains("["))
    #expect((0..<80).allSatisfy { with[$0, 0] == without[$0, 0] })
    var walk = Walk(Post.numbered(1...6))
    walk.state.settings.screenReader = true
    walk.press(.character("d"), .right)
    #expect(walk.row(cursor.y).contains(/, 2 of \d/) && !walk.text.contains(", 1 of"))
  }
}

extension Canvas {
  /// What a dialog of a theme lies on.
  fileprivate static func ground(_ theme: Theme) -> Color {
    theme.chrome == .filled ? theme.card : theme.backdrop
  }
}

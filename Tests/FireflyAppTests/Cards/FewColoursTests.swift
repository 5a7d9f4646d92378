import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// With few colours, or none, titles stand out from what is said of them, and pictures are named.
@Suite struct FewColoursTests {
  private func walk(_ posts: [Post], _ colors: ScreenAbilities.ColorDepth, rows: Bool) -> Walk {
    var walk = Walk(abilities: ScreenAbilities(colors: colors))
    if rows { walk.state.lists.chosenDensity = .compact }
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    return walk
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.none, .eight, .sixteen], [false, true])
  func authorsAreDimmerThanTitles(colors: ScreenAbilities.ColorDepth, rows: Bool) throws {
    var walk = walk((1...3).map { .numbered($0, email: "grace") }, colors, rows: rows)
    let post = walk.state.list.posts[1]
    let title = try walk.style(of: post.title)
    let author = try walk.style(of: try #require(post.byline))
    #expect(!title.attributes.contains(.dim))
    let isDim = author.attributes.contains(.dim)
    #expect(isDim || !colors.confuses(title.foreground, author.foreground))
    #expect(isDim || colors > .eight)
    #expect(!isDim || title.attributes.contains(.bold))
    // A title that was opened is not dimmer than its author.
    walk.press(.down, .enter, .enter)
    #expect(try !walk.style(of: post.title).attributes.contains(.dim))
  }

  /// Closed, open and in rows, a picture that isn't drawn is said.
  @Test(arguments: [ScreenAbilities.ColorDepth.none, .eight])
  func aPictureIsNamed(colors: ScreenAbilities.ColorDepth) {
    var post = Post.numbered(1, body: "Words.", email: "grace")
    (post.imageURL, post.facts.pictureWords) = ("https://e.example/1.png", "a jar")
    for density in Density.allCases {
      var walk = walk([post, .numbered(2)], colors, rows: false)
      walk.state.lists.chosenDensity = density
      #expect(walk.text.contains("▣"), "\(walk.text)")
      walk.press(.enter)
      #expect(walk.text.contains("▣ a jar"), "\(walk.text)")
    }
    let drawn = self.walk([post], .trueColor, rows: false)
    #expect(!drawn.text.contains("▣"))
  }

  /// Code in a text, which has no ground of its own then, is bold.
  @Test(arguments: [ScreenAbilities.ColorDepth.none, .eight, .trueColor])
  func codeIsSeen(colors: ScreenAbilities.ColorDepth) throws {
    var walk = walk([.numbered(1, body: "First press `Enter` here.")], colors, rows: false)
    walk.press(.enter)
    #expect(try walk.style(of: "Enter here").attributes.contains(.bold) == (colors != .trueColor))
    #expect(try !walk.style(of: "here.").attributes.contains(.bold))
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Stories of a source that were opened are drawn dimmer; only what is new is bold.
@Suite struct OpenedStoryTests {
  private static let now = 1_763_208_000.0

  private func walk(_ density: Density) -> Walk {
    var walk = Walk(email: "reader")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.state.setReadMarks(ReadMarks(since: Self.now))
    walk.state.lists.chosenDensity = density
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts,
      (1...4).map { id in
        var story = Post(
          id: id, title: "story \(id)", body: "<https://example.org/\(id)>", authorEmail: "ada",
          childCount: 3)
        story.state(place: "example.org", author: "ada", replies: 3)
        story.facts.link = "https://example.org/\(id)"
        story.createdAt = Date(timeIntervalSince1970: Self.now + (id == 4 ? 10 : -1_000))
        return story
      })
    return walk
  }

  @Test(arguments: [Density.cards, .compact, .lines])
  func threadArticleAndLinkDimAStory(density: Density) throws {
    var walk = walk(density)
    let plain = try walk.style(of: "story 2")
    #expect(try walk.style(of: "story 1").foreground == plain.foreground)
    #expect(plain.attributes.contains(.bold) == (density == .cards))
    let fresh = try walk.style(of: "story 4")
    #expect(fresh.attributes.contains(.bold))
    #expect(walk.reading.unreadCount == 1)
    // The link, the article, the thread.
    let effects = walk.press(.character("o"))
    #expect(effects.contains(.readMarks(.store([.read([1])]))), "\(effects)")
    walk.press(.down, .character("b"), .escape)
    walk.press(.down, .right)
    walk.answer(walk.level, [])
    walk.press(.left)
    walk.press(.end)
    for id in 1...3 {
      let style = try walk.style(of: "story \(id)")
      #expect(style.foreground != plain.foreground, "story \(id)")
      #expect(!style.attributes.contains(.bold))
    }
    #expect(try walk.style(of: "story 4").attributes.contains(.bold))
  }

  @Test func onOnesOwnServerNothingIsDimmed() throws {
    var walk = Walk([.numbered(1, children: 2), .numbered(2)])
    walk.state.setReadMarks(ReadMarks(since: 0))
    walk.state.lists.chosenDensity = .lines
    walk.press(.right, .left)
    #expect(
      try walk.style(of: "post 1").foreground == (try walk.style(of: "post 2").foreground))
  }

  // MARK: Results

  @Test(arguments: [Density.cards, .compact])
  func aResultShowsTheSentenceWithTheWord(density: Density) {
    var query = Post.numbered(3, template: .query)
    query.summary = "kettle"
    var walk = Walk([])
    walk.press(.function(2))
    walk.answer(Walk.searches, [query])
    walk.state.lists.chosenDensity = density
    walk.press(.right)
    let long = String(repeating: "Nothing of the kind is said here. ", count: 20)
    var found = Post.numbered(20, body: long + "I mended the **kettle** at last. And then tea.")
    found.summary = "a summary without it"
    var titled = Post.numbered(21, body: "Some words.")
    titled.summary = "the kettle in a summary"
    walk.answer(walk.level, [found, titled])
    #expect(walk.text.contains("I mended the kettle at last."), "\(walk.text)")
    #expect(!walk.text.contains("a summary without it"))
    #expect(walk.text.contains("the kettle in a summary"))
    // Open, the post has its own summary.
    walk.press(.enter)
    #expect(walk.text.contains("a summary without it"))
  }

  // MARK: Links

  @Test func theRowsOfTheLinksNameWhatTheTextCallsThemFirst() throws {
    let body =
      "[A boat](https://boats.example.org/one/two?x=1) and [a mail](mailto:ada@example.org)."
    var walk = Walk([.numbered(1, body: body)])
    walk.press(.enter, .character("o"))
    #expect(walk.text.contains("1 A boat · boats.example.org/one/two?x=1"), "\(walk.text)")
    #expect(walk.text.contains("2 a mail · ada@example.org"))
    let row = try #require(walk.frame.point(of: "link-choice-1"))
    let effects = walk.click(x: row.x + 3, y: row.y)
    #expect(
      effects.contains(.links(.open("https://boats.example.org/one/two?x=1"))), "\(effects)")
  }
}

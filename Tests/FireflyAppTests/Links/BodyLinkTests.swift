import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Links from one post to another.
@Suite struct BodyLinkTests {
  private let body = "See [the boat](post:7) and [the shop](https://example.org/)."

  private func walk(_ posts: [Post]) -> Walk {
    var walk = Walk(posts)
    walk.press(.enter)
    return walk
  }

  @Test func aLinkHasANumberAndLeadsToItsPost() throws {
    var walk = walk([.numbered(1, body: body)])
    #expect(walk.text.contains("See the boat[1] and the shop[2]."))
    // The terminal can't open it.
    #expect(walk.frame.links.map(\.address) == ["https://example.org/"])
    walk.press(.character("o"))
    #expect(walk.press(.character("1")) == [.links(.findPost(7))])
    let point = try #require(walk.frame.point(of: "link-1-1"))
    #expect(walk.click(x: point.x, y: point.y) == [.links(.findPost(7))])
  }

  @Test func oneGoesThereWithItsPath() {
    var walk = walk([.numbered(1, body: body), .numbered(2, children: 1)])
    var post = Post.numbered(7)
    post.parentID = 2
    let effects = walk.perform(.links(.postResponse(7, .success([.numbered(2), post]))))
    #expect(effects.contains(.list(.loadChildren(of: 2, level: walk.level))))
    walk.answer(walk.level, [.numbered(6), post])
    #expect(walk.selected == 7 && walk.text.contains("❮ post 2"))
    walk.press(.left)
    #expect(walk.selected == 2)
  }

  @Test func aPostAtTheTopIsOpenedThere() {
    var walk = walk([.numbered(1, body: body), .numbered(2)])
    walk.perform(.links(.postResponse(7, .success([.numbered(7)]))))
    #expect(walk.level == Walk.posts && walk.selected == 7 && walk.position.expandedID == 7)
    walk.state.chosenView = .thread
    walk.perform(.links(.postResponse(2, .success([.numbered(2)]))))
    #expect(walk.state.list.isThread)
  }

  @Test func aDeletedPostSaysSo() {
    var walk = walk([.numbered(1, body: body)])
    walk.perform(.links(.postResponse(7, .failure(LoadFailure(.missing, "No post 7.")))))
    #expect(walk.state.note?.text == "Post 7 is not here. It may have been deleted.")
    #expect(walk.selected == 1)
    walk.perform(.links(.postResponse(7, .failure("Can't reach it."))))
    #expect(walk.state.note?.text == "Can't reach it.")
  }

  @Test func onSourcesItIsText() {
    var walk = Walk([.numbered(1, body: body)])
    walk.state.source = ReadOnlySource(
      name: "Hacker News", feeds: (first: "front page", second: "newest"))
    walk.press(.enter)
    #expect(walk.text.contains("See the boat and the shop[1]."))
  }
}

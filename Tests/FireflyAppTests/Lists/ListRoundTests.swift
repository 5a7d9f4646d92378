import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The lists that the key for lists goes round, where the user chooses them.
@Suite("List round") struct ListRoundTests {
  private static let further = [
    NamedList(id: 70, name: "public"), NamedList(id: 71, name: "trends"),
  ]

  private func walk() -> Walk {
    var walk = Walk(height: 30, email: nil)
    walk.state.account = .signedIn(User(id: "1", handle: "@ada@social.example", name: "Ada"))
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home", "local timeline"], further: Self.further,
      as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [.numbered(1, email: "cy")])
    return walk
  }

  private static func row(_ list: NamedList) -> Post {
    Post(id: list.id, parentID: -1, title: list.name, template: .query)
  }

  /// A list that stands in for the first one is not the next one as well.
  @Test func theListThatIsShownIsNotTheNextOne() {
    var walk = walk()
    walk.state.site = Site(
      .service, name: "social.example", lists: ["trends", "local timeline"], further: Self.further,
      as: walk.state.account)
    walk.state.site.round = [Self.further[0]]
    var page = PostPage(posts: [.numbered(1, email: "cy")])
    page.name = "local · trends only for accounts"
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
    #expect(walk.row(0).contains("a: public"), "\(walk.row(0))")
    let next = walk.state.site.next(after: .second, in: .posts)
    walk.press(.character("a"))
    #expect(walk.state.current.audience == next)
    // Without a third one there is none.
    walk.state.site.round = []
    walk.send(.list(.audiencePressed))
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
    #expect(walk.state.current.audience == .everyone)
    #expect(!walk.text.contains("a: ") && !walk.text.contains("a shows"), "\(walk.text)")
    walk.press(.character("a"))
    #expect(walk.state.note?.text == "There is no other list here.")
  }

  /// It goes round the first two, and what was put there; once more takes it away.
  @Test func aListIsPutThere() {
    var walk = walk()
    #expect(walk.state.site.listNames == ["home", "local timeline"])
    walk.press(.function(2))
    walk.answer(walk.level, Self.further.map(Self.row))
    walk.press(.down)
    #expect(walk.press(.character("a")).contains(.list(.storeRound([Self.further[1]]))))
    #expect(walk.state.note?.text == "a goes also to trends.")
    walk.press(.function(1))
    var seen: [Audience] = []
    for _ in 0..<3 {
      walk.press(.character("a"))
      seen.append(walk.state.current.audience)
    }
    #expect(seen == [.second, .list(71), .everyone])
    walk.press(.function(2))
    #expect(walk.press(.character("a")).contains(.list(.storeRound([]))))
    #expect(walk.state.note?.text == "trends is no longer among the lists of a.")
  }

  /// A list that was deleted on the server leaves the round, and the next one is shown.
  @Test func aListThatIsGoneLeaves() {
    var walk = walk()
    walk.state.site.round = [Self.further[1]]
    walk.press(.character("a"))
    walk.answer(walk.level, [.numbered(2, email: "cy")])
    walk.press(.character("a"))
    #expect(walk.state.current.audience == .list(71))
    let gone = LoadFailure(.missing, "It is gone.")
    let effects = walk.perform(.list(.postsResponse(level: walk.level, .failure(gone))))
    #expect(effects.contains(.list(.storeRound([]))))
    #expect(walk.state.site.round.isEmpty && walk.state.current.audience == .everyone)
    #expect(walk.state.note?.text == "trends is gone: a no longer goes there.")
  }

  @Test func onOtherRowsItSaysWhatItDoes() {
    var walk = walk()
    walk.press(.function(2))
    walk.answer(walk.level, [.numbered(5, template: .query)])
    walk.press(.character("a"))
    #expect(walk.state.note?.text.hasPrefix("a on a list of social.example") == true)
  }

  /// All lists are among the actions, also before the second tab was seen.
  @Test func actionsHaveAllLists() {
    var walk = walk()
    walk.press(.character(":"))
    for letter in "trends" { walk.press(.character(letter)) }
    #expect(walk.text.contains("a list of social.example"))
    #expect(
      walk.press(.enter).contains { effect in
        if case .list(.loadResults(query: 71, _)) = effect { true } else { false }
      })
  }
}

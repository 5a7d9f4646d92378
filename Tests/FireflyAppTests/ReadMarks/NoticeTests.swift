import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What others have done, on a service with accounts.
@Suite("Notices") struct NoticeTests {
  private func walk() -> Walk {
    var walk = Walk(height: 60, email: nil)
    walk.state.account = .signedIn(User(id: "1", handle: "@ada@social.example", name: "Ada"))
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [.numbered(1, email: "cy")])
    return walk
  }

  private static func post(_ words: String, isNew: Bool = false) -> Post {
    var post = Post.numbered(7, body: "My words.", email: "ada")
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.notice = Notice(words, isNew: isNew)
    return post
  }

  @Test func aCardSaysWhatWasDone() {
    var walk = walk()
    #expect(walk.press(.character("A")).contains(.list(.loadAnswers(level: walk.level))))
    #expect(walk.text.contains("notices"))
    walk.answer(walk.level, [Self.post("boosted by Ben and 3 others", isNew: true)])
    #expect(walk.text.contains("new: boosted by Ben and 3 others"))
  }

  /// A row alone says what was done, too; more than are shown are not said to be all.
  @Test func aRowSaysWhatWasDone() {
    var walk = walk()
    walk.press(.character("A"))
    var page = PostPage(posts: [Self.post("boosted by Ben and 3 others", isNew: true)])
    page.hasMore = true
    walk.perform(.list(.postsResponse(level: walk.level, .success(page))))
    #expect(walk.text.contains("1 of 1+"))
    for _ in 1...3 {
      #expect(walk.text.contains("new: boosted by Ben and 3 others"), "\(walk.text)")
      walk.press(.character("x"))
    }
  }

  /// The key for lists goes round the kinds there.
  @Test func kindsAreChosenByAKey() {
    var walk = walk()
    walk.press(.character("A"))
    walk.answer(walk.level, [Self.post("boosted by Ben")])
    for kind in Notice.Kind.allCases {
      #expect(walk.press(.character("a")).contains(.list(.loadAnswers(level: walk.level, kind))))
      #expect(walk.text.contains("notices: \(kind.name)"))
      walk.answer(walk.level, [])
      #expect(walk.text.contains("No \(kind.name) yet"))
    }
    #expect(walk.press(.character("a")).contains(.list(.loadAnswers(level: walk.level))))
  }

  @Test(
    arguments: [
      (nil, false, "liked"), (0, true, "new: liked, just now"), (7_300, false, "liked, 2 h"),
    ] as [(Double?, Bool, String)])
  func aNoticeHasItsAge(_ seconds: Double?, _ isNew: Bool, _ words: String) {
    let now = 1_764_000_000.0
    let notice = Notice(
      "liked", at: seconds.map { .init(timeIntervalSince1970: now - $0) }, isNew: isNew)
    #expect(notice.sentence(at: now) == words)
  }
}

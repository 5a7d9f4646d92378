import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Up to where the first list was read, which other devices know.
@Suite("Seen") struct SeenTests {
  private func walk() -> Walk {
    var walk = Walk(height: 24, email: nil)
    walk.state.account = .signedIn(User(id: "1", handle: "@ada@social.example", name: "Ada"))
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account)
    walk.send(.started(at: nil))
    return walk
  }

  private func answer(_ walk: inout Walk, readUpTo id: Post.ID?) -> [Effect] {
    var page = PostPage(posts: Post.numbered(1...40).reversed())
    page.readUpTo = id
    return walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
  }

  /// What is newer stands above, counted, and Home leads to it.
  @Test func theListBeginsWhereItWasLeft() {
    var walk = walk()
    let effects = answer(&walk, readUpTo: 20)
    #expect(walk.selected == 20 && walk.text.contains("20 new"))
    #expect(!effects.contains { if case .list(.storeSeen) = $0 { true } else { false } })
    let moved = walk.press(.home)
    #expect(walk.selected == 40 && !walk.text.contains("20 new"))
    #expect(moved.contains(.list(.storeSeen(40))))
  }

  /// What stands above the marker is new whatever this machine has read; one's own posts are not.
  ///
  /// Who has answered is said beside it.
  @Test func theMarkerSaysWhatIsNew() {
    var walk = walk()
    var page = PostPage(posts: (1...40).reversed().map { Post.numbered($0, email: "cy") })
    page.readUpTo = 20
    page.posts[3].facts.authorID = "1"
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
    for post in page.posts { walk.state.readMarks.index.remove(post.id) }
    #expect(walk.text.contains("19 new ↑"), "\(walk.text)")
    #expect(walk.reading.newsSentences == ["19 newer above."])
    walk.state.readMarks.index.learn([(id: 2, parent: nil)]) { _ in true }
    walk.state.readMarks.answers = [2]
    #expect(walk.text.contains("1 mention · 19 new ↑"), "\(walk.text)")
  }

  /// Where the list begins further down without a marker, what stands above the screen was not seen.
  @Test func onlyWhatWasOnTheScreenIsSeen() {
    var walk = walk()
    _ = answer(&walk, readUpTo: 20)
    let moved = walk.press(.down)
    let seen = moved.compactMap { if case .list(.storeSeen(let id)) = $0 { id } else { nil } }
    #expect(seen.allSatisfy { $0 <= 20 }, "\(seen)")
    walk.press(.end)
    #expect(walk.press(.up).allSatisfy { $0 != .list(.storeSeen(40)) })
  }

  /// Who has moved already stays where they are.
  @Test func nothingJumps() {
    var walk = walk()
    _ = answer(&walk, readUpTo: nil)
    walk.press(.down)
    _ = answer(&walk, readUpTo: 20)
    #expect(walk.selected == 39)
  }
}

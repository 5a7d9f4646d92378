import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Threads that a server sends page by page.
@Suite struct ThreadPagingTests {
  /// Top replies 1,000 … of which each has one reply, in reading order.
  private static let posts = (0..<300).flatMap { number -> [Post] in
    var top = Conversation.post(1_000 + number, below: 10, "Top \(number).", by: "Ben")
    top.childCount = 1
    return [top, Conversation.post(2_000 + number, below: top.id, "Below \(number).", by: "Cleo")]
  }

  private func walk() -> (Walk, [Effect]) {
    var walk = Conversation.entered()
    let page = PostPage(posts: Array(Self.posts[..<199]), next: "199")
    let effects = walk.perform(.list(.postsResponse(level: 1, .success(page))))
    return (walk, effects)
  }

  private func nextPage(_ walk: inout Walk, to end: Int) -> [Effect] {
    let start = walk.ids.count - 1
    let page = PostPage(
      posts: Array(Self.posts[start..<end]), next: end < Self.posts.count ? "\(end)" : nil)
    return walk.perform(
      .list(.nextBranchResponse(level: 1, skipped: nil, .success(page))))
  }

  @Test func theNextPageIsRequestedNearTheEndOnly() {
    var (walk, effects) = walk()
    #expect(effects == [])
    effects = walk.press(.end)
    #expect(effects == [.list(.loadBranch(of: 10, level: 1, after: "199", skipping: nil))])
    // Once.
    #expect(walk.press(.up) == [])
    #expect(nextPage(&walk, to: 400) == [])
    #expect(walk.ids.count == 401)
    #expect(walk.ids == [10] + Self.posts[..<400].map(\.id))
  }

  @Test func theEndIsSoughtThroughAllPages() {
    var (walk, _) = walk()
    walk.press(.end)
    #expect(
      nextPage(&walk, to: 400) == [
        .list(.loadBranch(of: 10, level: 1, after: "400", skipping: nil))
      ])
    #expect(nextPage(&walk, to: 600) == [])
    #expect(walk.selected == 2_299)
    #expect(walk.text.contains("Below 299."))
  }

  @Test func foldedBranchAtTheEndIsLoadedWhenUnfolded() {
    var (walk, _) = walk()
    // The last reply of the page has a reply on the next one.
    walk.perform(.thread(.lineTapped(1_099)))
    let effects = walk.press(.end)
    #expect(effects == [.list(.loadBranch(of: 10, level: 1, after: "199", skipping: 1_099))])
    walk.perform(
      .list(
        .nextBranchResponse(
          level: 1, skipped: 1_099, .success(PostPage(posts: Array(Self.posts[200..<202]))))))
    #expect(walk.ids.suffix(3) == [1_099, 1_100, 2_100])
    // What is gone to is unfolded.
    let unfolded = walk.perform(.list(.postSelected(1_099)))
    #expect(unfolded.contains(.list(.loadReplies(to: 1_099, level: 1))))
  }

  @Test func aPageThatFailsIsLoadedAgainAfterAReloadOnly() {
    var (walk, _) = walk()
    walk.press(.end)
    let failed = walk.perform(
      .list(.nextBranchResponse(level: 1, skipped: nil, .failure("Can't reach it."))))
    #expect(failed == [])
    #expect(walk.text.contains("Can't reach it."))
    #expect(walk.row(0).contains("199 of 199+"))
    #expect(walk.press(.up) == [])
    walk.press(.character("r"))
    let page = PostPage(posts: Array(Self.posts[..<199]), next: "199")
    let effects = walk.perform(.list(.postsResponse(level: 1, .success(page))))
    #expect(effects == [.list(.loadBranch(of: 10, level: 1, after: "199", skipping: nil))])
  }

  @Test func aThreadEndsAtItsLimitAndSaysSo() {
    var (walk, _) = walk()
    walk.press(.end)
    let many = (0..<11_000).map { Conversation.post(5_000 + $0, below: 10, "More.", by: "Ben") }
    let effects = walk.perform(
      .list(.nextBranchResponse(level: 1, skipped: nil, .success(PostPage(posts: many, next: "x"))))
    )
    #expect(walk.ids.count == ThreadLimits.posts + 1)
    #expect(walk.text.contains("Only the first 10000 replies are shown."))
    #expect(walk.row(0).contains("10000 of 10000+"))
    #expect(!effects.contains { if case .list = $0 { true } else { false } })
    walk.wait(30)
    #expect(walk.press(.end) == [])
    #expect(walk.text.contains("Only the first 10000 replies are shown."))
  }

  @Test func findLooksThroughAllPages() {
    var (walk, _) = walk()
    walk.press(.character("/"))
    walk.type("Below 250")
    let next = Effect.list(.loadBranch(of: 10, level: 1, after: "199", skipping: nil))
    #expect(walk.state.list.thread?.next?.isLoading == true)
    #expect(nextPage(&walk, to: 400).contains { $0 != next })
    _ = nextPage(&walk, to: 600)
    #expect(walk.selected == 2_250)
    #expect(walk.row(0).contains("1 of 1"))
  }

  @Test func aTextThatIsAcceptedEarlyIsFoundOnALaterPage() {
    var (walk, _) = walk()
    walk.press(.character("/"))
    walk.type("Below 250")
    walk.press(.enter)
    _ = nextPage(&walk, to: 400)
    _ = nextPage(&walk, to: 600)
    #expect(walk.selected == 2_250)
  }

  @Test func repliesThatArriveAreFoldedIfAllAre() {
    var (walk, _) = walk()
    walk.press(.character("Z"))
    let selected = walk.selected
    walk.press(.end)
    _ = nextPage(&walk, to: 600)
    #expect(walk.state.list.folded.count == 300)
    walk.press(.character("Z"))
    #expect(walk.state.list.folded == [])
    #expect(walk.selected != selected)
  }

  @Test func reloadingKeepsTheLoadedPages() {
    var (walk, _) = walk()
    walk.press(.end)
    _ = nextPage(&walk, to: 400)
    let selected = walk.selected
    let page = PostPage(posts: Array(Self.posts[..<199]), next: "199")
    walk.perform(.list(.postsResponse(level: 1, .success(page))))
    #expect(walk.ids.count == 401)
    #expect(walk.selected == selected)
  }

  @Test func thePostsOfTheCardsStayWhenTheyBecomeAThread() {
    var walk = Walk([Conversation.parent])
    walk.press(.right)
    walk.answer(1, Self.posts.filter { $0.parentID == 10 })
    walk.press(.end)
    #expect(walk.selected == 1_299)
    walk.press(.character("v"))
    let page = PostPage(posts: Array(Self.posts[..<199]), next: "199")
    let effects = walk.perform(.list(.postsResponse(level: 1, .success(page))))
    #expect(walk.selected == 1_299)
    // What the page lacks is loaded, in the window first.
    let first = walk.frame.elements.compactMap { Int($0.id.dropFirst("card-".count)) }.min() ?? 0
    #expect(effects.first == .list(.loadReplies(to: first, level: 1)))
  }
}

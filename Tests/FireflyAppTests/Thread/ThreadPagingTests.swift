import FireflyCore
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
    var walk = Walk([Conversation.parent])
    walk.state.chosenView = .thread
    walk.press(.right)
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

  @Test func whatIsFoldedAtTheEndIsLeftOut() {
    var (walk, _) = walk()
    // The last reply of the page has a reply on the next one.
    walk.perform(.list(.postSelected(1_099)))
    var (other, _) = self.walk()
    other.perform(.list(.postSelected(1_098)))
    walk.press(.enter)
    let effects = walk.press(.down)
    let isRequested = effects.contains {
      $0 == .list(.loadBranch(of: 10, level: 1, after: "199", skipping: 1_099))
    }
    #expect(isRequested || walk.state.list.thread?.isLoadingNext == true)
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
    // What the page lacks is loaded near the window.
    #expect(walk.selected == 1_299)
    #expect(effects.contains(.list(.loadReplies(to: 1_299, level: 1))))
  }
}

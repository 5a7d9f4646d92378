import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The children of the selected post are loaded ahead on other servers.
@Suite struct PrefetchTests {
  private func walk(_ posts: [Post]) -> Walk {
    var walk = Walk()
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    return walk
  }

  private func prefetched(_ effects: [Effect]) -> [Post.ID] {
    effects.compactMap { if case .list(.prefetchChildren(let id, _)) = $0 { id } else { nil } }
  }

  @Test func onlyOfPostsWithChildren() {
    var walk = walk([
      .numbered(1), .numbered(2, children: 3), .numbered(3, children: 1),
      .numbered(4, children: 1, template: .profile), .numbered(5, template: .query),
    ])
    #expect(prefetched(walk.press(.down)) == [2])
    // What moves on cancels it.
    #expect(walk.press(.up) == [.cancel(.prefetch)])
    #expect(prefetched(walk.press(.down, .down)) == [2, 3])
    #expect(prefetched(walk.press(.down, .down)) == [])
    walk.state.settings.prefetch = false
    #expect(walk.press(.up, .up, .up).isEmpty)
  }

  @Test func neverOnTheOwnServerNorOnSources() {
    var walk = walk([.numbered(1), .numbered(2, children: 3)])
    walk.state.site = .own(as: walk.state.account)
    #expect(prefetched(walk.press(.down)) == [])
    walk = self.walk([.numbered(1), .numbered(2, children: 3)])
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    #expect(prefetched(walk.press(.down)) == [])
  }

  /// The card of a folder names what is in it, though that is not in the list.
  @Test func foldersInViewAreNamedOneAfterTheOther() {
    var posts = (1...40).map { Post.numbered($0, children: 2) }
    for index in [1, 2, 39] { (posts[index].summary, posts[index].body) = ("", "") }
    var walk = Walk()
    walk.state.site = .own(as: walk.state.account)
    walk.send(.started(at: nil))
    #expect(prefetched(walk.answer(Walk.posts, posts)) == [2])
    func answer(_ id: Post.ID) -> [Post.ID] {
      prefetched(walk.perform(.list(.childrenPrefetched(of: id, Post.numbered([id * 100])))))
    }
    #expect(answer(2) == [3])
    #expect(walk.text.contains("post 200"), "\(walk.text)")
    // One that is out of sight waits.
    #expect(answer(3).isEmpty)
    #expect(walk.text.contains("post 300"), "\(walk.text)")
    #expect(prefetched(walk.press(.end)) == [40])
  }

  @Test func theyAreShownAtOnce() {
    var walk = walk([.numbered(1), .numbered(2, children: 2)])
    walk.press(.down)
    walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7, 8]))))
    // Once is enough.
    #expect(prefetched(walk.press(.up, .down)) == [])
    walk.press(.right)
    #expect(walk.ids == [7, 8] && walk.text.contains("post 7"))
    walk.answer(walk.level, Post.numbered([9, 7, 8]))
    #expect(walk.ids == [9, 7, 8] && walk.selected == 7)
    // A post that has gone meanwhile is none.
    walk.perform(.list(.childrenPrefetched(of: 99, Post.numbered([7, 8]))))
  }
}

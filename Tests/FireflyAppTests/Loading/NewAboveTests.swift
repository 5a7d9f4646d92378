import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Posts that come in on top while one reads.
@Suite("New posts above")
struct NewAboveTests {
  private func other(_ ids: some Sequence<Int>) -> [Post] {
    ids.map { .numbered($0, email: "ben@example.org") }
  }

  @Test
  func readTextStaysAndTheTopBarCountsNewPosts() {
    var walk = Walk(other(10...30), height: 24)
    walk.press(.down, .enter)
    let rows = (2..<20).map { walk.row($0) }
    walk.answer(Walk.posts, other([1, 2, 3]) + other(10...30))
    #expect(walk.row(0).hasSuffix("3 new ↑  n new post    5 of 24"))
    #expect((2..<20).map { walk.row($0) } == rows)
    // Once more, with one more.
    walk.answer(Walk.posts, other([4, 1, 2, 3]) + other(10...30))
    #expect(walk.row(0).contains("4 new ↑"))
    // What can be seen isn't new any more.
    walk.press(.up)
    walk.press(.up)
    #expect(walk.row(0).contains("new ↑") == (walk.selected != 4))
    walk.press(.home)
    #expect(!walk.row(0).contains("new ↑"))
    #expect(walk.state.list.unseen.isEmpty)
  }

  @Test
  func aPressOnTheCountGoesThere() {
    var walk = Walk(other(10...30))
    walk.press(.down)
    walk.answer(Walk.posts, other([1, 2]) + other(10...30))
    let column = walk.row(0).distance(
      from: walk.row(0).startIndex,
      to: walk.row(0).firstRange(of: "2 new")?.lowerBound ?? walk.row(0).startIndex)
    #expect(walk.pressable(x: column, y: 0) == .list(.jumpedToStart))
    walk.click(x: column, y: 0)
    #expect(walk.selected == 1)
    #expect(!walk.row(0).contains("new ↑"))
  }

  @Test
  func onesOwnPostsThoseOfAFirstListAndThoseBelowAreNotCounted() {
    var walk = Walk(other(10...30))
    #expect(!walk.row(0).contains("new ↑"))
    walk.press(.down)
    walk.answer(Walk.posts, [.numbered(1)] + other(10...30) + other([40]))
    #expect(!walk.row(0).contains("new ↑"))
    // Where there is no room, the place comes first.
    walk.answer(Walk.posts, other([2]) + other(10...30))
    #expect(walk.row(0).contains("1 new ↑"))
    walk.perform(.resized(Size(width: 16, height: 12)))
    #expect(walk.row(0).contains("of"))
    #expect(!walk.row(0).contains("new ↑"))
  }
}

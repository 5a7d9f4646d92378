import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("One post in all lists")
struct EverywhereTests {
  /// Post 3 is in the root list, among the children of 1, in a slide that is not over, and the parent of a
  /// level.
  private func walk() -> Walk {
    var walk = Walk((1...9).map { .numbered($0, children: 2) })
    walk.press(.right)
    walk.answer(1, (2...6).map { .numbered($0, children: 2) })
    walk.press(.down, .right)
    walk.answer(2, Post.numbered([3, 20]))
    return walk
  }

  private func lists(_ walk: Walk) -> [[Post.ID]] {
    walk.state.current.levels.map { level in
      walk.state.lists[level.id]?.posts.map(\.id) ?? []
    }
  }

  @Test
  func itsNewWordsAreEverywhereAtOnceAndNothingMoves() {
    var walk = walk()
    let before = (lists(walk), walk.state.current.levels.map(\.position))
    var post = Post.numbered(3, children: 2)
    post.title = "another title"
    #expect(walk.state.lists.change(post.id, walk.context) { $0 = post } == [])
    for level in walk.state.current.levels {
      guard let list = walk.state.lists[level.id], let index = list.index(of: 3) else { continue }
      #expect(list.posts[index].title == "another title")
    }
    #expect(walk.state.lists[2]?.parent?.title == "another title")
    #expect(walk.row(0).contains("another title"))
    #expect(lists(walk) == before.0)
    #expect(walk.state.current.levels.map(\.position) == before.1)
  }

  @Test
  func anExpandedCardWhoseBodyHasChangedIsLaidOutAnew() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.enter)
    var post = Post.numbered(1, body: "Other words.")
    #expect(
      walk.state.lists.change(post.id, walk.context) { $0 = post }
        == [
          .list(
            .formatBody("Other words.", post: 1, level: 0, columns: walk.state.layout.textColumns))
        ])
    post.title = "same body"
    #expect(walk.state.lists.change(post.id, walk.context) { $0 = post } == [])
  }

  /// Removed, it is in no list, and the next one is selected; put back, all is as before.
  @Test
  func removedItIsInNoListAndTheNextOneIsSelectedPutBack() {
    var walk = walk()
    let before = walk.state
    let removal = walk.state.lists.remove(3, walk.context)
    #expect(lists(walk).allSatisfy { !$0.contains(3) })
    #expect(walk.selected == 20)
    walk.state.lists.restore(removal, walk.context)
    #expect(walk.state == before)
    #expect(walk.state.lists.remove(777, walk.context).isEmpty)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whateverIsRemovedAndPutBackAndWhateverStandsWhere(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var walk = walk()
    for _ in 0..<30 {
      walk.press([.down, .up, .end, .home, .enter, .left].randomElement(using: &random) ?? .down)
      walk.wait(1)
      let before = walk.state
      let removal = walk.state.lists.remove(Int.random(in: 1...20, using: &random), walk.context)
      #expect(walk.frame.size == walk.state.size)
      walk.state.lists.restore(removal, walk.context)
      #expect(
        lists(walk)
          == walk.state.current.levels.map { level in
            before.lists[level.id]?.posts.map(\.id) ?? []
          })
      #expect(walk.selected == before.current.position.selectedID)
      walk.state = before
    }
  }
}

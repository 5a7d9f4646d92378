import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The next post, begun while the one before is on its way to the server.
@Suite("The next post") struct NextPostTests {
  private static let target = DraftTarget.newPost(below: nil)

  private static func opening(_ number: Int) -> Action {
    .editor(.draftOpened(target, DraftOpening(idempotencyKey: "\(number)", number: number)))
  }

  /// A walk in which “First” is being saved and “Second” is written.
  private func walk() -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(Self.opening(0))
    walk.type("First")
    walk.press(.control("s"), .character("n"))
    walk.perform(Self.opening(1))
    walk.type("Second")
    return walk
  }

  private func saved(_ effects: [Effect]) -> [Draft] {
    effects.compactMap { if case .writing(.save(let draft)) = $0 { draft } else { nil } }
  }

  private func posts(_ walk: Walk) -> [String] {
    walk.state.list.posts.prefix(2).map { $0.isUnsaved ? "unsaved" : $0.title }
  }

  @Test
  func nBeginsItAtOnceAndBothArePostsInTheEnd() {
    var walk = walk()
    #expect(walk.state.focus.editor?.words.title == "Second")
    #expect(posts(walk) == ["unsaved", "unsaved"])
    // It waits for the answer to the first.
    #expect(saved(walk.press(.control("s"))).isEmpty)
    #expect(walk.text.contains("“First” is still being saved."))
    var first = Post.numbered(40)
    first.title = "First"
    walk.perform(.editor(.saveResponse(Self.target, .success(first))))
    #expect(posts(walk) == ["unsaved", "First"])
    #expect(walk.state.focus.editor?.words.title == "Second")
    #expect(walk.selected == walk.ids.first)
    let drafts = saved(walk.press(.control("s")))
    #expect(drafts.map(\.words.title) == ["Second"] && drafts.map(\.key.number) == [1])
    var second = Post.numbered(41)
    second.title = "Second"
    walk.perform(.editor(.saveResponse(Self.target, .success(second))))
    #expect(posts(walk) == ["Second", "First"])
  }

  @Test
  func whereTheFirstFailsItWaitsAsADraftAndTheSecondIsWrittenOn() {
    var walk = walk()
    let effects = walk.perform(.editor(.saveResponse(Self.target, .failure("No."))))
    let key = Draft.Key(server: "", account: "ada@example.org", target: Self.target, number: 0)
    #expect(effects.contains(.draft(.close(key))))
    #expect(walk.text.contains("“First” is not saved; it is kept as a draft."))
    #expect(walk.ids.count == 4 && walk.selected == walk.ids.first)
    walk.type("!")
    #expect(walk.state.focus.editor?.words.title == "Second!")
    #expect(saved(walk.press(.control("s"))).map(\.words.title) == ["Second!"])
  }

  @Test
  func leftWithNothingWrittenTheFirstStaysOnItsWay() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(Self.opening(0))
    walk.type("First")
    walk.press(.control("s"), .character("n"))
    walk.perform(Self.opening(1))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
    #expect(walk.ids == [Post.unsavedID, 1, 2, 3])
    walk.perform(.editor(.saveResponse(Self.target, .success(.numbered(40)))))
    #expect(walk.ids == [40, 1, 2, 3])
  }

  @Test
  func savingStaysInSightWhateverIsCollapsedOrInFront() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(Self.opening(0))
    walk.type("First")
    walk.press(.control("s"))
    #expect(walk.text.contains("saving…"))
    for keys in [[Key.enter], [.function(2)], [.function(1), .down], [.enter]] {
      for key in keys { walk.press(key) }
      #expect(walk.text.contains("saving…"))
    }
    walk.perform(.editor(.saveResponse(Self.target, .success(.numbered(40)))))
    #expect(!walk.text.contains("saving…"))
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// What readers do every day, in keys; `Documentation/decisions/figures.md` has the table.
@Suite struct TaskKeysTests {
  /// A walk that counts keys.
  private struct Counter {
    var walk: Walk
    var keys = 0

    @discardableResult
    mutating func press(_ keys: Key...) -> [Effect] {
      self.keys += keys.count
      return keys.flatMap { walk.press($0) }
    }
  }

  /// Replies with texts of several lines: 11 has the replies 12, 13 and 14.
  private static let replies = [11: 10, 12: 11, 13: 11, 14: 11, 15: 10].sorted { $0.key < $1.key }
    .map { id, parent in
      Conversation.post(
        id, below: parent, (1...30).map { "w\(id)x\($0)" }.joined(separator: " "), by: "Ben")
    }

  private func thread(_ width: Int, _ height: Int) -> Counter {
    var walk = Walk([Conversation.parent], width: width, height: height)
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(walk.level, Self.replies)
    walk.perform(.list(.postSelected(11)))
    return Counter(walk: walk)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func theThirdReplyOfABranchIsAnsweredInSight(width: Int, height: Int) {
    var counter = thread(width, height)
    counter.press(.down, .character("]"), .character("]"), .character("+"))
    counter.walk.open(.newPost(below: 14))
    counter.walk.type("So it is.")
    // Its last words stand above the text.
    #expect(counter.walk.text.contains("w14x30"), "\(counter.walk.text)")
    #expect(counter.walk.text.contains("So it is."))
    let effects = counter.press(.control("s"))
    guard case .writing(.save(let draft))? = effects.first else {
      Issue.record("nothing is saved: \(effects)")
      return
    }
    #expect(draft.key.target == .newPost(below: 14) && draft.words == PostText(body: "So it is."))
    #expect(counter.keys == 5)
  }

  @Test func aDraftThatWasLeftIsSentAfterAll() {
    var counter = thread(80, 24)
    counter.walk.press(.character("+"))
    counter.walk.open(.newPost(below: 11))
    counter.walk.type("So it is.")
    counter.walk.press(.escape)
    let draft = counter.walk.state.writing.drafts[0]
    counter.press(.character("u"))
    let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    counter.walk.perform(
      .editor(.draftOpened(draft.key.target, DraftOpening(stored: kept, idempotencyKey: "k"))))
    let effects = counter.press(.control("s"))
    #expect(effects.contains { if case .writing(.save) = $0 { true } else { false } })
    #expect(counter.keys == 2)
  }

  @Test func aBranchIsMuted() {
    var counter = thread(80, 24)
    let effects = counter.press(.character("M"), .enter)
    #expect(effects.contains { if case .mute(.store(.branch, _)) = $0 { true } else { false } })
    #expect(counter.keys == 2)
  }

  @Test func aBranchIsFoldedAndStaysSo() {
    var counter = thread(80, 40)
    counter.press(.enter, .left)
    counter.walk.press(.right)
    counter.walk.answer(counter.walk.level, Self.replies)
    #expect(counter.walk.state.list.folded == [11])
    #expect(counter.keys == 2)
  }

  @Test func theNewestReplyToMeIsRead() {
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    var walk = Walk()
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [Conversation.parent])
    walk.perform(.readMarks(.answersFound([Self.replies[0]])))
    var counter = Counter(walk: walk)
    counter.press(.character("A"))
    counter.walk.answer(counter.walk.level, [Self.replies[0]])
    counter.press(.enter)
    #expect(counter.walk.position.expandedID == 11)
    #expect(counter.keys == 2)
  }

  @Test func fivePostsArePutAside() {
    var counter = Counter(walk: Walk(Post.numbered(1...8)))
    var saved: [Post.ID] = []
    for index in 0..<5 {
      if index > 0 { counter.press(.down) }
      for case .later(.add(let post, _)) in counter.press(.character("s")) { saved.append(post.id) }
    }
    #expect(saved.count == 5 && Set(saved).count == 5)
    // Two more lead to them: the tab and its first row.
    #expect(counter.keys == 9)
  }
}

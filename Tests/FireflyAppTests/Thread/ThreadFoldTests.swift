import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Folds: what remains of a branch, and how it moves.
@Suite struct ThreadFoldTests {
  private func top(of id: Post.ID, _ walk: Walk) -> Double? {
    guard let index = walk.state.list.index(of: id) else { return nil }
    let list = walk.state.list
    return walk.context.movingLayout(of: list).top(of: index)
      - list.scroll(walk.position, at: walk.now)
  }

  @Test func enterFoldsABranchToOneRowAndUnfoldsIt() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .enter)
    #expect(walk.text.contains("▸ Ben · 3 h · 4 replies · How bright is it?"))
    #expect(!walk.text.contains("It blinks all night"))
    #expect(walk.text.contains("What does it cost to run?"))
    #expect(walk.selected == 11)
    // Hidden replies are skipped.
    walk.press(.down)
    #expect(walk.selected == 16)
    walk.press(.up)
    #expect(walk.selected == 11)
    walk.press(.enter)
    #expect(walk.text.contains("It blinks all night"))
    #expect(!walk.text.contains("▸"))
  }

  @Test func rightUnfoldsFirst() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .enter, .right)
    #expect(walk.selected == 12)
    #expect(walk.text.contains("It blinks all night"))
  }

  @Test func allTopRepliesAreFoldedAndUnfolded() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .down, .down, .character("Z"))
    // The selection is at what is left of its branch.
    #expect(walk.selected == 11)
    #expect(walk.text.contains("▸ Ben · 3 h · 4 replies"))
    #expect(!walk.text.contains("It blinks all night"))
    walk.press(.character("Z"))
    #expect(walk.text.contains("It blinks all night"))
    #expect(walk.state.list.folded.isEmpty)
    // Back to the reply where the user was, unless they have gone on.
    #expect(walk.selected == 13)
    walk.press(.character("Z"), .down)
    #expect(walk.selected == 16)
    walk.press(.character("Z"))
    #expect(walk.selected == 16)
  }

  @Test func aClickOnALineFoldsItsBranch() throws {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .down, .down)
    #expect(walk.selected == 13)
    let point = try #require(walk.frame.point(of: "line-11"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.state.list.folded == [11])
    #expect(walk.selected == 11)
    // A click on what is left unfolds it.
    walk.now += 2
    let card = try #require(walk.frame.point(of: "card-11"))
    walk.click(x: card.x, y: card.y)
    #expect(walk.state.list.folded.isEmpty)
  }

  @Test func aFoldMovesAsACardDoesAndCanBeReversedAtAnyFrame() throws {
    var walk = Conversation.walk(height: 40, motion: .full)
    walk.wait(1)
    walk.press(.down)
    walk.wait(1)
    let open = try #require(top(of: 16, walk))
    walk.press(.enter)
    #expect(walk.state.isMoving(at: walk.now))
    #expect(abs(walk.state.motionEnd - walk.now - Animated.duration) < 0.001)
    var last = open
    for _ in 0..<9 {
      walk.wait(1.0 / 60)
      let place = try #require(top(of: 16, walk))
      #expect(place <= last + 0.001)
      last = place
    }
    let turned = try #require(top(of: 16, walk))
    walk.press(.enter)
    #expect(abs(try #require(top(of: 16, walk)) - turned) < 8)
    walk.wait(1)
    #expect(top(of: 16, walk) == open)
    #expect(!walk.state.isMoving(at: walk.now))
  }

  @Test func theSelectedReplyStaysWhereItIsWhileABranchAboveItFolds() throws {
    var walk = Conversation.walk(height: 16, motion: .full)
    walk.wait(1)
    walk.press(.end)
    walk.wait(1)
    #expect(walk.selected == 18)
    let before = try #require(top(of: 17, walk))
    walk.press(.up)
    walk.wait(1)
    walk.perform(.thread(.lineTapped(11)))
    for _ in 0..<20 {
      walk.wait(1.0 / 60)
      let after = try #require(top(of: 17, walk))
      // It leaves its place only where the thread has become too short to scroll.
      #expect(after == before || walk.position.scroll == 0 || after > before - 0.001)
    }
  }

  @Test func theFoldOfALongBranchIsSeenInEveryFrame() {
    let first = Conversation.replies[0]
    let many = (0..<2_000).map { Conversation.post(100 + $0, below: 11, "Reply \($0).", by: "Ben") }
    var walk = Conversation.walk(
      height: 40, motion: .full, replies: [first] + many + [Conversation.replies[6]])
    walk.now += 1
    walk.press(.right)
    walk.now += 1
    walk.send(.timePassed)
    for _ in 0..<2 {
      walk.press(.enter)
      let frames = (1...17).map { frame in
        let frame = walk.now + Double(frame) / 60
        return render(walk.state, at: frame).text
      }
      #expect(Set(frames).count >= 12)
      walk.now += 1
      walk.send(.timePassed)
    }
  }

  @Test func everyRowAndGapIsRightAtEveryFrameOfAFold() throws {
    var walk = Conversation.walk(height: 40, motion: .full)
    walk.wait(1)
    walk.press(.down)
    walk.wait(1)
    walk.press(.enter)
    for _ in 0..<20 {
      walk.wait(1.0 / 60)
      let frame = walk.frame
      let cards = frame.pressables.filter { $0.id.hasPrefix("card-") }
      for (one, next) in zip(cards, cards.dropFirst()) {
        #expect(one.rect.maxY <= next.rect.y + 1)
        #expect(next.rect.y - one.rect.maxY <= 1, "a gap below \(one.id)")
      }
    }
  }
}

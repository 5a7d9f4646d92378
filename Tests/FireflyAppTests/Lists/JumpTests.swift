import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Pages and the ends of a list are glided to if they are near, and never slower than the hand.
@Suite struct JumpTests {
  private func walk(_ count: Int = 50, motion: Settings.Motion = .full) -> Walk {
    Walk((1...count).map { Post.numbered($0) }, motion: motion)
  }

  /// The scroll offset that is drawn.
  private func shown(_ walk: Walk) -> Double {
    walk.state.list.scroll(walk.position, at: walk.now)
  }

  /// Whether a glide from one offset to another has just begun.
  private func isNear(_ shown: Double, _ start: Double, to end: Double) -> Bool {
    abs(shown - start) <= 0.03 * abs(end - start)
  }

  @Test func aPageGlides() {
    var walk = walk()
    walk.press(.pageDown)
    let target = walk.position.scroll
    #expect(target > 0 && isNear(shown(walk), 0, to: target))
    var last = -1.0
    for _ in 0..<18 {
      #expect(shown(walk) > last && shown(walk) < target)
      last = shown(walk)
      walk.now += 1.0 / 60
    }
    walk.wait(0.01)
    #expect(shown(walk) == target && !walk.state.isMoving(at: walk.now))
  }

  @Test(arguments: [Key.pageDown, .control("d"), .end])
  func aHeldKeyShowsEachPlaceAtOnce(key: Key) {
    var walk = walk(key == .end ? 6 : 200)
    walk.press(key)
    for _ in 0..<9 {
      // Thirty a second.
      walk.now += 1.0 / 30
      let before = walk.position.scroll
      walk.press(key == .end && walk.selected == 6 ? .home : key)
      #expect(walk.position.scroll != before && shown(walk) == walk.position.scroll)
    }
    // After a rest, it glides again.
    walk.wait(1)
    let before = shown(walk)
    walk.press(before > 0 ? .pageUp : .pageDown)
    #expect(walk.position.scroll != before)
    #expect(isNear(shown(walk), before, to: walk.position.scroll))
  }

  @Test func farEndsAreShownAtOnceAndNearOnesGlide() {
    var walk = walk()
    walk.press(.end)
    #expect(shown(walk) == walk.position.scroll && !walk.state.isMoving(at: walk.now))
    walk = self.walk(9)
    walk.press(.end)
    #expect(isNear(shown(walk), 0, to: walk.position.scroll))
    #expect(walk.state.isMoving(at: walk.now))
  }

  @Test func anyKeyInterruptsWithoutAJump() {
    var walk = walk()
    walk.press(.pageDown)
    walk.now += 0.15
    let middle = shown(walk)
    // The selection moves on by a card that is in view then: the glide goes on from where it is.
    walk.press(.up)
    #expect(abs(shown(walk) - middle) < 100)
    walk.press(.enter)
    #expect(abs(shown(walk) - middle) < 100 && walk.state.isMoving(at: walk.now))
    walk.wait(2)
    #expect(shown(walk) == walk.position.scroll && !walk.state.isMoving(at: walk.now))
  }

  @Test func pagesOfATallCardGlideToo() {
    var walk = Walk(
      [.numbered(1, body: Post.body(paragraphs: 60)), .numbered(2)], motion: .full)
    walk.press(.enter)
    walk.wait(1)
    walk.press(.character(" "))
    let target = walk.position.scroll
    #expect(target > 0 && isNear(shown(walk), 0, to: target))
    walk.wait(1)
    #expect(shown(walk) == target)
    walk.press(.pageUp)
    #expect(walk.position.scroll < target)
    #expect(isNear(shown(walk), target, to: walk.position.scroll))
  }

  @Test func withoutMotionNothingGlides() {
    var walk = walk(motion: .none)
    walk.press(.pageDown)
    #expect(shown(walk) == walk.position.scroll && !walk.state.isMoving(at: walk.now))
  }
}

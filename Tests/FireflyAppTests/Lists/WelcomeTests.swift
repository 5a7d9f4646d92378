import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The first card of a first start opens by itself, and stays open for a moment.
@Suite struct WelcomeTests {
  private func welcomed(_ posts: [Post] = Post.numbered(1...3)) -> Walk {
    var walk = Walk(posts, motion: .full)
    walk.perform(.list(.welcomed))
    return walk
  }

  @Test func itOpensWithItsMotion() {
    let walk = welcomed()
    #expect(walk.position.expandedID == 1)
    #expect(walk.state.isMoving(at: walk.now))
  }

  /// Keys that open or close: none closes the card while it opens, nor for a second after.
  @Test(arguments: [Key.enter, .character(" ")])
  func whatWouldCloseItLeavesItOpen(_ key: Key) {
    var walk = welcomed()
    for seconds in [0, 0.2, 1] {
      let start = walk.now
      walk.now += seconds
      walk.press(key)
      #expect(walk.position.expandedID == 1, "after \(walk.now - start) s")
    }
    walk.now += 1
    walk.press(key)
    #expect(walk.position.expandedID != 1)
  }

  @Test func otherKeysDoWhatTheyDoAtOnce() {
    var walk = welcomed()
    walk.press(.down, .down)
    #expect(walk.selected == 3)
    walk.press(.enter)
    #expect(walk.position.expandedID == 3)
  }

  @Test func nothingElseOpens() {
    var walk = Walk([], motion: .full)
    walk.perform(.list(.welcomed))
    #expect(walk.position.expandedID == nil)

    walk = Walk(Post.numbered(1...3), motion: .full)
    walk.press(.down)
    walk.perform(.list(.welcomed))
    #expect(walk.position.expandedID == nil)

    walk.press(.enter, .up)
    walk.perform(.list(.welcomed))
    #expect(walk.position.expandedID == 2)
  }
}

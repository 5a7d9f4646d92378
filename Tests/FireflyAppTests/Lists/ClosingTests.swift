import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// A card that is closed leaves the list as it was before it was opened.
@Suite struct ClosingTests {
  private func walk(motion: Settings.Motion = .none) -> Walk {
    var walk = Walk(
      (1...30).map { .numbered($0, body: Post.body(paragraphs: $0)) }, motion: motion)
    walk.press(.down, .down, .down, .down)
    return walk
  }

  @Test(arguments: [Key.enter, .left, .escape]) func theListIsAsBefore(key: Key) {
    for motion in [Settings.Motion.none, .full] {
      var walk = walk(motion: motion)
      let (before, top) = (walk.position.scroll, walk.text)
      walk.press(.enter)
      walk.wait(1)
      #expect(walk.position.scroll > before)
      walk.press(key)
      walk.wait(1)
      #expect(walk.position.scroll == before && walk.selected == 5 && walk.text == top)
    }
  }

  /// Below the root, too, Esc closes the open card first; the keys for the level above go there at once.
  @Test(arguments: [(Key.escape, 1), (.left, 0), (.backspace, 0), (.character("h"), 0)])
  func escClosesTheInnermost(key: Key, depth: Int) {
    var walk = Walk([.numbered(1, children: 2), .numbered(2)])
    walk.press(.right)
    walk.answer(1, [.numbered(3), .numbered(4)])
    walk.press(.down, .enter)
    #expect(walk.position.expandedID == 4)
    walk.press(key)
    #expect(walk.state.current.navigator.depth == depth && walk.position.expandedID == nil)
    guard depth == 1 else { return }
    #expect(walk.selected == 4)
    walk.press(key)
    #expect(walk.state.current.navigator.depth == 0 && walk.selected == 1)
  }

  /// In line mode an open card is not seen: the key goes up at once.
  @Test func inLineModeEscGoesUpAtOnce() {
    var walk = Walk([.numbered(1, children: 2), .numbered(2)])
    walk.state.isSpoken = true
    walk.press(.right)
    walk.answer(1, [.numbered(3), .numbered(4)])
    walk.press(.down, .enter, .escape)
    #expect(walk.state.current.navigator.depth == 0)
  }

  /// The window glides back from where it was.
  @Test func itGlidesBack() {
    var walk = walk(motion: .full)
    let before = walk.position.scroll
    walk.press(.enter)
    walk.wait(1)
    let open = walk.position.scroll
    walk.press(.enter)
    #expect(walk.state.list.scroll(walk.position, at: walk.now) == open)
    walk.now += 0.15
    let middle = walk.state.list.scroll(walk.position, at: walk.now)
    #expect(middle < open && middle > before)
  }

  /// Whoever has scrolled since stays near the card's end.
  @Test func whoHasReadOnStaysThere() {
    var walk = Walk((1...30).map { .numbered($0, body: Post.body(paragraphs: 3 * $0)) })
    walk.press(.down, .down, .down, .down, .down, .down, .down, .down, .enter, .down)
    #expect(walk.selected == 9 && walk.position.expandedID == 9)
    walk.press(.enter)
    #expect(walk.position.scroll == walk.restingLayout().top(of: 8))
  }
}

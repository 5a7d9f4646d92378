import FireflyCore
import FireflyText
import Testing

@testable import FireflyApp

/// What line mode says of the state.
@Suite struct SentencesTests {
  @Test func onlyWhatIsNewIsSaid() {
    var walk = Walk(Post.numbered(1...3), motion: .none)
    var heard = Heard()
    let first = walk.state.sentences(since: &heard, at: walk.now)
    #expect(first.contains { $0.hasPrefix("Everyone's posts. 3 posts.") })
    #expect(first.contains { $0.hasPrefix("1 of 3. ") })
    #expect(walk.state.sentences(since: &heard, at: walk.now) == [])
    walk.press(.down)
    let next = walk.state.sentences(since: &heard, at: walk.now)
    #expect(next.count == 1 && next[0].hasPrefix("2 of 3. "))
  }

  @Test func aNumberOpensThePostAtThatPlace() {
    let walk = Walk(Post.numbered(1...3), motion: .none)
    let actions = walk.state.action(forNumber: 2, at: walk.now)
    #expect(actions?.contains(.list(.cardPressed)) == true)
    #expect(walk.state.action(forNumber: 4, at: walk.now) == nil)
  }

  /// Whatever the width, the same lines are spoken.
  @Test(arguments: [20, 31, 48, 76, 200])
  func aParagraphIsALine(width: Int) {
    let body = """
      # A heading

      One paragraph that is longer than a line of the screen, with [a link](https://example.org) in it.
      Its second sentence.

      - an item that is also longer than a line of the screen, and goes on
      - short

      > Quoted words that go on for more than a line of a narrow screen.

      ```
      let a = 1
      let b = 2
      ```
      """
    let text = MarkdownFormatter.format(body, width: width, symbols: .spoken)
    #expect(
      PostSentences.lines(text) == [
        "heading: A heading",
        "One paragraph that is longer than a line of the screen, with a link [link 1] in it. "
          + "Its second sentence.",
        "item: an item that is also longer than a line of the screen, and goes on", "item: short",
        "quote: Quoted words that go on for more than a line of a narrow screen.", "code:",
        "  let a = 1", "  let b = 2",
      ])
  }
}

import FireflyCore
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
}

import FireflyCore
import FireflyModel
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

  /// What is marked read, here or in another window, is new no longer; what is marked unread again is.
  @Test func whatIsMarkedReadIsNewNoLonger() {
    var walk = Walk(height: 24)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 30))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, other(10...30))
    walk.press(.down)
    walk.answer(Walk.posts, other([33, 32, 31]) + other(10...30))
    #expect(walk.row(0).contains("N 3+ new · "), "\(walk.row(0))")
    marks.apply(.read([33]))
    walk.perform(.readMarks(.changedElsewhere(marks)))
    #expect(walk.row(0).contains("N 2+ new · "), "\(walk.row(0))")
    walk.press(.character("R"))
    #expect(!walk.row(0).contains(" new ·"), "\(walk.row(0))")
    walk.press(.character("u"))
    #expect(walk.row(0).contains("N 2+ new · "), "\(walk.row(0))")
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

  /// What comes is counted once, with all else that is new, and takes a visitor no key to sign in.
  @Test(arguments: [80, 100, 120]) func whatComesIsCountedWithTheOthers(width: Int) {
    var walk = Walk(width: width, height: 24, email: nil)
    walk.state.site = Site(.server, name: "127.0.0.1:8871", as: .signedOut)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 20))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, other(10...30))
    walk.press(.down)
    #expect(walk.row(0).contains("N 10+ new · 2 of 21"), "\(walk.row(0))")
    walk.answer(Walk.posts, other([31]) + other(10...30))
    #expect(walk.row(0).contains("N 11+ new · 3 of 22"), "\(walk.row(0))")
    #expect(walk.row(0).contains("i sign in") && !walk.row(0).contains("↑"), "\(walk.row(0))")
    #expect(walk.row(0).contains("127.0.0.1:8871 · everyone's posts"), "\(walk.row(0))")
    let pressed = walk.frame.pressables.first { $0.id == "next-unread" }?.action
    #expect(pressed == .readMarks(.nextPressed))
  }
}

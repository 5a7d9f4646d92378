import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Closed posts say how many replies they have, and what is new looks new.
@Suite struct BelowCardsTests {
  private static let words =
    "A summary that is as long as two rows of the card, and a little longer than that, so "
    + "that its end can't be seen in the row beside the replies."

  /// The last row of a closed card has the replies at its end, whether or not the summary needs it.
  @Test(arguments: ["", "Short.", words], [1, 12])
  func theLastRowSaysHowManyReplies(summary: String, count: Int) throws {
    let walk = Walk([
      Post(
        id: 1, title: "A title", summary: summary, body: "Words.", authorName: "Ada",
        childCount: count, feed: .init(descendants: count))
    ])
    let replies = count == 1 ? "1 reply" : "12 replies"
    let row = try #require(walk.text.split(separator: "\n").first { $0.contains(replies) })
    #expect(row.contains("Ada") == (summary != Self.words), "\(walk.text)")
    #expect(row.contains("…") == (summary == Self.words), "\(walk.text)")
    var open = walk
    open.press(.enter)
    #expect(!open.text.contains(replies))
  }

  @Test func withoutRepliesItSaysNothing() {
    let walk = Walk([.numbered(1), .numbered(2, template: .query)])
    #expect(!walk.text.contains("repl"), "\(walk.text)")
  }

  /// On a narrow card the text is more important.
  @Test func aNarrowCardLeavesThemOut() {
    let walk = Walk([Post(id: 1, title: "t", summary: "s", childCount: 12)], width: 24, height: 12)
    #expect(!walk.text.contains("12 replies"), "\(walk.text)")
  }

  /// The title of a row goes on as far as nothing else stands there.
  @Test func aRowIsUsed() throws {
    var walk = Walk(width: 100)
    walk.state.lists.chosenDensity = .lines
    walk.send(.started(at: nil))
    let title = String(repeating: "words ", count: 30)
    var stated = Post(id: 2, title: title, body: "x", childCount: 7)
    stated.facts.value = "12 points"
    stated.summary = stated.facts.line
    stated.feed = .init(descendants: 7)
    var other = Post(id: 1, title: title, body: "x", childCount: 7)
    other.feed = stated.feed
    walk.answer(Walk.posts, [other, stated])
    let plain = walk.row(1), valued = walk.row(2)
    #expect(plain.contains(#/(words|…) +7 /#), "\(walk.text)")
    #expect(valued.contains(#/… +12 points +7 /#), "\(walk.text)")
    // What is saved for later has a sign instead of words.
    let post = try #require(walk.state.selectedPost)
    walk.perform(.later(.response(.success([post]), said: nil)))
    #expect(walk.row(1).contains("★ words"), "\(walk.text)")
    walk.state.abilities.unicode = false
    #expect(walk.row(1).contains("% words"), "\(walk.text)")
  }
}

import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Space in a thread: page after page, from the first row to the last.
@Suite struct ThreadReadOnTests {
  /// Replies of one row, and of up to a hundred.
  private static let replies = (11...50).map { id in
    let count = id % 5 == 0 ? 900 : id % 3 == 0 ? 120 : 4
    return Conversation.post(
      id, below: id % 4 == 0 ? id - 1 : 10,
      (1...count).map { "w\(id)x\($0)" }.joined(separator: " "), by: "Ben")
  }

  private static let words = replies.flatMap { $0.body.split(separator: " ").map(String.init) }

  @Test(arguments: [12, 24, 45], [40, 80, 160])
  func eachRowIsShownInOrderAndNoPageMovesLessThanItCould(height: Int, width: Int) {
    var walk = Conversation.walk(width: width, height: height, replies: Self.replies)
    let (row, window) = (ScreenLayout.pointsPerRow, walk.state.layout.windowHeight)
    var seen: Set<String> = []
    for _ in 0..<300 {
      let (text, end) = (walk.text, walk.position.scroll + window)
      for word in text.split(whereSeparator: \.isWhitespace) { seen.insert(String(word)) }
      guard end < walk.restingLayout().height - row else { break }
      walk.press(.character(" "))
      let cards = walk.restingLayout()
      #expect(walk.position.scroll == min(cards.height, end + window - row) - window)
      // What is new begins at the selected post: the gap above it has no words.
      let first = walk.state.list.index(of: walk.selected) ?? 0
      #expect(cards.top(of: first) <= end + row && cards.bottom(of: first) - row > end)
      #expect(cards.top(of: first) < walk.position.scroll + window)
      // It stays so when texts are formatted again.
      let scroll = walk.position.scroll
      walk.wait(1)
      #expect(walk.position.scroll == scroll)
    }
    #expect(Self.words.allSatisfy(seen.contains), "\(Self.words.filter { !seen.contains($0) })")
    walk.press(.character(" "))
    #expect(walk.selected == 50)
    let end = walk.position.scroll
    walk.press(.character(" "))
    #expect(walk.selected == 50 && walk.position.scroll == end)
  }

  /// Where all is on the screen, Space goes to the end of it.
  @Test func aShortThreadStaysWhereItIs() {
    var walk = Conversation.walk(height: 45)
    walk.press(.character(" "))
    #expect(walk.selected == 18 && walk.position.scroll == 0)
  }
}

import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The window of an 80 × 24 terminal has 21 rows: 420 points.
@Suite("Moving and scrolling")
struct ScrollTests {
  @Test
  func upAndDownAsFarAsTheListGoesTheWindowFollows() {
    var walk = Walk(Post.numbered(1...10))
    #expect(walk.selected == 1)
    walk.press(.up)
    #expect(walk.selected == 1)
    walk.press(.down, .character("j"), .down)
    #expect(walk.selected == 4)
    #expect(walk.position.scroll == 0)
    walk.press(.down)
    #expect(walk.position.scroll == 80)
    for _ in 0..<20 { walk.press(.down) }
    #expect(walk.selected == 10)
    // Below the last card is the row that names the other list.
    #expect(walk.position.scroll == 600)
    walk.press(.character("k"))
    #expect(walk.selected == 9)
    #expect(walk.position.scroll == 600)
  }

  @Test
  func theEnds() {
    var walk = Walk(Post.numbered(1...10))
    walk.press(.end)
    #expect(walk.selected == 10)
    walk.press(.character("g"))
    #expect(walk.selected == 1)
    #expect(walk.position.scroll == 0)
    walk.press(.character("G"))
    #expect(walk.selected == 10)
    walk.press(.home)
    #expect(walk.selected == 1)
  }

  @Test
  func aPageGoesOnByWhatTheWindowHoldsAndReachesBothEnds() {
    var walk = Walk(Post.numbered(1...30))
    walk.press(.pageDown)
    #expect(walk.selected == 5)
    walk.press(.control("f"))
    #expect(walk.selected == 9)
    walk.press(.pageUp)
    #expect(walk.selected == 5)
    for _ in 0..<20 { walk.press(.pageDown) }
    #expect(walk.selected == 30)
    for _ in 0..<20 { walk.press(.control("b")) }
    #expect(walk.selected == 1)
  }

  @Test
  func aListThatFitsIsNeverScrolled() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.end, .pageDown, .down)
    walk.mouse(.wheelDown, x: 5, y: 5)
    #expect(walk.position.scroll == 0)
  }

  /// Ten posts, of which the third is expanded and 44 rows high.
  private func tall() -> Walk {
    var posts = Post.numbered(1...10)
    posts[2].body = Post.body(paragraphs: 19)
    var walk = Walk(posts)
    walk.press(.down, .down, .enter)
    return walk
  }

  @Test
  func anExpandedCardTallerThanTheWindowIsScrolledThroughFirst() {
    var walk = tall()
    #expect(walk.restingLayout().height(of: 2) == 880)
    #expect(walk.position.scroll == 200)
    var scrolls: [Double] = []
    while walk.selected == 3, scrolls.count < 50 {
      scrolls.append(walk.position.scroll)
      walk.press(.down)
    }
    // By two rows a key from its top to its end.
    #expect(scrolls == stride(from: 200, to: 660, by: 40).map { $0 } + [660])
    #expect(walk.selected == 4)
    #expect(walk.position.scroll == 760)
  }

  @Test
  func atTheEndsOfTheListATallCardStaysWhereItIs() {
    let body = (1...40).map { "line \($0)" }.joined(separator: "\n\n")
    var walk = Walk([.numbered(1, body: body)])
    walk.press(.enter)
    for keys in [[Key.down, .up], [.pageDown, .pageUp], [.control("f"), .control("b")]] {
      for _ in 0..<60 { walk.press(keys[0]) }
      let end = walk.position.scroll
      #expect(end > 500)
      walk.press(keys[0])
      #expect(walk.position.scroll == end)
      for _ in 0..<60 { walk.press(keys[1]) }
      #expect(walk.position.scroll == 0)
      walk.press(keys[1])
      #expect(walk.position.scroll == 0)
    }
  }

  @Test
  func comingBackUpItsEndIsSeenFirstThenItIsScrolledToItsTop() {
    var walk = tall()
    walk.press(.end)
    while walk.selected != 3 { walk.press(.up) }
    #expect(walk.position.scroll == 660)
    walk.press(.up)
    #expect(walk.position.scroll == 620)
    for _ in 0..<11 { walk.press(.up) }
    #expect(walk.position.scroll == 200)
    #expect(walk.selected == 3)
    walk.press(.up)
    #expect(walk.selected == 2)
  }

  @Test
  func pagesGoThroughItAsWellOneRowLessThanTheWindowEach() {
    var walk = tall()
    walk.press(.pageDown)
    #expect(walk.position.scroll == 600)
    walk.press(.pageDown)
    #expect(walk.position.scroll == 660)
    walk.press(.pageUp)
    #expect(walk.position.scroll == 260)
    walk.press(.pageUp)
    #expect(walk.position.scroll == 200)
    #expect(walk.selected == 3)
  }

  /// The first key shows the top of the first card, the last one the end of the list.
  @Test
  func theFirstKeyShowsTheTopOfTheFirstCard() {
    var posts = Post.numbered(1...10)
    posts[0].body = Post.body(paragraphs: 19)
    posts[9].body = Post.body(paragraphs: 19)
    var walk = Walk(posts)
    walk.press(.enter, .end, .home)
    #expect(walk.position.scroll == 0)
    #expect(walk.selected == 1)
    walk.press(.enter, .end, .enter, .home, .end)
    let cards = walk.restingLayout()
    #expect(cards.height(of: 9) == 880)
    #expect(walk.position.scroll == cards.height - 420)
  }

  @Test
  func theWheelScrollsThreeRowsTheSelectionStaysInTheWindow() {
    var walk = Walk(Post.numbered(1...30))
    let down = MouseEvent.Kind.wheelDown
    let up = MouseEvent.Kind.wheelUp
    walk.mouse(up, x: 5, y: 5)
    #expect(walk.position.scroll == 0)
    walk.mouse(down, x: 5, y: 5)
    #expect(walk.position.scroll == 60)
    #expect(walk.selected == 2)
    for _ in 0..<100 { walk.mouse(down, x: 5, y: 5) }
    #expect(walk.position.scroll == 2_600)
    #expect(walk.selected == 27)
    for _ in 0..<100 { walk.mouse(up, x: 5, y: 5) }
    #expect(walk.position.scroll == 0)
    #expect(walk.selected == 4)
  }
}

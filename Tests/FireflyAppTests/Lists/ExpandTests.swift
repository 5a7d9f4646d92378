import FireflyCore
import FireflyScreen
import FireflyText
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Expanding")
struct ExpandTests {
  private func format(_ post: Post, _ columns: Int = 74) -> Effect {
    .list(.formatBody(post.body, post: post.id, level: Walk.posts, columns: columns))
  }

  private func formatted(_ post: Post) -> Action {
    .list(
      .bodyFormatted(
        level: Walk.posts, post: post.id, MarkdownFormatter.format(post.body, width: 74)))
  }

  @Test
  func aCardWaitsForItsBodyToBeMeasuredAndMovesFromThenOnSeed002() {
    let post = Post.numbered(1, body: Post.body(paragraphs: 3))
    var walk = Walk([post, .numbered(2)], motion: .full)
    #expect(walk.send(.list(.cardPressed)) == [format(post)])
    #expect(walk.position.expandedID == 1)
    #expect(!walk.state.isMoving(at: walk.now))
    walk.now += 5
    walk.send(formatted(post))
    #expect(walk.state.isMoving(at: walk.now))
    #expect((0...0.03).contains(walk.state.list.expansion(of: 1, at: walk.now)))
    #expect(abs(walk.state.list.expansion(of: 1, at: walk.now + 0.15) - 0.5) < 1e-9)
    #expect(walk.state.list.expansion(of: 1, at: walk.now + 0.3) == 1)
  }

  @Test
  func onceMeasuredItExpandsAgainWithoutAsking() {
    let post = Post.numbered(1)
    var walk = Walk([post])
    #expect(walk.send(.list(.cardPressed)) == [format(post)])
    walk.send(formatted(post))
    #expect(walk.send(.list(.cardPressed)) == [])
    #expect(walk.position.expandedID == nil)
    #expect(walk.send(.list(.cardPressed)) == [])
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
  }

  @Test
  func openingAPartOfATextLoadsTheWhole() {
    var part = Post.numbered(1, body: "It is")
    part.facts.isExcerpt = true
    let whole = Post.numbered(1, body: "It is new.")
    let load = Effect.list(.loadText(of: 1, level: Walk.posts))
    var walk = Walk([part, .numbered(2)])
    #expect(walk.send(.list(.cardPressed)) == [format(part), load])
    walk.send(formatted(part))
    walk.send(.list(.textResponse(.failure("No."))))
    #expect(walk.text.contains("No."))
    // Closed and opened, it is asked for again.
    walk.send(.list(.cardPressed))
    #expect(walk.send(.list(.cardPressed)) == [load])
    #expect(walk.send(.list(.textResponse(.success(whole)))) == [format(whole)])
    walk.send(formatted(whole))
    #expect(walk.text.contains("It is new."))
    walk.send(.list(.cardPressed))
    #expect(walk.send(.list(.cardPressed)) == [])
  }

  @Test
  func aListThatComesAgainWithAPartOfTheOpenTextLoadsTheWhole() {
    var part = Post.numbered(1, body: "It is")
    var walk = Walk([part])
    walk.send(.list(.cardPressed))
    part.facts.isExcerpt = true
    let load = Effect.list(.loadText(of: 1, level: Walk.posts))
    #expect(walk.answer(Walk.posts, [part]).contains(load))
  }

  @Test(arguments: [40, 80, 120])
  func anOpenCardHasItsWholeTitle(width: Int) {
    var post = Post.numbered(1, body: "The body.")
    post.title = (1...30).map { "word\($0)" }.joined(separator: " ")
    var walk = Walk([post, .numbered(2)], width: width, height: 40, motion: .full)
    #expect(walk.text.contains("…") && !walk.text.contains("word30"))
    walk.press(.enter)
    walk.wait(1)
    let words = walk.text.matches(of: /word\d+/).map { String($0.0) }
    let shown = width == 40 ? words.count : 30
    #expect(words == (1...30).prefix(shown).map { "word\($0)" } && shown > 12)
    // The summary follows the title, and the body the summary.
    let rows = (0..<40).map { walk.row($0) }
    let last = rows.lastIndex { $0.contains("word") } ?? 0
    #expect(rows[last + 1].contains("summary 1"))
    #expect(rows[(last + 2)...].contains { $0.contains("The body.") })
    walk.press(.enter)
    walk.wait(1)
    #expect(!walk.text.contains("word30"))
  }

  @Test
  func pressedAgainBeforeItsBodyCameItStaysCompact() {
    let post = Post.numbered(1)
    var walk = Walk([post])
    walk.send(.list(.cardPressed))
    walk.send(.list(.cardPressed))
    walk.send(formatted(post))
    #expect(walk.position.expandedID == nil)
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 0)
  }

  /// One card is expanded at a time: one grows while the other shrinks, together.
  @Test
  func oneCardIsExpandedAtATimeOneGrowsWhileTheOtherShrinks() {
    var walk = Walk(Post.numbered(1...5), motion: .full)
    walk.press(.enter)
    walk.wait(0.3)
    walk.press(.down, .enter)
    #expect(walk.position.expandedID == 2)
    for step in 0...10 {
      let now = walk.now + 0.03 * Double(step)
      let sum =
        walk.state.list.expansion(of: 1, at: now) + walk.state.list.expansion(of: 2, at: now)
      #expect(abs(sum - 1) < 1e-9)
    }
    walk.wait(0.3)
    #expect(walk.state.list.expansions == [2: Animated(0, to: 1, at: walk.now - 0.3)])
  }

  @Test
  func theExpandedCardScrollsToTheTopSeed000AsFarAsTheListGoes() {
    var walk = Walk(Post.numbered(1...30))
    for _ in 0..<9 { walk.press(.down) }
    walk.press(.enter)
    #expect(walk.position.scroll == 900)
    walk.press(.end, .enter)
    let window = walk.state.layout.windowHeight
    #expect(walk.position.scroll == walk.restingLayout().height - window)
  }

  @Test
  func aCardThatShrinksAboveDoesNotMoveTheOneThatScrollsPastIt() {
    var posts = Post.numbered(1...30)
    posts[2].body = Post.body(paragraphs: 20)
    var walk = Walk(posts, motion: .full)
    walk.press(.down, .down, .enter)
    walk.wait(0.3)
    walk.press(.end, .end, .up, .up, .enter)
    walk.wait(0.3)
    #expect(walk.selected == 28)
    #expect(walk.state.list.expansions.keys.sorted() == [28])
    let cards = walk.restingLayout()
    #expect(walk.position.scroll == cards.scrollToTop(of: 27, window: 420))
  }

  /// Expanding and scrolling go on together, and can be turned round at any moment.
  @Test
  func expandingAndScrollingGoOnTogether() {
    var random = SplitMix(seed: 11)
    for _ in 0..<40 {
      var walk = Walk(Post.numbered(1...30), motion: .full)
      for _ in 0..<Int.random(in: 0...29, using: &random) { walk.press(.down) }
      for _ in 0..<6 {
        let scroll = walk.state.list.scroll(walk.position, at: walk.now)
        let expansions = walk.ids.map { walk.state.list.expansion(of: $0, at: walk.now) }
        walk.press(.enter)
        // The first step is half a row of a list that scrolls by twenty rows.
        #expect(abs(walk.state.list.scroll(walk.position, at: walk.now) - scroll) < 10)
        #expect(
          zip(walk.ids, expansions).allSatisfy {
            abs(walk.state.list.expansion(of: $0, at: walk.now) - $1) <= 0.03
          })
        walk.wait(.random(in: 0...0.4, using: &random))
      }
      walk.wait(1)
      #expect(!walk.state.isMoving(at: walk.now))
    }
  }

  @Test
  func afterAnotherWidthItIsMeasuredAnewAndMovesAllTheSame() {
    var walk = Walk(Post.numbered(1...9), motion: .full)
    walk.press(.enter)
    walk.wait(1)
    walk.press(.enter)
    walk.wait(1)
    walk.send(.resized(Size(width: 60, height: 24)))
    #expect(walk.send(.list(.cardPressed)) == [format(.numbered(1), 54)])
    walk.send(
      .list(
        .bodyFormatted(
          level: Walk.posts, post: 1, MarkdownFormatter.format("Some words.", width: 54))))
    #expect(walk.state.isMoving(at: walk.now))
    #expect((0...0.03).contains(walk.state.list.expansion(of: 1, at: walk.now)))
  }

  @Test
  func aBodyThatComesLateFindsItsCardExpanded() {
    let post = Post.numbered(1, body: Post.body(paragraphs: 4), children: 2)
    var walk = Walk([post, .numbered(2)])
    walk.send(.list(.cardPressed))
    walk.send(.list(.childIndicatorPressed))
    walk.answer(1, Post.numbered([3]))
    walk.send(formatted(post))
    walk.press(.left)
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
    #expect(walk.text.contains("Paragraph 4."))
  }

  @Test
  func behindAnotherTabLikewise() {
    let post = Post.numbered(1, body: Post.body(paragraphs: 4))
    var walk = Walk([post, .numbered(2)])
    walk.send(.list(.cardPressed))
    walk.press(.function(3))
    walk.send(formatted(post))
    walk.press(.function(1))
    #expect(walk.text.contains("Paragraph 4."))
  }

  @Test
  func bodiesAreKeptForAFewCardsOnly() {
    var walk = Walk(Post.numbered(1...200))
    for _ in 0..<199 { walk.press(.enter, .down) }
    #expect(walk.state.list.bodies.count <= 66)
    #expect(walk.position.expandedID == 199)
  }

  @Test
  func aPostWithoutABodyExpandsAsWell() {
    var walk = Walk([.numbered(1, body: ""), .numbered(2)])
    walk.press(.enter)
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
    #expect(walk.restingLayout().height(of: 0) == 140)
  }

  @Test
  func withNothingSelectedThereIsNothingToExpand() {
    var walk = Walk([])
    #expect(walk.press(.enter, .right, .down, .pageDown, .end, .character("y")) == [])
    #expect(walk.selected == nil)
  }
}

extension Animated {
  /// A number that set out at `start` for `target`.
  init(_ start: Double, to target: Double, at now: Double) {
    self.init(start)
    move(to: target, at: now)
  }
}

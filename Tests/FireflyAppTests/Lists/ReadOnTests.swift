import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Space reads on in an open card, which shows that it goes on.
@Suite struct ReadOnTests {
  private func long(_ paragraphs: Int, height: Int = 24, width: Int = 80) -> Walk {
    Walk(
      [.numbered(1), .numbered(2, body: Post.body(paragraphs: paragraphs)), .numbered(3)],
      width: width, height: height)
  }

  /// The rows of the card's body that were on the screen.
  private func seen(_ walk: Walk) -> Set<String> {
    Set(walk.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
  }

  @Test(arguments: [1, 3, 9, 30], [12, 24, 40])
  func everyRowIsSeenBeforeItCloses(paragraphs: Int, height: Int) {
    var walk = long(paragraphs, height: height)
    walk.press(.down, .character(" "))
    #expect(walk.position.expandedID == 2)
    var seen: Set<String> = []
    var pages = 0
    while walk.position.expandedID == 2, pages < 99 {
      seen.formUnion(self.seen(walk))
      walk.press(.character(" "))
      pages += 1
    }
    #expect(walk.position.expandedID == 3)
    let rows = walk.state.list.bodies[2]?.lines.map(\.text) ?? []
    for row in rows where !row.isEmpty {
      #expect(
        seen.contains { $0.contains(row.prefix(20)) }, "\(row) at \(height)")
    }
    #expect(walk.selected == 3)
    // The last one only closes; Enter closes at once.
    walk.press(.character(" "))
    #expect(walk.selected == 3 && walk.position.expandedID == nil)
    walk.press(.enter, .enter)
    #expect(walk.position.expandedID == nil)
  }

  /// At every place, a key reads each post; a row that has nothing to open is selected.
  @Test(arguments: KeysAtPlacesTests.places.map(\.name))
  func aKeyReadsEachPost(place: String) throws {
    var walk = Walk(motion: .none, email: nil)
    walk.state.site = try #require(KeysAtPlacesTests.places.first { $0.name == place }).site
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, (1...4).map { .numbered($0, body: "Words.") })
    walk.press(.character(" "))
    for id in 2...4 {
      walk.press(.character(" "))
      #expect(walk.selected == id && walk.position.expandedID == id)
    }
    var query = Post.numbered(6)
    (query.template, query.body) = (.query, "")
    walk.answer(Walk.searches, [.numbered(5, body: "words"), query])
    walk.press(.function(2), .character(" "), .character(" "))
    #expect(walk.selected == 6 && walk.position.expandedID == nil)
  }

  /// The sign is there exactly while a row is hidden, and says how many.
  @Test(arguments: [1, 4, 30], [12, 24, 40])
  func theSignSaysHowMuchIsHidden(paragraphs: Int, height: Int) {
    var walk = long(paragraphs, height: height)
    walk.press(.down, .enter)
    var last: Int?
    for _ in 0..<300 {
      let cards = walk.restingLayout()
      let end = (cards.top(of: 1) + cards.height(of: 1)) / 20 - 1
      let hidden = Int(end - (walk.position.scroll + walk.state.layout.windowHeight) / 20)
      let sign = walk.frame.pressables.first { $0.id == "more-2" }
      #expect((sign != nil) == (hidden > 0))
      let row = walk.row(walk.state.layout.list.maxY - 1)
      #expect(row.contains("▼") == (hidden > 0), "\(row)")
      if let number = row.firstMatch(of: /(\d+) (?:more )?▼/)?.1 { #expect(Int(number) == hidden) }
      if last == hidden, hidden <= 0 { break }
      last = hidden
      walk.press(.down)
      if walk.selected != 2 { break }
    }
  }

  @Test func aClickOnTheSignIsAPage() throws {
    var walk = long(30)
    walk.press(.down, .enter)
    let before = walk.position.scroll
    let point = try #require(walk.frame.point(of: "more-2"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.position.expandedID == 2)
    #expect(walk.position.scroll == before + 400)
  }

  /// The sign covers no letter.
  @Test(arguments: [40, 57, 80, 120]) func theSignCoversNoWords(width: Int) {
    var walk = long(30, width: width)
    walk.press(.down, .enter)
    for _ in 0..<40 {
      let list = walk.state.layout.list
      var whole = walk
      whole.perform(.resized(Size(width: width, height: 400)))
      let words = walk.row(list.maxY - 1).replacing("▼", with: "")
        .replacing(/\d+ (more)? *$/, with: "").trimmingCharacters(in: .whitespaces)
      #expect(words.isEmpty || whole.text.contains(words), "\(words)")
      walk.press(.down)
    }
  }

  @Test func halfPagesScrollTextAndList() {
    var walk = long(30)
    walk.press(.down, .enter)
    let before = walk.position.scroll
    walk.press(.control("d"))
    #expect(walk.position.scroll == before + 180)
    walk.press(.control("u"))
    #expect(walk.position.scroll == before)
    var list = Walk(Post.numbered(1...40))
    list.press(.control("d"))
    #expect(list.selected == 3)
    list.press(.pageDown, .control("u"))
    #expect(list.selected == 5)
  }

  @Test func aLeafSaysThatItHasNoReplies() {
    var walk = Walk([.numbered(1, email: "grace@example.org")])
    #expect(walk.press(.right) == [])
    #expect(walk.state.note?.text == "No replies. + writes one.")
    #expect(walk.state.current.navigator.depth == 0)
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Testing

@testable import FireflyApp

/// Layers over the lists, spoken from what they hold.
@Suite struct SpokenLayerTests {
  private static let page = "https://example.org/light"
  private static let markdown = """
    # Two

    See [a](https://example.org/A) and [b](https://example.org/B).

    > Then there is [c](https://example.org/C).

    ```
    let c = 3
    ```
    """

  /// A walk with an article open, as line mode formats it.
  private func reading() -> Walk {
    var walk = Walk(
      [Post(id: 1, title: "Two", body: "<\(Self.page)>"), .numbered(2)], width: 80, height: 200,
      motion: .none)
    walk.press(.character("b"))
    let article = Article(address: Self.page, title: "Two", markdown: Self.markdown)
    walk.perform(.article(.response(page: Self.page, .success(article))))
    let text = MarkdownFormatter.format(Self.markdown, width: 76, symbols: .spoken)
    walk.perform(.article(.formatted(page: Self.page, text)))
    return walk
  }

  @Test func anArticleIsReadByParagraphs() {
    var walk = reading()
    var heard = Heard()
    func next() -> [String] { walk.reading.sentences(since: &heard) }
    #expect(next() == ["Article: Two. 4 paragraphs, 3 links.", "heading: Two"])
    walk.press(.down)
    #expect(next() == ["See a [link 1] and b [link 2]."])
    walk.press(.down)
    #expect(next() == ["quote: Then there is c [link 3]."])
    #expect(walk.reading.place(heard) == ["Paragraph 3 of 4."])
    walk.press(.down)
    #expect(next() == ["code:\n  let c = 3"])
    walk.press(.down)
    #expect(next() == [])
    #expect(
      walk.reading.nothingNew(after: "", since: nil) == "That was the last one; esc closes this.")
    walk.press(.home)
    #expect(next() == ["heading: Two"])
  }

  /// As they are said: not as they happen to stand on the screen.
  @Test func numbersOpenTheLinksOfAnArticle() {
    let walk = reading()
    for (number, name) in [(1, "A"), (2, "B"), (3, "C")] {
      #expect(
        walk.reading.action(forNumber: number)
          == [.article(.linkPressed("https://example.org/\(name)"))])
    }
    #expect(walk.reading.action(forNumber: 4) == nil)
  }

  @Test func wordsOfAnArticleAreFound() {
    var walk = reading()
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    walk.press(.character("/"))
    walk.perform(.filter(.pasted("then")))
    walk.perform(.filter(.accepted))
    #expect(
      walk.reading.sentences(since: &heard) == [
        "“then”: in 1 of its paragraphs.", "quote: Then there is c [link 3].",
      ])
  }

  @Test func aConflictIsItsChangedLinesAndThreeChoices() throws {
    let theirs = PostText(title: "sailing", summary: "", body: "one\n\ntwo theirs\n\nthree")
    let mine = PostText(title: "sailing", summary: "", body: "one\n\ntwo mine\n\nthree")
    let comparison = Comparison(theirs: Draft.Base(words: theirs), mine: mine)
    let layout = ScreenLayout(size: Size(width: 80, height: 200), tunables: Tunables())
    var walk = Walk([.numbered(1)])
    walk.state.focus.push(Conflict(comparison, at: .edit(1), layout))
    let spoken = try #require(walk.reading.spokenLayer)
    #expect(
      spoken.whole == [
        "Someone changed this post while you were editing.",
        "Text, on the server: two theirs.", "Text, yours: two mine.", "1: keep mine",
        "2: take theirs; asks first", "3: both, change by change",
        "esc goes back to your text.",
      ])
    #expect(
      spoken.choices
        == [.conflict(.minePressed), .conflict(.theirsPressed), .conflict(.bothPressed)])
  }

  @Test func aMenuHasANumberForEachItem() throws {
    var walk = Walk(Post.numbered(1...3), motion: .none)
    walk.perform(.menu(.opened(2, at: Point(x: 1, y: 1))))
    let menu = try #require(walk.state.focus[Menu.self])
    let spoken = try #require(walk.reading.spokenLayer)
    #expect(spoken.lines == menu.items.enumerated().map { "\($0 + 1): \($1.title)" })
    #expect(spoken.choices.last == .menu(.pressed(menu.items.count - 1)))
  }

  /// Ten lines at a time, in at most 120 words; a selected line is said in full.
  @Test func anOutlineIsSaidByTens() throws {
    let top = Post(id: 1, title: "many replies")
    let long = "a comment that goes on for more than a few words, as they do"
    let replies = (2...110).map {
      OutlineBranch.Node(
        post: Post(id: $0, title: "", summary: "\(long) \($0)", authorName: "ada"),
        depth: $0.isMultiple(of: 5) ? 2 : 1)
    }
    var walk = Walk([top], motion: .none)
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 1, .success(.init(replies)))))
    var heard = Heard()
    let first = walk.reading.sentences(since: &heard)
    #expect(first.count == 11)
    #expect(first[0].contains("Lines 1 to 10"))
    #expect(first[2] == "2: ada: a comment that goes on for more… Level 1.")
    #expect(first.joined(separator: " ").split(separator: " ").count <= 120)
    walk.press(.down)
    let next = walk.reading.sentences(since: &heard)
    #expect(next.count == 1 && next[0].hasPrefix("2: ada: \(long)"))
    let action = try #require(walk.reading.action(forCommand: .pageDown))
    walk.perform(action)
    let page = walk.reading.sentences(since: &heard)
    #expect(page[0].contains("Lines 11 to 20") && page.count == 11)
    let place = walk.reading.place(heard)
    #expect(place.count == 2 && place[0] == "Outline, line 12 of 110.")
    #expect(walk.reading.action(forNumber: 100) == [.outline(.linePressed(99))])
  }

  @Test func theSentenceWithTheWordIsSaid() {
    let body = "The first one. In **spring** the boat leaks, and so do I. The last one."
    let post = Post(id: 1, title: "sailing", summary: "a boat", body: body)
    #expect(
      MatchedSentence.sentence(with: "LEAKS", in: post)
        == "In spring the boat leaks, and so do I.")
    #expect(MatchedSentence.sentence(with: "sailing", in: post) == nil)
    let long = Post(id: 1, title: "t", body: String(repeating: "word ", count: 500) + "needle end")
    let found = MatchedSentence.sentence(with: "needle", in: long) ?? ""
    #expect(found.hasPrefix("… word") && found.hasSuffix("needle end") && found.count < 150)
  }

  // MARK: Find

  /// A walk among three posts of which two have a word, after it was sought.
  private func found(_ words: String, matches: [Int]) -> Walk {
    var walk = Walk([3, 2, 1].map { Post.numbered($0, body: $0 == 2 ? "none" : "a knot") })
    walk.press(.character("/"))
    walk.type(words)
    walk.perform(
      .find(.matchesResponse(words, indices: matches, of: 3)))
    walk.press(.enter)
    return walk
  }

  @Test func aHitIsOpenedByEnterAndByItsNumber() throws {
    var walk = found("knot", matches: [0, 2])
    let enter = try #require(walk.reading.action(forCommand: .enter))
    let opening = try #require(walk.reading.openingMatch(by: enter))
    for action in opening { walk.perform(action) }
    #expect(walk.state.focus.isEmpty && walk.position.expandedID == 3)
    var other = found("knot", matches: [0, 2])
    let actions = try #require(other.reading.action(forNumber: 2))
    for action in actions { other.perform(action) }
    #expect(other.state.focus.isEmpty && other.position.expandedID == 2)
    #expect(other.reading.action(forNumber: 9) == nil)
  }

  @Test func whatIsNotInTheListIsSaid() {
    var walk = found("zzz", matches: [])
    #expect(walk.reading.action(forCommand: .down) == nil)
    #expect(
      walk.reading.nothingNew(after: "down", since: walk.reading) == "“zzz” is not in this list.")
    walk.press(.escape)
    #expect(walk.selected == 3)
  }

  // MARK: Sentences

  @Test func nothingIsAddedToAnAddress() {
    var walk = Walk([.numbered(1)])
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    walk.perform(.noted("https://e.example/a?b=c", isError: false, inList: false))
    #expect(
      walk.reading.sentences(since: &heard) == ["https://e.example/a?b=c"])
    // Keys are named as they are outside of a text.
    walk.perform(.noted("Ctrl-S does nothing here.", isError: false, inList: false))
    #expect(walk.reading.sentences(since: &heard) == ["Ctrl-S does nothing here."])
  }

  @Test func anEmptyListHasNoFirstPost() {
    let walk = Walk([])
    for line in ["end", "pgdn", "", "home", "up"] {
      #expect(walk.reading.nothingNew(after: line, since: walk.reading) == "There is no post here.")
    }
    // The time that passed is no change.
    var later = walk
    later.now += 1
    #expect(later.reading.nothingNew(after: "s", since: walk.reading) != "Done.")
  }
}

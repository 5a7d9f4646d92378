import FireflyCore
import FireflyModel
import FireflyText
import Testing

@testable import FireflyApp

/// What line mode says of the state.
@Suite struct SentencesTests {
  @Test func onlyWhatIsNewIsSaid() {
    var walk = Walk(Post.numbered(1...3), motion: .none)
    var heard = Heard()
    let first = walk.reading.sentences(since: &heard)
    #expect(first.contains { $0.hasPrefix("Everyone's posts. 3 posts.") })
    #expect(first.contains { $0.hasPrefix("1 of 3. ") })
    #expect(walk.reading.sentences(since: &heard) == [])
    walk.press(.down)
    let next = walk.reading.sentences(since: &heard)
    #expect(next.count == 1 && next[0].hasPrefix("2 of 3. "))
  }

  @Test func aNumberOpensThePostAtThatPlace() {
    let walk = Walk(Post.numbered(1...3), motion: .none)
    let actions = walk.reading.action(forNumber: 2)
    #expect(actions?.contains(.list(.cardPressed)) == true)
    #expect(walk.reading.action(forNumber: 4) == nil)
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
      text.spoken?.paragraphs == [
        "heading: A heading",
        "One paragraph that is longer than a line of the screen, with a link [link 1] in it. "
          + "Its second sentence.",
        "item: an item that is also longer than a line of the screen, and goes on", "item: short",
        "quote: Quoted words that go on for more than a line of a narrow screen.",
        "code, 2 lines:\n  let a = 1\n  let b = 2",
      ])
  }

  /// What a source says in a summary is not said again: author and replies.
  @Test func nothingOfASourceIsSaidTwice() {
    var post = Post(id: 1, title: "A story", authorName: "ada")
    post.state(place: "example.org", value: "12 points", author: "ada", replies: 42)
    post.childCount = 5
    var walk = Walk([post], motion: .none)
    walk.state.site = Site(.reading, name: "Hacker News", lists: ["front page"], as: .signedOut)
    let sentences = PostSentences(
      post: post, place: 1, count: 1, hasMore: false,
      canvas: Canvas(walk.state.context(at: walk.now)), thread: nil)
    let words = sentences.item.split { !$0.isLetter && !$0.isNumber }
    #expect(words.count { $0 == "ada" } == 1 && words.count { $0 == "replies" } == 1, "\(words)")
    #expect(sentences.item.contains("12 points") && sentences.item.contains("42 replies"))
  }

  /// The text of an untitled post begins with what its item says.
  @Test func anOpeningIsNotReadTwice() {
    let post = Post(id: 1, title: "", body: "Only these words, and a few more of them.")
    let walk = Walk([post], motion: .none)
    let sentences = PostSentences(
      post: post, place: 1, count: 1, hasMore: false,
      canvas: Canvas(walk.state.context(at: walk.now)), thread: nil)
    #expect(sentences.item.contains("Only these words"))
    let text = MarkdownFormatter.format(post.body, width: 76, symbols: .spoken)
    let whole = sentences.whole(text, picture: nil, hasItem: false).joined(separator: " ")
    #expect(whole.ranges(of: "Only these words").count == 1, "\(whole)")
  }

  /// A message is one sentence: the user is where they were.
  @Test func aRefusalIsOneSentence() {
    var walk = Walk(
      [Post(id: 1, title: "another's", authorEmail: "x@example.org")], motion: .none)
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    walk.press(.character("e"))
    let said = walk.reading.sentences(since: &heard)
    #expect(said == ["You can edit your own posts only."])
    if let action = walk.reading.actionToGoOn { walk.perform(action) }
    #expect(walk.reading.sentences(since: &heard) == [])
  }

  /// Whether something was done is known, also if nothing was said.
  @Test func nothingChangedOnlyIfNothingDid() {
    var walk = Walk(Post.numbered(1...3), motion: .none)
    let before = walk.reading
    #expect(walk.reading.nothingNew(after: "s", since: before) == "Nothing changed.")
    walk.press(.down)
    #expect(walk.reading.nothingNew(after: "s", since: before) == "Done.")
  }

  @Test func whatTheScreenSaysIsSaidWhereOneIs() {
    var walk = Walk(Post.numbered(1...3), motion: .none)
    walk.state.badges.news = [.users]
    walk.press(.enter)
    let place = walk.reading.place(Heard())
    #expect(place.first == "Everyone's posts. 3 posts. New in users.", "\(place)")
    #expect(place.last?.hasSuffix("It is open.") == true)
  }

  /// What is muted is one line, until it is opened.
  @Test func aMutedPostIsNotRead() {
    var post = Post.numbered(1, body: "About a knot.", email: "ben@example.org")
    post.title = "Which knot?"
    var walk = Walk([post])
    walk.state.settings.muted = Muted(words: ["knot"])
    var heard = Heard()
    let said = walk.reading.sentences(since: &heard)
    #expect(said.last == "1 of 1. Muted: knot.", "\(said)")
    walk.press(.enter)
    let opened = walk.reading.sentences(since: &heard)
    #expect(opened.first?.contains("Which knot?") == true, "\(opened)")
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What was said decides what is said next, and what a number means.
@Suite struct HeardTests {
  private func load(_ posts: [Post], into walk: inout Walk) {
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(PostPage(posts: posts)))))
  }

  /// A number means the post that stood there when the places were said.
  @Test func aNumberMeansWhatWasSaid() {
    var (walk, heard) = Walk.heard(Post.numbered(1...3))
    let first = walk.state.list.posts[0].id
    load([.numbered(9)] + Post.numbered(1...3), into: &walk)
    #expect(walk.reading.sentences(since: &heard) == [])
    let actions = walk.reading.action(forNumber: 1, heard: heard)
    #expect(actions?.first == .list(.postSelected(first)))
    // Once places are said again, it means what stands there.
    heard.placeSaid(walk.reading)
    #expect(
      walk.reading.action(forNumber: 1, heard: heard)?.first
        == .list(.postSelected(9)))
  }

  /// What came unsaid is counted when the list is loaded again, and what has gone.
  @Test func aReloadSaysWhatHasChanged() {
    var (walk, heard) = Walk.heard(Post.numbered(1...3))
    let others = walk.state.list.posts
    load([.numbered(9), .numbered(8)] + others, into: &walk)
    _ = walk.reading.sentences(since: &heard)
    heard.reloadBegan()
    load([.numbered(9), .numbered(8)] + others.dropLast(), into: &walk)
    let said = walk.reading.sentences(since: &heard)
    #expect(said.first == "2 new posts, 1 post is gone.", "\(said)")
    #expect(said.last?.hasPrefix("3 of 4. ") == true, "\(said)")
    heard.reloadBegan()
    #expect(walk.reading.sentences(since: &heard) == [])
  }

  /// Another list in the same place is no change of the first one.
  @Test func aReloadOfAnotherListComparesNothingWithTheFirst() {
    var (walk, heard) = Walk.heard(Post.numbered(1...6))
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([2]))
    _ = walk.reading.sentences(since: &heard)
    #expect(walk.state.current.audience != .everyone)
    heard.reloadBegan()
    load(Post.numbered([2]), into: &walk)
    #expect(walk.reading.sentences(since: &heard) == [])
    heard.reloadBegan()
    load(Post.numbered([7, 2]), into: &walk)
    #expect(walk.reading.sentences(since: &heard).first == "1 new post.")
  }

  /// The next page is not new, and its end not gone.
  @Test func furtherPagesAreNotNew() {
    let all = Post.numbered(1...6)
    var (walk, heard) = Walk.heard(all)
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .success(PostPage(posts: Array(all.prefix(3)), next: "x")))))
    _ = walk.reading.sentences(since: &heard)
    #expect(walk.state.list.posts.count >= 3)
    heard.reloadBegan()
    _ = walk.reading.sentences(since: &heard)
    heard.reloadBegan()
    #expect(walk.reading.sentences(since: &heard) == [])
  }

  /// What was spoken is read.
  @Test func aSpokenTextIsRead() throws {
    var (walk, heard) = Walk.heard([.numbered(1, body: "a text"), .numbered(2)])
    walk.state.setReadMarks(ReadMarks(since: 0))
    walk.state.readMarks.index.insert(1)
    walk.perform(.list(.postSelected(1)))
    walk.perform(.list(.cardPressed))
    _ = walk.reading.sentences(since: &heard)
    #expect(heard.spoken == 1)
    walk.perform(try #require(walk.reading.actionToMarkRead(1)))
    #expect(walk.reading.actionToMarkRead(1) == nil)
  }

  /// A failure that stays is said once.
  @Test func aFailureThatStaysIsSaidOnce() {
    var (walk, heard) = Walk.heard(Post.numbered(1...2))
    walk.perform(.noted("Not saved. No.", isError: true))
    #expect(walk.reading.sentences(since: &heard) == ["Not saved. No."])
    walk.state.note = Note(text: "Other words.", isError: false, until: 1e9)
    #expect(walk.reading.sentences(since: &heard) == ["Other words."])
    walk.state.note = Note(text: "Not saved. No.", isError: true, until: .infinity)
    #expect(walk.reading.sentences(since: &heard) == [])
  }

  // MARK: Words

  @Test func keysAreTypedNotPressed() {
    #expect(
      Surroundings.typing("Press e on “Press on” to go on.") == "Type e on “Press on” to go on.")
    #expect(Surroundings.typing("Gone; press r.") == "Gone; type r.")
  }

  @Test func signsAreNoWords() {
    #expect("3 · go deeper now".beginning(words: 3) == "3 · go deeper…")
    #expect("one two".beginning(words: 2) == "one two")
  }

  /// A suggestion says enough.
  @Test func aComplaintOfTheConfigurationIsShort() {
    let text = "unknown setting; the settings are a, b or c. Did you mean motion?"
    #expect(
      SettingsError(place: "config", text: text).brief
        == "config: unknown setting. Did you mean motion?")
    let other = SettingsError(place: "config", text: "“x” is not valid; use a or b.")
    #expect(other.brief == other.description)
  }

  @Test func namesOfFieldsAreShort() {
    func short(_ name: String) -> String {
      LineField(field: .title, name: name, text: "").shortName
    }
    #expect(short("Address of a feed, or of a page that names it") == "address")
    #expect(short("Your name for it") == "name")
    #expect(short("Words to search for") == "words")
    #expect(short("Title") == "title")
  }

  // MARK: Posts

  private func sentences(_ post: Post, thread: PostSentences.Place? = nil) -> PostSentences {
    let walk = Walk([post], motion: .none)
    return PostSentences(
      post: post, place: 1, count: 1, hasMore: false,
      canvas: Canvas(walk.state.context(at: walk.now)), thread: thread)
  }

  @Test func whoGoesOnAnswersNobodyElse() {
    let own = Post(id: 1, title: "", body: "x", authorName: "Ada")
    let above = Post(id: 2, title: "", body: "y", authorName: "Ada")
    let other = Post(id: 3, title: "", body: "y", authorName: "Ben")
    #expect(
      sentences(own, thread: .init(level: 3, answers: above, replies: 0, isTop: false)).item
        == "1 of 1. Ada. Level 3.")
    #expect(
      sentences(own, thread: .init(level: 3, answers: other, replies: 0, isTop: false)).item
        == "1 of 1. Ada. Level 3, to Ben.")
  }

  /// Replies are all that is below a post; where only the direct ones are known, that is said.
  @Test func directRepliesAreNotCalledReplies() {
    var post = Post(id: 1, title: "a", authorName: "Ada")
    post.childCount = 2
    #expect(sentences(post).item.hasSuffix(" 2 direct replies."))
    var place = PostSentences.Place(level: 1, answers: nil, replies: 4, isTop: false)
    #expect(sentences(post, thread: place).item.hasSuffix(" 4 replies."))
    // Those below it have not come.
    place = .init(level: 1, answers: nil, replies: 0, isTop: false)
    #expect(sentences(post, thread: place).item.hasSuffix(" 2 direct replies."))
    post.feed = .init(descendants: 9)
    #expect(sentences(post).item.hasSuffix(" 9 replies."))
  }

  @Test func aTitleIsSaidOnceAndAnOwnSummaryAsItIs() {
    #expect(sentences(Post(id: 1, title: "same", summary: "same")).item == "1 of 1. same.")
    var own = Post(id: 1, title: "Which knot?", summary: "Linus · 3 replies", authorName: "Linus")
    own.childCount = 2
    own.feed = .init(descendants: 2)
    #expect(sentences(own).item == "1 of 1. Which knot? Linus · 3 replies. Linus. 2 replies.")
  }

  @Test func aPostWithoutTextSaysSo() {
    #expect(
      sentences(Post(id: 1, title: "a")).whole(nil, picture: nil, hasItem: true)
        == ["It has no text."])
  }

  /// Muted in all that is said.
  @Test func aMutedPostIsNotSaid() {
    var walk = Walk(
      [Post(id: 1, title: "a knot", body: "x"), Post(id: 2, title: "other", body: "a knot")],
      email: nil)
    walk.state.settings.muted = Muted(words: ["knot"])
    let place = walk.reading.place(Heard())
    #expect(place.last == "1 of 2. Muted: knot.", "\(place)")
  }
}

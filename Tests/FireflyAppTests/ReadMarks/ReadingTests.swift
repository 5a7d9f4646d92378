import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// A post counts as read only if its words were on the screen while it was selected.
@Suite struct ReadingTests {
  private func unread(_ walk: Walk) -> [Int] { walk.state.readMarks.index.posts.sorted() }

  private func marks(_ highest: Int = 0) -> ReadMarks {
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: highest))
    return marks
  }

  /// The thread, of which everything by others is new.
  private func thread(height: Int = 24, muted: [String] = []) -> Walk {
    var walk = Walk(height: height)
    walk.state.setReadMarks(marks())
    walk.state.settings.muted = Muted(words: muted)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [Conversation.parent])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(walk.level, Conversation.replies)
    return walk
  }

  private func rest(_ walk: inout Walk) {
    walk.wait(0.1)
    walk.wait(1.1)
    walk.wait(1.1)
  }

  @Test func aReplyIsReadWhenItsTextWasInViewForASecond() {
    var walk = thread()
    #expect(unread(walk) == [11, 12, 14, 15, 16, 17])
    walk.press(.down)
    rest(&walk)
    #expect(unread(walk) == [12, 14, 15, 16, 17])
  }

  @Test(arguments: ["click", "key", "end", "next"])
  func aFoldedReplyIsNotRead(by way: String) throws {
    var walk = thread(height: 40)
    walk.press(.down, .character("Z"), .home)
    switch way {
    case "click":
      let point = try #require(walk.frame.point(of: "card-16"))
      walk.mouse(.press, x: point.x, y: point.y)
    case "key": walk.press(.down, .down)
    case "end": walk.press(.end)
    default: break
    }
    rest(&walk)
    // And on to later ones.
    walk.press(.up, .down, .end)
    rest(&walk)
    if way != "click" { #expect(unread(walk).count >= 5, "\(unread(walk))") }
    #expect(unread(walk).contains(17))
  }

  @Test func theKeyForTheNextUnreadPostUnfoldsWhatItGoesTo() {
    var walk = thread(height: 40, muted: ["cost"])
    #expect(walk.text.contains("muted: cost"))
    walk.press(.character("Z"), .home)
    walk.press(.character("N"))
    #expect(walk.selected == 11)
    #expect(walk.text.contains("How bright is it?"))
    #expect(!walk.state.list.isFolded(11))
    walk.press(.character("N"))
    #expect(walk.selected == 12)
    // The one before is read.
    #expect(!unread(walk).contains(11))
    walk.state.readMarks.index.remove(12)
    walk.state.readMarks.index.remove(14)
    walk.state.readMarks.index.remove(15)
    // What is muted stays closed.
    walk.press(.character("N"))
    #expect(walk.selected == 17)
    #expect(!walk.text.contains("What does it cost to run?"))
  }

  @Test func aTextBelowTheWindowIsNotRead() {
    // The picture fills the window.
    var post = Post.numbered(12, image: "tall.png")
    post.authorEmail = "ben@example.org"
    var walk = Walk(height: 12)
    walk.state.setReadMarks(marks(10))
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post, .numbered(1)])
    walk.state.settings.tunables.pictureHeight = 1
    walk.state.pictures.shapeLoaded("tall.png", aspectRatio: 0.2)
    walk.press(.enter)
    rest(&walk)
    let body = walk.context.cardLayout(for: post, in: walk.state.list).bodyFrame(at: 1).y
    #expect(body > walk.context.layout.windowHeight)
    #expect(unread(walk) == [12])
    while walk.position.scroll + walk.context.layout.windowHeight <= body { walk.press(.down) }
    rest(&walk)
    #expect(unread(walk) == [])
  }

  @Test(arguments: [Density.cards, .compact, .lines])
  func aClosedPostIsNotRead(density: Density) {
    var post = Post.numbered(12)
    post.authorEmail = "ben@example.org"
    var empty = Post.numbered(11, body: "")
    empty.authorEmail = "ben@example.org"
    var walk = Walk()
    walk.state.setReadMarks(marks(10))
    walk.state.lists.chosenDensity = density
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post, empty])
    rest(&walk)
    walk.press(.down, .end)
    rest(&walk)
    #expect(unread(walk) == [12])
  }

  /// A list of Ben's posts, which are new.
  private func cards(_ ids: Int...) -> Walk {
    var posts = Post.numbered(ids)
    for index in posts.indices { posts[index].authorEmail = "ben@example.org" }
    var walk = Walk()
    walk.state.setReadMarks(marks(10))
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    return walk
  }

  @Test func anOpenCardThatTheNextOneReplacesIsRead() {
    var walk = cards(13, 12, 11)
    walk.press(.enter)
    walk.press(.character("N"))
    #expect(unread(walk) == [11, 12])
    // A later card is clicked.
    #expect(walk.position.expandedID == 12)
    walk.perform(.list(.cardTapped(11)))
    #expect(unread(walk) == [11])
  }

  @Test func aReplyThatIsAnsweredIsRead() {
    var walk = thread()
    walk.press(.down)
    walk.press(.character("+"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 11))
    #expect(!unread(walk).contains(11))
  }

  /// Space goes past replies that are all on the screen: they are read, too.
  @Test(arguments: [10, 14, 24]) func whatSpaceGoesPastIsRead(height: Int) {
    var walk = thread(height: height)
    for _ in 0..<14 { walk.press(.character(" ")) }
    rest(&walk)
    #expect(unread(walk) == [], "\(walk.text)")
    // Other ways leave them unread.
    var other = thread(height: height)
    other.press(.end)
    #expect(unread(other).count >= 5)
    other.press(.character(" "))
    #expect(unread(other).contains(11))
  }

  /// The last open card closes at its end, and is read at once.
  @Test func atTheEndOfTheLastOneItIsRead() {
    var walk = cards(12)
    walk.press(.character(" "))
    #expect(walk.position.expandedID == 12)
    walk.press(.character(" "))
    #expect(unread(walk) == [] && walk.position.expandedID == nil)
    #expect(walk.text.contains("This is the last one."))
  }

  /// A folded reply has not been read: it comes before what is below it.
  @Test func aFoldedReplyThatIsNewIsUnfoldedFirst() {
    var walk = thread(height: 40)
    walk.press(.down, .character("Z"))
    #expect(walk.selected == 11 && walk.state.list.isFolded(11))
    walk.press(.character("N"))
    #expect(walk.selected == 11 && !walk.state.list.isFolded(11))
    walk.press(.character("N"))
    #expect(walk.selected == 12 && !unread(walk).contains(11))
  }

  /// Going on from an open card by the arrow keys is going on, too; going back isn't.
  @Test func anOpenCardThatIsLeftForALaterOneIsRead() {
    var walk = cards(13, 12, 11)
    walk.press(.down, .enter, .up)
    #expect(unread(walk) == [11, 12, 13])
    walk.press(.enter, .down)
    #expect(unread(walk) == [11, 12])
  }

  /// Looking for more is going on, also if there is none.
  @Test func theLastNewReplyIsReadWhenOneGoesOnFromIt() {
    var walk = thread()
    for id in [12, 14, 15, 16, 17] { walk.state.readMarks.index.remove(id) }
    walk.press(.character("N"))
    #expect(walk.selected == 11 && unread(walk) == [11])
    walk.press(.character("N"))
    #expect(unread(walk) == [] && walk.text.contains("Nothing else is new."))
  }

  /// What is answered stands above the editor.
  @Test func aClosedCardThatIsAnsweredIsRead() {
    var walk = cards(12)
    #expect(unread(walk) == [12])
    walk.press(.character("+"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 12))
    #expect(unread(walk) == [])
  }

  /// Replies of several rows that one window cuts and the next one shows the rest of are read, too.
  @Test(arguments: [8, 10, 12, 14, 17, 24]) func aLongThreadThatWasPagedThroughIsRead(height: Int) {
    var walk = Walk(height: height)
    walk.state.setReadMarks(marks())
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [Conversation.parent])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    let replies = (11...60).map { id in
      Conversation.post(
        id, below: id % 4 == 0 ? id - 1 : 10,
        (1...(4 + id * 7 % 40)).map { "w\(id)x\($0)" }.joined(separator: " "), by: "Ben")
    }
    walk.answer(walk.level, replies)
    var keys = 0
    while walk.selected != 60, keys < 200 {
      walk.press(.character(" "))
      keys += 1
    }
    rest(&walk)
    for _ in 0..<4 { walk.press(.character(" ")) }
    rest(&walk)
    #expect(unread(walk) == [], "\(keys) keys")
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The bar names three keys at most, for this place and this post, each at its place.
@Suite struct BarHintsTests {
  private func news(width: Int = 120, height: Int = 24) -> Walk {
    var walk = Walk(width: width, height: height)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.send(.started(at: nil))
    var story = Post.numbered(1, body: "<https://e.example/>", children: 3)
    story.facts.link = "https://e.example/"
    walk.answer(Walk.posts, [story, .numbered(2), .numbered(3, children: 1)])
    return walk
  }

  /// The column of a key in the bar; nil if it is not named.
  private func column(_ words: String, _ walk: Walk) -> Int? {
    walk.row(0).range(of: words).map {
      walk.row(0).distance(from: walk.row(0).startIndex, to: $0.lowerBound)
    }
  }

  @Test func whatDoesSomethingWithTheSelectedPostIsNamed() throws {
    var walk = news()
    let (article, thread) = try (
      #require(column("b article", walk)), #require(column("v thread", walk))
    )
    #expect(article < thread)
    // What does nothing here is not, and the others stay where they are.
    walk.press(.down)
    #expect(column("b article", walk) == nil && column("v thread", walk) == nil)
    walk.press(.down)
    #expect(column("b article", walk) == nil && column("v thread", walk) == thread)
    let pressed = walk.frame.pressables.first { $0.id == "view" }?.action
    #expect(pressed == .thread(.pressed))
    walk.press(.home)
    let link = walk.frame.pressables.first { $0.id == "article" }?.action
    #expect(link == .article(.pressed))
  }

  /// Entries have their article wherever they are listed; those who write them and searches have none.
  @Test(arguments: [Post.Template.profile, .query]) func entriesBelowAnyListHaveTheirArticle(
    template: Post.Template
  ) {
    let key = template == .profile ? 3 : 2
    var walk = news()
    var story = Post.numbered(1, body: "<https://e.example/>", children: 3)
    story.facts.link = "https://e.example/"
    walk.answer(
      template == .profile ? Walk.users : Walk.searches,
      [.numbered(7, children: 2, template: template)])
    walk.press(.function(key))
    #expect(column("b article", walk) == nil, "\(walk.row(0))")
    walk.press(.right)
    walk.answer(walk.level, [story, .numbered(2)])
    for _ in 1...2 {
      #expect(column("b article", walk) != nil, "\(walk.row(0))")
      walk.press(.enter)
    }
  }

  /// At the top of a thread its card says how many replies there are: the bar has no bare number, and no dot
  /// before nothing.
  @Test(arguments: [80, 120, 170]) func theTopOfAThreadHasNoNumber(width: Int) {
    var walk = news(width: width)
    walk.press(.right)
    let replies = (11...35).map { id in
      var reply = Post.numbered(id)
      reply.parentID = 1
      return reply
    }
    walk.answer(walk.level, replies)
    #expect(walk.state.list.isThread && !walk.row(0).contains("25"), "\(walk.row(0))")
    walk.press(.down)
    #expect(walk.row(0).contains("1 of 25"), "\(walk.row(0))")
    for _ in 0..<2 {
      #expect(!walk.row(0).contains("·  "), "\(walk.row(0))")
      walk.press(.home)
    }
  }

  /// Where nothing on a post says that it can be answered, the bar says it, in place of the key for its replies.
  @Test func aPostWithoutRepliesCanBeAnswered() throws {
    let first = Post.numbered(1, email: "cy@example.org")
    var walk = Walk([first, .numbered(2, children: 3), .numbered(3)])
    let reply = try #require(column("+ reply", walk))
    #expect(walk.frame.pressables.first { $0.id == "reply" }?.action == .editor(.replyPressed))
    walk.press(.down)
    #expect(column("+ reply", walk) == nil && column("v thread", walk) == reply)
    // One's own has its plate.
    walk.press(.down)
    #expect(column("+ reply", walk) == nil && column("v thread", walk) == nil)
    // Nor where nothing can be written.
    var source = news()
    source.press(.down)
    #expect(column("+ reply", source) == nil)
  }

  /// On a server the key that answers stands where the key for replies does, in a narrow bar, too.
  @Test func aNarrowBarNamesTheReply() {
    let posts: [Post] = [
      .numbered(1, email: "cy@example.org"), .numbered(2, children: 3, email: "cy@example.org"),
    ]
    var walk = Walk(posts)
    walk.state.site = Site(.server, name: "c.example", as: walk.state.account)
    #expect(column("+ reply", walk) != nil, "\(walk.row(0))")
    let reply = column("+ reply", walk)
    walk.press(.down)
    #expect(column("v thread", walk) == reply, "\(walk.row(0))")
  }

  /// No key cuts the name of the list, whatever stands before that.
  @Test(arguments: [80, 85, 90, 100, 120]) func keysLeaveTheNameWhole(width: Int) {
    var walk = Walk([.numbered(1, children: 3), .numbered(2)], width: width)
    walk.state.site = Site(
      .service, name: "m.example/tags/light", lists: ["newest of this instance", "all instances"],
      as: .reader(User(email: "ada@localhost", name: "Ada")))
    #expect(
      walk.row(0).contains("m.example/tags/light · newest of this instance "), "\(walk.row(0))")
    #expect(walk.row(0).contains("1 of 2"))
  }

  /// Where there is room for one key only, it is the one that answers, not the one that begins a post.
  @Test func theKeyThatAnswersComesFirst() {
    var walk = Walk(width: 86, email: "ben@example.org")
    walk.state.site = Site(.server, name: "127.0.0.1:8871", as: walk.state.account)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, (1...30).reversed().map { .numbered($0, email: "cy@example.org") })
    #expect(walk.row(0).contains("N 20+ new"), "\(walk.row(0))")
    #expect(column("+ reply", walk) != nil, "\(walk.row(0))")
    #expect(column("n new post", walk) == nil, "\(walk.row(0))")
  }

  /// What comes in takes no room from the name of the place and the key for its other list.
  @Test(arguments: [80, 100, 120]) func thePlaceStaysBesideWhatComes(width: Int) {
    var own = Post.numbered(5, children: 1)
    own.parentID = nil
    var walk = Walk(width: width)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [own, .numbered(4)])
    var answer = Post.numbered(12, email: "ben@example.org")
    answer.parentID = 5
    walk.press(.down)
    walk.answer(Walk.posts, [answer, own, .numbered(4)])
    #expect(walk.row(0).contains("everyone's posts · a: "), "\(walk.row(0))")
    #expect(walk.row(0).contains("A 1 reply to you"), "\(walk.row(0))")
    #expect(walk.row(0).contains("n new post") || width < 100, "\(walk.row(0))")
  }

  /// A long title is cut before the key that is needed most.
  @Test(arguments: [60, 80, 120]) func theKeyStaysBesideALongTitle(width: Int) {
    var walk = Walk(width: width)
    var post = Post.numbered(1, children: 2)
    post.title = String(repeating: "a long title ", count: 20)
    walk.answer(Walk.posts, [post])
    walk.press(.right)
    walk.answer(walk.level, [.numbered(2), .numbered(3)])
    let row = walk.row(0)
    #expect(row.contains("n reply"), "\(row)")
    #expect(row.contains("❮ a long title a"), "\(row)")
  }

  /// Above a thread beside which nothing stands, the bar has its whole row, also right of the cards.
  @Test(arguments: [132, 160]) func theBarOfAThreadHasItsWholeRow(width: Int) {
    var walk = Walk(width: width, height: 45)
    walk.state.site = Site(.server, name: "posts.example.org", as: .signedOut)
    walk.send(.started(at: nil))
    var post = Post.numbered(1, children: 2)
    post.title = "A title of usual length"
    walk.answer(Walk.posts, [post])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(
      walk.level,
      [7, 8].map { id in
        var reply = Post.numbered(id)
        reply.parentID = 1
        return reply
      })
    walk.press(.down)
    let (row, layout) = (walk.row(0), walk.state.layout)
    #expect(layout.columns.right == nil && layout.cardX > 1)
    #expect(row.count > layout.cardX + layout.cardColumns && row.hasSuffix("1 of 2"), "\(row)")
    #expect(row.contains("i sign in") && row.contains("v cards"), "\(row)")
  }

  /// Beside the key that writes and the one for what is new there is one more.
  @Test func threeAreTheMost() {
    var walk = Walk(width: 160)
    walk.perform(.readMarks(.loaded(ReadMarks(since: 0))))
    walk.send(.started(at: nil))
    var post = Post.numbered(1, body: "<https://e.example/>", children: 3, email: "cy@example.org")
    post.facts.link = "https://e.example/"
    walk.answer(Walk.posts, [post])
    #expect(
      walk.row(0).contains("n new post") && walk.row(0).contains("v thread"), "\(walk.row(0))")
    #expect(column("b article", walk) == nil)
  }

  /// A count that gets a digit, the age of a list and a reload move no key.
  @Test func whatChangesMovesNoKey() throws {
    var walk = Walk(width: 120)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.perform(.readMarks(.loaded(ReadMarks(since: 0))))
    walk.send(.started(at: nil))
    let stories = (1...12).map { number in
      var story = Post.numbered(number, body: "<https://e.example/>", children: 3)
      story.facts.link = "https://e.example/"
      return story
    }
    walk.perform(
      .list(
        .cachedListResponse(
          level: Walk.posts, CachedList(posts: stories, time: 1_763_000_000))))
    #expect(walk.row(0).contains("as of 13 Nov"), "\(walk.row(0))")
    let keys = ["b article", "v thread", " of 12"]
    func columns() throws -> [Int] {
      try keys.map { try #require(column($0, walk), "\(walk.row(0))") }
    }
    let before = try columns()
    walk.answer(Walk.posts, stories)
    #expect(try columns() == before && !walk.row(0).contains("as of"))
    for _ in 1...11 {
      walk.press(.down)
      #expect(try columns() == before, "\(walk.row(0))")
    }
    #expect(walk.row(0).contains("12 of 12"))
    walk.press(.character("r"))
    walk.wait(1)
    #expect(try columns() == before, "\(walk.row(0))")
  }

  /// The number of new posts keeps its room, too, while it becomes shorter.
  @Test func fewerNewPostsMoveNoKey() throws {
    var walk = Walk(width: 120)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts, (11...22).reversed().map { .numbered($0, email: "ben@example.org") })
    let key = try #require(column("n new post", walk))
    #expect(walk.row(0).contains("  N 12+ new · 1 of 12"), "\(walk.row(0))")
    for _ in 1...5 {
      walk.press(.character("N"))
      walk.wait(2)
      #expect(column("n new post", walk) == key, "\(walk.row(0))")
    }
    #expect(walk.row(0).contains("  N 7+ new · "), "\(walk.row(0))")
  }

  @Test func aSmallScreenNamesNone() {
    let walk = news(height: 12)
    #expect(column("b article", walk) == nil && column("v thread", walk) == nil)
  }

  /// The key that tries again lies on a plate, without colours in brackets.
  @Test(arguments: [ScreenAbilities.ColorDepth.none, .sixteen, .trueColor])
  func retryLooksPressable(colors: ScreenAbilities.ColorDepth) throws {
    var walk = Walk(abilities: ScreenAbilities(colors: colors))
    walk.send(.started(at: nil))
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("No."))))
    let row = try #require((0..<24).first { walk.row($0).contains("r Retry") })
    #expect(walk.row(row).contains("[ r Retry ]") == (colors == .none))
    guard colors != .none else { return }
    let x = try #require((0..<80).first { walk.frame[$0, row].glyph.text == "r" })
    let (plate, beside) = (walk.frame[x - 1, row].style, walk.frame[x - 3, row].style)
    #expect(plate.background != beside.background)
    #expect(walk.frame[x, row].style.background == plate.background)
  }
}

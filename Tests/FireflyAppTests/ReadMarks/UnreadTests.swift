import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Unread posts on the screen, and the keys for them.
@Suite struct UnreadTests {
  /// A post of Ben's; the numbers above 10 came after the first contact.
  private func post(
    _ id: Int, parent: Int? = nil, body: String = "Some words.", children: Int? = nil
  )
    -> Post
  {
    var post = Post.numbered(id, body: body, children: children, email: "ben@example.org")
    post.parentID = parent
    return post
  }

  private func walk(_ posts: [Post], width: Int = 80, height: Int = 24) -> Walk {
    var walk = Walk(width: width, height: height)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    return walk
  }

  private func unread(_ walk: Walk) -> [Int] { walk.state.readMarks.index.posts.sorted() }

  @Test func postsAfterTheFirstContactAreMarkedExceptOwn() {
    var posts = [14, 13, 12, 11, 10, 9].map { post($0) }
    posts[1].authorEmail = "ada@example.org"
    var walk = walk(posts)
    #expect(unread(walk) == [11, 12, 14])
    #expect(walk.row(2).contains("• post 14"))
    #expect(walk.row(7).contains(" post 13"))
    #expect(walk.row(0).contains("N 3+ new · 1 of 6"))
    // In a search the key goes to a match.
    walk.press(.character("/"))
    #expect(!walk.row(0).contains("N 3+") && walk.row(0).contains("3+ new · 1 of 6"))
    walk.press(.escape)
    #expect(walk.reading.report.list.unread == 3)
    #expect(walk.reading.report.list.selected?.isUnread == true)
    walk.state.lists.chosenDensity = .lines
    #expect(walk.row(1).contains("• post 14"))
    let frame = walk.frame
    #expect(frame[6, 1].style.attributes.contains(.bold))
    #expect(!frame[6, 2].style.attributes.contains(.bold))
    walk.state.abilities.unicode = false
    #expect(walk.row(1).contains("* post 14"))
  }

  /// A card without a title has its dot, too: before its text.
  @Test func anUnreadCardWithoutATitleHasItsDot() {
    var post = post(12, body: "Some words without a title.\n\nAnd more.")
    (post.title, post.summary) = ("", "")
    let walk = walk([post])
    #expect(walk.text.contains("• Some words without"), "\(walk.text)")
  }

  @Test func aPostIsReadWhenItWasOpenForASecond() {
    var walk = walk([12, 11].map { post($0) })
    walk.wait(5)
    #expect(unread(walk) == [11, 12])
    walk.press(.enter)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + 1))
    walk.wait(0.9)
    #expect(unread(walk) == [11, 12])
    walk.now += 0.2
    #expect(walk.send(.timePassed) == [.readMarks(.store([.read([12])]))])
    #expect(unread(walk) == [11])
    // A short look is none.
    walk.press(.down, .enter)
    walk.wait(0.5)
    walk.press(.up)
    walk.wait(5)
    #expect(unread(walk) == [11])
  }

  @Test(arguments: ["", "https://example.org/page"])
  func aPostWithoutTextIsReadWhenItIsSelectedForASecond(body: String) {
    var walk = walk([post(12, body: body), post(11)])
    walk.wait(0.1)
    walk.wait(1)
    #expect(unread(walk) == [11])
  }

  @Test func theKeyGoesToEachUnreadPostAndThenSaysThatThereIsNone() {
    var walk = walk([15, 9, 14, 8, 7, 13].map { post($0) })
    for id in [15, 14, 13] {
      walk.press(.character("N"))
      #expect(walk.selected == id && walk.position.expandedID == id)
      walk.state.readMarks.keepUnread(id)
    }
    walk.press(.character("R"))
    #expect(walk.text.contains("Marked 3 posts read. u undoes it."))
    walk.press(.character("N"))
    #expect(walk.text.contains("Nothing new here. r loads what came since."))
    walk.press(.character("u"))
    #expect(walk.text.contains("Unread again: 3 posts."))
    #expect(unread(walk) == [13, 14, 15])
    #expect(
      walk.press(.character("R")).contains {
        if case .readMarks(.store) = $0 { true } else { false }
      })
    // What comes later is unread again.
    walk.answer(Walk.posts, [post(16), post(15)])
    #expect(unread(walk) == [16])
  }

  @Test(arguments: ["N", "R"])
  func onTheFirstDayTheKeyThatReadsOnIsNamed(key: Character) {
    var walk = Walk()
    walk.state.setReadMarks(ReadMarks(since: walk.state.epoch + walk.now - 3600))
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post(2), post(1)])
    walk.press(.character(key))
    #expect(walk.state.shownNote?.text.hasSuffix("counts as read; Space reads on.") == true)
    // Once something came and was read, that is no reason any more.
    walk.state.readMarks.marks?.apply(.read([3]))
    walk.press(.character(key))
    #expect(walk.state.shownNote?.text == "Nothing new here. r loads what came since.")
  }

  @Test func repliesBelowAreCountedAndFoundByTheirPath() {
    var walk = walk([
      post(20, parent: 19), post(19, parent: 5), post(18, parent: 4), post(5, children: 1),
      post(4, children: 1),
    ])
    walk.state.lists.chosenDensity = .cards
    walk.press(.down, .down, .down)
    #expect(walk.text.contains("2 new below"))
    #expect(walk.state.readMarks.index.count(below: 5) == 2)
    walk.state.lists.chosenDensity = .lines
    #expect(walk.row(4).contains("+2  1"), "\(walk.row(4))")
    walk.state.lists.chosenDensity = .compact
    #expect(walk.row(8).contains("1 reply, 2 new"))
    // Below the post: its replies, then those to them.
    walk.press(.right)
    walk.answer(1, [post(19, parent: 5, children: 1), post(6, parent: 5)])
    #expect(walk.row(0).contains("2+ new · 1 of 2"))
    walk.press(.character("N"))
    #expect(walk.position.expandedID == 19)
    #expect(walk.press(.character("N")).contains(.list(.loadPath(to: 20))))
    walk.state.lists.awaitedPath = nil
    walk.press(.character("R"))
    #expect(unread(walk) == [18])
    // What is left is above: it leads there at once.
    walk.press(.character("N"))
    #expect(walk.state.current.navigator.depth == 0 && walk.position.expandedID == 18)
  }

  @Test func theUserMarksAPostUnreadAndItStaysSoWhileItIsOpen() {
    var walk = walk([10, 9].map { post($0) })
    walk.press(.enter)
    walk.wait(3)
    #expect(walk.press(.character("U")) == [.readMarks(.store([.unread([10])]))])
    walk.wait(3)
    #expect(unread(walk) == [10])
    #expect(walk.text.contains("Marked unread. u undoes it.") || walk.text.contains("•"))
    walk.press(.character("u"))
    #expect(unread(walk) == [])
  }

  @Test func whereNothingIsKeptTheKeysSaySo() {
    var walk = Walk([post(99)])
    for key in ["N", "R", "U"] {
      walk.press(.character(Character(key)))
      #expect(walk.text.contains("Read marks are off"))
      walk.wait(60)
    }
    #expect(!walk.text.contains("•"))
  }

  @Test func turningThemOffRemovesTheMarks() {
    var walk = walk([12, 11].map { post($0) })
    var settings = walk.state.settings
    settings.readMarks = false
    walk.send(.settings(.changed(settings)))
    #expect(!walk.text.contains("•"))
    settings.readMarks = true
    #expect(walk.send(.settings(.changed(settings))).contains(.readMarks(.load)))
    // They count at once when they are there.
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 11))
    walk.send(.readMarks(.loaded(marks)))
    #expect(unread(walk) == [12])
    #expect(walk.text.contains("• post 12"))
  }

  @Test func theFirstContactAsksForTheHighestNumber() {
    var walk = Walk()
    walk.state.setReadMarks(ReadMarks(since: 0))
    walk.send(.started(at: nil))
    // Everyone's list tells it: it is not requested once more.
    #expect(walk.answer(Walk.posts, [post(12)]).contains(.readMarks(.findNewest(known: 12))))
    // And only once.
    let again = walk.answer(Walk.posts, [post(12)])
    #expect(!again.contains { if case .readMarks(.findNewest) = $0 { true } else { false } })
    // Without an answer, the next list asks again.
    walk.perform(.readMarks(.newestFound(nil)))
    #expect(walk.answer(Walk.posts, [post(12)]).contains(.readMarks(.findNewest(known: 12))))
    #expect(
      walk.perform(.readMarks(.newestFound(2))) == [
        .readMarks(.store([.firstContact(highest: 12)]))
      ])
    walk.answer(Walk.posts, [post(13), post(12)])
    #expect(unread(walk) == [13])
  }

  /// After a sign-in, the marks come before the list.
  @Test func aListThatHasNotArrivedTellsNoNumber() {
    var walk = Walk()
    walk.state.setReadMarks(ReadMarks(since: 0))
    walk.send(.started(at: nil))
    let effects = walk.send(.readMarks(.loaded(ReadMarks(since: 0))))
    #expect(effects.contains(.readMarks(.findNewest(known: nil))), "\(effects)")
    walk.perform(.readMarks(.newestFound(60)))
    walk.answer(Walk.posts, (11...60).reversed().map { post($0) })
    #expect(unread(walk) == [])
  }

  // MARK: What the server tells

  @Test func ourServerTellsAllNewPostsAndTheirOrder() {
    var walk = walk([post(5, children: 1), post(4)])
    walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
    let asked = walk.answer(Walk.posts, [post(5, children: 1), post(4)])
    #expect(asked.contains(.readMarks(.findNew(since: 10))))
    walk.perform(
      .readMarks(
        .newPostsFound([
          UnreadPost(id: 11, parent: 5), UnreadPost(id: 12, parent: 5),
          UnreadPost(id: 9, parent: 5),
        ])))
    #expect(unread(walk) == [11, 12])
    #expect(walk.row(0).contains("2 new · 1 of 2"))
    #expect(walk.text.contains("2 new below"))
    walk.press(.right)
    walk.answer(1, [post(6, parent: 5)])
    #expect(walk.press(.character("N")) == [.readMarks(.findOrder(below: 5, since: 10))])
    #expect(
      walk.perform(.readMarks(.orderFound(below: 5, [12, 11]))) == [.list(.loadPath(to: 12))])
    walk.press(.left)
    walk.state.lists.awaitedPath = nil
    // What the user marked unread long ago is found, too.
    walk.state.readMarks.marks?.apply(.unread([3]))
    walk.perform(.readMarks(.newPostsFound([])))
    #expect(unread(walk).contains(3))
    // A server that can't tell is not asked again.
    walk.perform(.readMarks(.newPostsFound(nil)))
    #expect(!walk.answer(Walk.posts, [post(5)]).contains(.readMarks(.findNew(since: 10))))
  }

  @Test func theOwnServerTellsThemAsWell() {
    var walk = walk([post(5)])
    #expect(walk.answer(Walk.posts, [post(5)]).contains(.readMarks(.findNew(since: 10))))
  }

  // MARK: Replies to the user

  @Test func repliesToTheUserAreCountedListedAndFoundAtTheirPlace() {
    var own = Post.numbered(5, children: 1)
    own.parentID = nil
    var walk = walk([own, post(4)])
    #expect(walk.reading.unreadAnswers == 0)
    walk.answer(Walk.posts, [post(12, parent: 5), own, post(4)])
    #expect(walk.reading.unreadAnswers == 1)
    #expect(walk.row(0).contains("A 1 reply to you"))
    #expect(walk.row(23).contains("posts ●"))
    #expect(walk.reading.loadedAnswers.map(\.id) == [12])
    let asked = walk.press(.character("A"))
    #expect(asked.contains(.list(.loadAnswers(level: walk.level))))
    walk.answer(walk.level, [post(12, parent: 5)])
    // What the list is, the bar says once.
    #expect(walk.row(0).contains("replies to you") && !walk.row(0).contains("1 reply to you"))
    #expect(walk.press(.right) == [.list(.loadPath(to: 12))])
    walk.state.lists.awaitedPath = nil
    walk.press(.enter)
    walk.wait(1.1)
    #expect(walk.reading.unreadAnswers == 0)
    #expect(!walk.row(23).contains("posts ●"))
    // One that is told while the program runs.
    walk.perform(.readMarks(.answered(UnreadPost(id: 13, parent: 5))))
    #expect(walk.reading.unreadAnswers == 1)
  }

  @Test func withoutAnAccountTheKeySignsInOrSaysWhyNot() {
    var signedOut = Walk([post(1)], email: nil)
    signedOut.press(.character("A"))
    #expect(signedOut.text.contains("your e-mail address"))
    var source = Walk([post(1)], email: "reader")
    source.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: source.state.account)
    source.press(.character("A"))
    #expect(
      source.text.contains("You have no account on Hacker News, so there are no replies to you."))
  }

  // MARK: Sources

  private let now = 1_763_208_000.0

  private func story(_ id: Int, replies: Int, age: Double = 100_000) -> Post {
    var story = Post(
      id: id, title: "story \(id)", body: "https://example.org/", authorEmail: "ada",
      childCount: replies)
    story.state(place: "example.org", author: "ada", replies: replies)
    story.createdAt = Date(timeIntervalSince1970: now - age)
    return story
  }

  private func reply(_ id: Int, to parent: Int, at time: Double) -> Post {
    Post(
      id: id, parentID: parent, title: "", summary: "reply \(id)", body: "reply \(id)",
      createdAt: Date(timeIntervalSince1970: time), authorEmail: "ben")
  }

  private func sourceWalk(_ stories: [Post], _ changes: ReadMarks.Change...) -> Walk {
    var walk = Walk(email: "reader")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    var marks = ReadMarks(since: now - 50)
    changes.forEach { marks.apply($0) }
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, stories)
    return walk
  }

  @Test func anOpenedStorySaysHowManyRepliesCameSince() {
    var walk = sourceWalk([story(1, replies: 3), story(2, replies: 9)])
    #expect(unread(walk) == [])
    walk.press(.right)
    walk.answer(1, [reply(11, to: 1, at: now - 10), reply(12, to: 1, at: now - 9)])
    #expect(unread(walk) == [])
    walk.press(.left)
    walk.wait(60)
    walk.answer(Walk.posts, [story(1, replies: 5), story(2, replies: 12)])
    #expect(walk.text.contains("5 replies, 2 new"))
    // It looks new in any colours, also in the bar.
    for colors in [ScreenAbilities.ColorDepth.none, .sixteen, .indexed, .trueColor] {
      walk.state.abilities.colors = colors
      let bold = walk.frame.bounds.points.filter {
        walk.frame[$0.x, $0.y].style.attributes.contains(.bold)
      }.map { walk.frame[$0.x, $0.y].glyph.text }.joined()
      #expect(bold.contains("2 new"), "\(colors): \(bold)")
    }
    #expect(!walk.text.contains("12 replies, "))
    #expect(walk.row(0).contains("2 new"))
    // The key goes into the story, and to the first new reply in it.
    walk.press(.character("N"))
    walk.answer(
      walk.level,
      [
        reply(11, to: 1, at: now - 10), reply(13, to: 1, at: now + 30),
        reply(14, to: 1, at: now + 31), reply(12, to: 1, at: now - 9),
      ])
    #expect(walk.selected == 13)
    #expect(unread(walk) == [13, 14])
    walk.wait(1.1)
    #expect(unread(walk) == [14])
    walk.press(.left)
    #expect(walk.text.contains("5 replies, 1 new"))
    walk.press(.character("R"))
    #expect(!walk.text.contains("1 new"))
    walk.press(.character("u"))
    #expect(walk.text.contains("5 replies, 1 new"))
  }

  @Test func newRepliesDeepInAStoryAreCountedOnCardsAndFound() {
    var walk = sourceWalk([story(1, replies: 4)], .story(1, .init(since: now - 20, count: 2)))
    walk.state.lists.chosenView = .cards
    walk.state.lists.chosenDensity = .cards
    walk.press(.right)
    var first = reply(11, to: 1, at: now - 100)
    first.childCount = 1
    let effects = walk.answer(walk.level, [first])
    #expect(effects.contains(.readMarks(.findReplies(to: 1, level: walk.level))))
    let all = [
      first, reply(12, to: 11, at: now - 90), reply(13, to: 12, at: now - 5),
      reply(14, to: 12, at: now - 4),
    ]
    walk.perform(.readMarks(.repliesFound(all, level: walk.level)))
    #expect(unread(walk) == [13, 14])
    #expect(walk.text.contains("2 new below"))
    #expect(walk.press(.character("N")).contains(.list(.loadPath(to: 13))))
  }

  /// From the list of stories, too: what the cards don't show is waited for.
  @Test func newRepliesDeepInCardsAreWaitedFor() {
    var walk = sourceWalk([story(1, replies: 4)], .story(1, .init(since: now - 20, count: 2)))
    walk.state.lists.chosenView = .cards
    walk.press(.character("N"))
    var first = reply(11, to: 1, at: now - 100)
    first.childCount = 1
    walk.answer(walk.level, [first])
    #expect(!walk.text.contains("Nothing new here"), "\(walk.text)")
    let all = [
      first, reply(12, to: 11, at: now - 90), reply(13, to: 12, at: now - 5),
      reply(14, to: 12, at: now - 4),
    ]
    let effects = walk.perform(.readMarks(.repliesFound(all, level: walk.level)))
    #expect(effects.contains(.list(.loadPath(to: 13))), "\(effects)")
  }

  /// A reply that can't be told from old ones, because it has no date or is not there, is new once, not
  /// for ever.
  @Test(arguments: [RepliesView.thread, .cards])
  func aReplyWithoutADateIsNotNewForEver(view: RepliesView) {
    var walk = sourceWalk([story(1, replies: 5)], .story(1, .init(since: now - 20, count: 2)))
    walk.state.lists.chosenView = view
    #expect(walk.text.contains("5 replies, 3 new"))
    walk.press(.right)
    var undated = reply(13, to: 1, at: 0)
    undated.createdAt = nil
    let all = [reply(11, to: 1, at: now - 100), undated, reply(12, to: 1, at: now - 5)]
    walk.answer(walk.level, all)
    if view == .cards { walk.perform(.readMarks(.repliesFound(all, level: walk.level))) }
    #expect(unread(walk) == [12])
    walk.press(.left)
    walk.wait(1)
    #expect(walk.text.contains("5 replies, 1 new"))
    walk.answer(Walk.posts, [story(1, replies: 6)])
    #expect(walk.text.contains("6 replies, 2 new"))
  }

  @Test func withoutRepliesTheHintsDoSomething() {
    var walk = walk([post(4)])
    walk.press(.character("A"))
    walk.answer(walk.level, [])
    #expect(walk.text.contains("No replies to you yet"))
    for key in ["+", "n"] as [Character] {
      walk.press(.character(key))
      #expect(walk.text.contains("Nobody has replied to you yet."))
      #expect(walk.text.contains("posts tab: F1, then n"))
      walk.press(.escape)
    }
    walk.press(.escape, .function(1), .character("n"))
    #expect(walk.state.focus.editor?.target == .newPost(below: nil))
  }

  /// A card without a title says what is new below its two rows of opening words; below a title and a
  /// summary that takes two rows, the one that is left ends in an ellipsis.
  @Test func whatIsNewBelowTakesNoRowOfTheOpening() {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    var reply = post(9, body: words, children: 1)
    (reply.title, reply.summary) = ("", "")
    var titled = post(8, children: 1)
    (titled.title, titled.summary) = ("A title", words)
    let walk = walk([post(12, parent: 9), post(11, parent: 8), reply, titled], height: 30)
    let rows = walk.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let place = rows.firstIndex { $0.hasPrefix("word1 word2") } ?? 0
    #expect(rows[place + 1].hasPrefix("word1") && rows[place + 1].contains("…"), "\(walk.text)")
    #expect(rows[place + 2].contains("1 new below"))
    let title = rows.firstIndex { $0 == "A title" } ?? 0
    #expect(rows[title + 1].contains("…") && rows[title + 2].contains("1 new below"))
  }

  /// Where there is no room for a part, there is no dot either.
  @Test(arguments: 20...70) func noDotStandsBeforeNothing(width: Int) {
    var walk = walk([post(12, parent: 9), post(9, children: 2)], width: width, height: 12)
    walk.state.lists.chosenDensity = .compact
    for row in walk.text.split(separator: "\n") {
      let words = row.replacing("❯", with: "").trimmingCharacters(in: .whitespaces)
      #expect(!words.hasSuffix("·"), "\(walk.text)")
    }
  }

  /// A server that can't tell what is new again: what is known stays when the list is loaded again.
  @Test func aPlainServerForgetsNothingByLoadingAgain() throws {
    var walk = walk([post(12, parent: 5), post(11, parent: 4), post(5), post(4)])
    walk.perform(.readMarks(.newPostsFound(nil)))
    walk.press(.character("a"))
    walk.answer(walk.level, [post(5), post(4)])
    #expect(unread(walk) == [11, 12])
    walk.press(.character("r"))
    var marks = try #require(walk.state.readMarks.marks)
    walk.perform(.readMarks(.loaded(marks)))
    walk.answer(walk.level, [post(5), post(4)])
    #expect(unread(walk) == [11, 12])
    // Another program has read one.
    marks.apply(.read([12]))
    walk.perform(.readMarks(.loaded(marks)))
    #expect(unread(walk) == [11])
    // Nothing is known of another account.
    walk.state.account = .signedOut
    walk.perform(.readMarks(.loaded(marks)))
    #expect(unread(walk).allSatisfy { $0 > 12 })
  }

  /// A summary is shown as it was written, also one that reads like what a source says.
  @Test(arguments: [Density.cards, .compact])
  func anOwnSummaryStaysAsItIs(density: Density) {
    var post = post(5, children: 6)
    post.summary = "Harvest · 5 replies"
    post.feed = .init(descendants: 7)
    var walk = walk([post, self.post(4, children: 2)])
    walk.state.lists.chosenDensity = density
    #expect(walk.text.contains("Harvest · 5 replies"), "\(walk.text)")
    // At all levels.
    #expect(walk.text.contains("7 replies"), "\(walk.text)")
  }

  /// A reply that was read stands between its unread replies and their thread.
  @Test func repliesBelowAReadOneCountInTheirThread() {
    var walk = walk([post(5, children: 2)])
    walk.state.readMarks.marks?.apply(.read([12]))
    let told = [UnreadPost(id: 12, parent: 5), UnreadPost(id: 13, parent: 12)]
    #expect(walk.perform(.readMarks(.newPostsFound(told))) == [])
    #expect(unread(walk) == [13])
    #expect(walk.state.readMarks.index.count(below: 5) == 1)
    // An older one is asked for, once.
    let deep = told + [UnreadPost(id: 14, parent: 7), UnreadPost(id: 15, parent: 7)]
    let effects = walk.perform(.readMarks(.newPostsFound(deep)))
    #expect(effects.contains(.readMarks(.findPlaces(of: [7]))), "\(effects)")
    #expect(walk.perform(.readMarks(.newPostsFound(deep))) == [])
    walk.perform(
      .readMarks(.placesFound([UnreadPost(id: 7, parent: 6), UnreadPost(id: 6, parent: 5)])))
    #expect(walk.state.readMarks.index.count(below: 5) == 3)
    #expect(unread(walk) == [13, 14, 15])
  }

  /// When all that is new was read, wherever that was, the tab says so.
  @Test func theBadgeGoesWhenEverythingWasRead() {
    var walk = walk([post(5)])
    walk.state.lists[.posts].audience = .mine
    walk.perform(.readMarks(.newPostsFound([UnreadPost(id: 12, parent: nil)])))
    walk.state.badges.news = [.posts]
    #expect(walk.reading.hasBadge(.posts))
    let effects = walk.send(.readMarks(.spoken(12)))
    #expect(!walk.reading.hasBadge(.posts))
    #expect(effects.contains(.badges(.recordViewed(.posts, newest: nil))))
  }
}

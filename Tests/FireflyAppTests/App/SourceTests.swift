import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// A service that can only be read, in the place of a server.
@Suite("Sources")
struct SourceTests {
  /// What helps, by the key that is refused.
  private static let help: [Character: String] = [
    "n": "F2, then n saves a search.", "+": "K keeps",
  ]

  private func walk(_ posts: [Post] = [story(1), story(2)]) -> Walk {
    var walk = Walk(email: "ada@localhost")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    walk.answer(Walk.searches, [])
    walk.answer(Walk.users, [])
    return walk
  }

  /// A list of what is unread is not empty because there is nothing.
  @Test func nothingIsUnread() {
    var walk = Walk(email: "ada@localhost")
    walk.state.site = Site(
      .feeds, name: "Feeds", lists: ["all", "unread"], unread: ["unread"],
      as: walk.state.account)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [])
    #expect(walk.text.contains("No entries yet"))
    walk.press(.character("a"))
    walk.answer(Walk.posts, [])
    #expect(walk.text.contains("Nothing unread") && walk.text.contains("shows all"))
    walk.press(.character("3"))
    walk.answer(Walk.users, [])
    #expect(!walk.text.contains("Nothing unread"))
  }

  private static func story(_ id: Int, link: String? = "https://example.org/") -> Post {
    var post = Post.numbered(
      id, body: link.map { "<\($0)>\n\nWords." } ?? "Words.", children: 3, email: "grace")
    post.facts.link = link
    return post
  }

  @Test(arguments: ["n", "+", "e", "d", "m"])
  func keysThatWriteAreRefusedWithTheReason(key: Character) throws {
    var walk = walk()
    let help = Self.help[key] ?? "is read only here."
    func refuse() throws {
      walk.press(.character(key))
      let words = try #require(walk.state.focus.dialog).question
      #expect(words.hasPrefix("Hacker News is read only here.") && words.contains(help))
      // Words that were meant for a post are no keys: these would save it for later, and quit.
      walk.type("sq ")
      #expect(walk.state.isRefusing && walk.state.later.posts.isEmpty && !walk.state.isQuitting)
      walk.press(.escape)
      #expect(walk.state.focus.isEmpty)
    }
    try refuse()
    walk.press(.right)
    walk.answer(1, [.numbered(5, email: "linus")])
    try refuse()
  }

  @Test(arguments: [1, 2, 3])
  func nothingOffersToWriteAmongPostsAndPeople(tab: Int) {
    var walk = walk()
    walk.press(.function(tab))
    #expect(walk.text.contains("new post") == false)
    #expect(walk.text.contains("write your profile") == false)
    #expect(walk.text.contains("new search") == (tab == 2))
    walk.press(.character("i"))
    #expect(walk.state.focus.dialog?.question.contains("needs no sign-in") == true)
  }

  @Test
  func whereNothingCanBeSearchedNoSearchBegins() {
    var walk = walk()
    walk.state.site = Site(
      .reading.without(.search), name: "Lobsters", lists: ["a", "b"], as: walk.state.account)
    walk.press(.function(2))
    #expect(!walk.text.contains("new search"))
    walk.press(.character("n"))
    #expect(
      walk.state.focus.dialog?.question
        == "Lobsters is read only here. It has no search that programs can use.")
  }

  @Test
  func theHelpHasNoKeysThatDoNothingHere() {
    let walk = walk()
    let layout = walk.state.layout
    func words(_ site: Site, in tab: Explorer = .posts) -> [String] {
      Sheet(.help, at: site, in: tab).text(walk.state.settings.keymap, layout).lines
        .flatMap { [$0] + $0.beside }.map { $0.words.map(\.text).joined() }
    }
    let here = words(walk.state.site)
    let elsewhere = words(.own(as: walk.state.account))
    for text in [
      "move your post", "sign in or out; who you are", "write a post", "While moving a post",
    ] {
      #expect(!here.contains(text))
    }
    #expect(elsewhere.contains("move your post"))
    #expect(here.contains("front page, or newest"))
    // Those of the searches are named in their tab.
    let searches = words(walk.state.site, in: .searches)
    for text in ["new search", "edit your search", "delete your search; asks first"] {
      #expect(searches.contains(text) && !here.contains(text), "\(text)")
    }
  }

  @Test
  func aSavedSearchIsTheUsersOwnItCanBeWrittenChangedAndDeleted() {
    var walk = walk()
    walk.press(.function(2))
    walk.answer(Walk.searches, [.numbered(9, email: "ada@localhost", template: .query)])
    #expect(walk.row(0).contains("saved searches"))
    // What is refused elsewhere names the key that leads here: it needs no other one first.
    walk.press(.function(1), .character("n"))
    #expect(walk.state.focus.dialog?.question.contains("F2, then n saves a search.") == true)
    walk.press(.function(2))
    #expect(walk.state.focus.isEmpty && walk.row(0).contains("saved searches"))
    // There is one list of them.
    #expect(walk.press(.character("a")).isEmpty)
    walk.press(.character("d"))
    #expect(walk.text.contains("Delete “post 9”?"))
    walk.press(.escape)
    walk.press(.character("n"))
    #expect(walk.state.focus.isWriting)
    // It is saved on this machine, without a picture.
    #expect(walk.text.contains("Enter search"))
    #expect(!walk.text.contains("Ctrl-O"))
    walk.press(.control("o"))
    #expect(walk.state.note?.text == "A search saved on this machine has no picture.")
    #expect(walk.state.focus.editor?.pathLine == nil)
  }

  /// Out of reach, it asks whether one is online, and says where one's own posts are.
  @Test
  func outOfReachItAsksWhetherOneIsOnlineAndSays() {
    var walk = Walk(email: "ada@localhost")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.send(.started(at: nil))
    let failure = LoadFailure(.offline, "Can't reach hn.algolia.com.")
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure(failure))))
    #expect(walk.text.contains("Can't reach hn.algolia.com."))
    #expect(walk.text.contains("Are you online?"))
    #expect(walk.text.contains("S leads to your own server."))
    // A server of one's own has other reasons.
    walk.state.site = .own(as: walk.state.account)
    #expect(!walk.text.contains("Are you online?"))
  }

  @Test
  func aChangesBetweenTheTwoListsOfTheSource() {
    var walk = walk()
    #expect(walk.row(0).contains("front page · a: newest"))
    let effects = walk.press(.character("a"))
    #expect(effects.contains(.list(.loadRoot(level: Walk.posts, .second))))
    #expect(walk.row(0).contains("newest"))
    walk.answer(Walk.posts, [Self.story(3)])
    #expect(walk.row(0).contains("newest · a: front page"))
  }

  @Test
  func aGoesRoundAllListsOfTheSource() {
    var walk = walk()
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"],
      further: [NamedList(id: 70, name: "Ask HN"), NamedList(id: 71, name: "jobs")],
      as: walk.state.account)
    walk.press(.character("a"))
    walk.answer(Walk.posts, [Self.story(3)])
    #expect(walk.row(0).contains("newest · a: Ask HN"))
    let effects = walk.press(.character("a"))
    #expect(effects.contains(.list(.loadResults(query: 70, level: Walk.posts))))
    #expect(effects.contains(.list(.storeAudience(.posts, .list(70)))))
    walk.answer(Walk.posts, (10..<80).map { Self.story($0) })
    #expect(walk.row(0).contains("Ask HN · a: jobs"))
    // It has no further pages.
    #expect(!walk.press(.character("G")).contains { "\($0)".contains("loadRoot") })
    #expect(
      walk.press(.character("r")).contains(.list(.loadResults(query: 70, level: Walk.posts))))
    walk.press(.character("a"))
    walk.answer(Walk.posts, [Self.story(4)])
    #expect(walk.row(0).contains("jobs · a: front page"))
    walk.press(.character("a"))
    #expect(walk.row(0).contains("front page"))
  }

  @Test
  func aSourceWithOneListHasNoKeyForOthers() {
    var walk = walk()
    walk.state.site = Site(
      .reading, name: "notes", lists: ["posts"], as: walk.state.account)
    #expect(walk.row(0).contains("posts") && !walk.row(0).contains("· a: "))
    #expect(walk.press(.character("a")).isEmpty)
  }

  @Test
  func aListThatTheSourceLacksIsNotShownFirst() {
    for (id, isKnown) in [(70, true), (80, false)] {
      var walk = Walk(email: "ada@localhost")
      walk.state.site = Site(
        .reading, name: "Hacker News", lists: ["front page", "newest"],
        further: [NamedList(id: 70, name: "Ask HN")], as: walk.state.account)
      walk.state.begin(.posts, with: FirstAudience(.list(id)))
      #expect(walk.state.current.audience == (isKnown ? .list(70) : .everyone))
    }
  }

  @Test
  func namesOfListsAreKept() {
    for audience in [Audience.everyone, .threads, .mine, .second, .list(1 << 52 | 7)] {
      let hasOwnLists = ![.threads, .mine].contains(audience)
      #expect(Audience(named: audience.name, hasOwnLists: hasOwnLists) == audience)
    }
    #expect(Audience.second.name == "mine" && Audience.mine.name == "mine")
    for text in ["", "list", "list ", "list x", "Mine", "second"] {
      #expect(Audience(named: text, hasOwnLists: true) == nil)
    }
  }

  /// A second list has posts by everyone: no rule of the user's own posts holds there.
  @Test
  func theSecondListIsNotTheUsersOwnPosts() {
    var walk = walk()
    walk.press(.character("a"))
    #expect(walk.state.current.audience == .second && !walk.state.current.showsOnlyMine)
    walk.answer(Walk.posts, [])
    #expect(walk.text.contains("No posts yet") && walk.text.contains("shows front page"))
    walk.state.begin(.posts, with: .mine)
    #expect(walk.state.current.audience == .second)
    let news = News(matches: [:], hasNewPosts: true, hasNewUsers: false)
    #expect(
      walk.perform(.badges(.newsResponse(.success(news)))).contains(
        .list(.loadRoot(level: Walk.posts, .second))))
  }

  @Test
  func oOpensTheStorysLinkAndYCopiesItWithoutOpeningTheCard() {
    var walk = walk([Self.story(1), Self.story(2, link: nil)])
    #expect(walk.press(.character("o")) == [.links(.open("https://example.org/"))])
    #expect(
      walk.press(.character("y")).contains(
        .terminal(.copy("https://example.org/", noted: "Copied https://example.org/."))))
    walk.press(.down)
    #expect(walk.press(.character("o")).isEmpty)
    #expect(
      walk.press(.character("y")).contains(
        .terminal(.copy("post 2\n\nsummary 2\n\nWords.", noted: "Copied “post 2”."))))
  }

  @Test
  func thePageOfAPostCanBeOpenedAndCopied() {
    var walk = walk()
    #expect(walk.press(.character("O")) == [.links(.findPage(of: 1, copies: false))])
    let page = "https://example.org/item/1"
    #expect(
      walk.perform(.links(.pageResponse(page, copies: false))) == [.links(.open(page))])
    #expect(walk.press(.character("Y")) == [.links(.findPage(of: 1, copies: true))])
    #expect(
      walk.perform(.links(.pageResponse(page, copies: true))) == [
        .terminal(.copy(page, noted: "Copied \(page)."))
      ])
    walk.perform(.links(.pageResponse(nil, copies: true)))
    #expect(walk.state.note?.text == "It has no page on the web.")
  }

  @Test
  func thePostOfAnAddressIsSelectedInItsList() {
    var walk = walk()
    walk.state.selectsStart = true
    walk.send(.list(.pathResponse(.success([Self.story(1), .numbered(5), .numbered(6)]))))
    #expect(walk.state.list.parent?.id == 5)
    walk.answer(walk.level, Post.numbered([7, 6, 8]))
    #expect(walk.state.selectedPost?.id == 6)
  }

  /// A reply without a title begins with its text; open, it has its author on top.
  @Test
  func aReplyWithoutATitleBeginsWithItsTextOpen() {
    let text = "How bright is it? " + String(repeating: "word ", count: 40)
    var reply = Post.numbered(5, body: "How *bright* is it? " + text.dropFirst(18), email: "linus")
    (reply.title, reply.summary) = ("", text)
    var walk = walk([reply, .numbered(6, email: "grace")])
    walk.state.lists.chosenDensity = .cards
    #expect(walk.row(2).contains("How bright is it? word"))
    #expect(walk.row(3).contains("word"))
    #expect(walk.row(4).contains("Ada Linden"))
    walk.press(.enter)
    #expect(walk.row(2).contains("Ada Linden") && !walk.row(2).contains("How"))
    #expect(walk.text.components(separatedBy: "How bright").count == 2)
    #expect(walk.text.components(separatedBy: "Ada Linden").count == 3)
    walk.press(.enter)
    #expect(walk.row(2).contains("How bright is it? word"))
  }

  @Test
  func aSummaryThatIsntTheBeginningOfTheBodyStaysOne() {
    var post = Post.numbered(5, body: "Other words.")
    post.title = ""
    #expect(!post.summaryRepeatsBody)
    post.summary = "Other words"
    #expect(post.summaryRepeatsBody)
    let openings = [
      ("“Other”: words…", "*Other* words, more of them"),
      ("@ada: so it is", "[@ada](https://m.example/@ada): so it is"),
      ("So it is", "> It blinks.\n>\n> All night.\n\nSo it is."),
      ("Why? Because", "> a\n\nWhy?\n\n> b\n\nBecause."),
      ("see it", "```\nlet x = 1\n```\n\nsee it"), ("It blinks", "> It blinks."),
    ]
    for (summary, body) in openings {
      (post.summary, post.body) = (summary, body)
      #expect(post.summaryRepeatsBody, "\(body)")
    }
    post.title = "title"
    #expect(!post.summaryRepeatsBody)
    // Without a summary, the text itself stands for the title.
    (post.title, post.summary) = ("", "")
    #expect(post.summaryRepeatsBody)
    post.body = "> a\n\n## Larch\n\nIt rots."
    #expect(post.opening == "Larch · It rots.")
    post.body = ""
    #expect(!post.summaryRepeatsBody)
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Feeds and their folders in the third tab, and reading on from entry to entry.
@Suite struct FeedsTabTests {
  static let now = 1_763_208_000.0

  static func entry(_ id: Int, of feed: Int, paragraphs: Int = 1) -> Post {
    var post = Post.numbered(id, body: Post.body(paragraphs: paragraphs), email: "feed \(feed)")
    post.feed = .init(lastActivity: Date(timeIntervalSince1970: now + Double(id)))
    post.facts.feedID = feed
    return post
  }

  static func items(_ ids: ClosedRange<Int>, of feed: Int) -> [FeedContents.Item] {
    ids.map {
      .init(id: $0, parent: feed, arrivedAt: Date(timeIntervalSince1970: now + Double($0)))
    }
  }

  static func feed(_ id: Int, _ entries: ClosedRange<Int>, in folder: Int? = nil) -> Post {
    var post = Post(
      id: id, parentID: folder ?? -1, title: "feed \(id)", summary: "\(entries.count) entries",
      authorEmail: "reader", childCount: entries.count, template: .profile)
    post.facts.contents = FeedContents(isFolder: false, items: items(entries, of: id))
    return post
  }

  /// Folder 70 has feed 71 with the entries 1 to 3.
  ///
  /// Beside it, feed 72 has the entries 4 and 5. Entry 1 was read.
  static var folder: Post {
    var post = Post(
      id: 70, parentID: -1, title: "Tech", summary: "1 feed", authorName: "Tech",
      authorEmail: "reader", childCount: 1,
      template: .profile)
    post.facts.contents = FeedContents(
      isFolder: true,
      items: [.init(id: 71, parent: 70, arrivedAt: nil)] + items(1...3, of: 71))
    return post
  }

  func walk(
    _ entries: [Post]? = nil, width: Int = 80, height: Int = 24, density: Density = .cards
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: "reader")
    walk.state.site = Site(
      .feeds, name: "Feeds", lists: ["all entries", "the newest of each feed"],
      as: walk.state.account)
    walk.state.lists.chosenDensity = density
    var marks = ReadMarks(since: Self.now)
    marks.apply(.read([1]))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts,
      entries ?? [5, 4].map { Self.entry($0, of: 72) } + [3, 2, 1].map { Self.entry($0, of: 71) })
    walk.answer(Walk.searches, [])
    walk.answer(Walk.users, [Self.folder, Self.feed(72, 4...5)])
    return walk
  }

  /// A feed that is read by its address alone is named by the bar, not by each entry.
  @Test(arguments: [Density.cards, .compact, .lines]) func oneFeedIsNamedOnce(density: Density) {
    let entries = [3, 2, 1].map { Self.entry($0, of: 71) }
    var walk = walk(entries, width: 120, density: density)
    walk.state.places.here = "feed:harbour.example"
    walk.state.site = Site(
      .feeds, name: "harbour.example", lists: ["all entries"], as: walk.state.account)
    let name = entries[0].byline ?? ""
    #expect(walk.text.split(separator: name).count == 2, "\(walk.text)")
    #expect(walk.row(0).contains(name))
    walk.state.places.here = walk.state.serverID.argument
    #expect(walk.text.split(separator: name).count == 4, "\(walk.text)")
  }

  /// In one row each, the name of a feed has the room that there is.
  @Test(arguments: [(80, false), (120, true)]) func aLongNameOfAFeedIsWhole(
    _ width: Int, _ isWhole: Bool
  ) {
    var entry = Self.entry(5, of: 72)
    entry.facts.place = "Harbour News: Front Page"
    entry.summary = entry.facts.line
    let walk = walk([entry], width: width, density: .lines)
    #expect(walk.text.contains("Harbour News: Front Page") == isWhole, "\(walk.text)")
  }

  /// In one row each, the entries of several feeds name these; in its own list a feed is named by the bar.
  @Test func aFeedIsNamedWhereItIsNotKnown() {
    func entry(_ id: Int, of feed: Int) -> Post {
      var post = Self.entry(id, of: feed)
      post.authorName = "Mei Tanaka"
      post.facts.place = "feed \(feed)"
      post.summary = post.facts.line
      return post
    }
    let entries = [5, 4].map { entry($0, of: 72) } + [3, 2, 1].map { entry($0, of: 71) }
    var walk = walk(entries, width: 100, density: .lines)
    #expect(walk.row(1).contains("feed 72") && !walk.text.contains("Mei Tanaka"), "\(walk.text)")
    for density in [Density.lines, .compact, .cards] {
      walk = self.walk(entries, width: 100, density: density)
      walk.press(.function(3), .down, .right)
      walk.answer(walk.level, [5, 4].map { entry($0, of: 72) })
      #expect(walk.row(0).contains("feed 72"), "\(walk.text)")
      if density != .cards { #expect(walk.text.split(separator: "feed 72").count == 2) }
      #expect(walk.text.contains("Mei Tanaka"), "\(walk.text)")
    }
  }

  /// A feed that is entered again begins at the entry where it was left.
  @Test func aFeedBeginsWhereItWasLeft() {
    var walk = walk()
    let entries = (1...9).reversed().map { Self.entry($0, of: 72) }
    walk.press(.function(3), .down, .right)
    walk.answer(walk.level, entries)
    walk.press(.down, .down, .left, .right)
    walk.answer(walk.level, entries)
    #expect(walk.selected == 7)
    // One that is gone by then is no reason to be anywhere but at the first.
    walk.press(.left, .right)
    walk.answer(walk.level, entries.filter { $0.id != 7 })
    #expect(walk.selected == 9)
    walk.press(.home, .left, .right)
    walk.answer(walk.level, entries)
    #expect(walk.selected == 9)
  }

  /// Two feeds of one name are told apart by their addresses.
  @Test func feedsOfOneNameHaveTheirAddresses() {
    func feed(_ id: Int, _ title: String) -> Post {
      var feed = Self.feed(id, id...id)
      feed.title = title
      feed.facts.contents = FeedContents(
        isFolder: false, items: Self.items(id...id, of: id), address: "https://\(id).example/f")
      return feed
    }
    var walk = walk(density: .compact)
    walk.answer(Walk.users, [feed(80, "News"), feed(81, "News"), feed(82, "Other")])
    walk.press(.function(3))
    #expect(walk.text.contains("80.example/f") && walk.text.contains("81.example/f"))
    #expect(!walk.text.contains("82.example"), "\(walk.text)")
  }

  // MARK: Counts

  /// The first list says how many entries are new in all feeds, not how many of them it has loaded.
  @Test func theFirstListCountsWhatIsNewInAllFeeds() {
    var walk = walk((1...50).reversed().map { Self.entry($0, of: 71) }, width: 120)
    walk.answer(Walk.users, [Self.feed(71, 1...344)])
    let count = walk.reading.newPosts ?? 0
    #expect(count > 300 && walk.state.lists.canLoadMore)
    #expect(walk.row(0).contains("N \(count) new"), "\(walk.row(0))")
    walk.press(.function(3))
    #expect(walk.row(0).contains("N \(count) new"), "\(walk.row(0))")
  }

  /// What is new in a place that is left is the same wherever the user was in it.
  @Test func whatIsNewIsCountedAtTheTop() {
    var walk = walk((1...50).reversed().map { Self.entry($0, of: 71) }, width: 120)
    walk.answer(Walk.users, [Self.feed(71, 1...344), Self.feed(72, 401...410)])
    let count = walk.reading.newPosts
    walk.press(.function(3), .down, .right)
    walk.answer(walk.level, (401...410).reversed().map { Self.entry($0, of: 72) })
    #expect(walk.reading.newPosts != count)
    #expect(walk.reading.atTopOfPosts.newPosts == count)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func theTabSaysWhatIsNew(width: Int, height: Int) {
    var walk = walk(width: width, height: height)
    walk.press(.function(3))
    #expect(walk.text.contains(#/(?s)1 feed.*?2 new/#), "\(walk.text)")
    if height > 12 { #expect(walk.text.contains(#/(?s)2 entries.*?2 new/#), "\(walk.text)") }
    if width > 40 { #expect(walk.row(0).contains("4 new · 1 of 2"), "\(walk.text)") }
    #expect(!walk.text.contains("new below"))
  }

  @Test(arguments: [Density.compact, .lines]) func rowsSayItToo(density: Density) {
    var walk = walk(density: density)
    walk.press(.function(3))
    #expect(walk.text.contains(density == .lines ? "+2" : "2 new · 1 feed"), "\(walk.text)")
  }

  @Test func lineModeSaysItOnce() throws {
    var walk = walk()
    walk.press(.function(3))
    let sentences = try #require(walk.reading.post(70))
    #expect(sentences.item == "1 of 2. Tech. 2 new, 1 feed.")
  }

  @Test func whatIsReadElsewhereIsNotNewThere() {
    var walk = walk()
    walk.press(.enter)
    walk.wait(0.1)
    walk.wait(1.1)
    walk.press(.function(3), .down)
    #expect(walk.text.contains(#/(?s)2 entries.*?1 new/#), "\(walk.text)")
    // A later entry counts as soon as it is listed.
    walk.answer(Walk.posts, [Self.entry(9, of: 72)])
    #expect(walk.text.contains(#/(?s)2 entries.*?2 new/#), "\(walk.text)")
  }

  @Test func theKeyForTheNextUnreadEntryGoesIntoFolders() {
    var walk = walk()
    walk.press(.function(3), .character("N"))
    walk.answer(walk.level, [Self.feed(71, 1...3, in: 70)])
    #expect(walk.state.list.parent?.id == 71, "\(walk.text)")
    walk.answer(walk.level, [3, 2, 1].map { Self.entry($0, of: 71) })
    #expect(walk.selected == 3)
    #expect(walk.row(0).contains("2 new"), "\(walk.text)")
    walk.press(.character("N"))
    #expect(walk.selected == 2 && walk.position.expandedID == 2)
    // The next feed follows, without a key for the way.
    walk.press(.character("N"))
    #expect(walk.state.list.parent?.id == 72, "\(walk.text)")
    walk.press(.left)
    #expect(!walk.text.contains("2 new · 1 feed"))
    #expect(walk.row(0).contains("2 new"), "\(walk.text)")
  }

  @Test func aFolderIsMarkedReadWithAllBelow() {
    var walk = walk()
    walk.press(.function(3), .right)
    walk.answer(walk.level, [Self.feed(71, 1...3, in: 70)])
    #expect(walk.row(0).contains("2 new"), "\(walk.text)")
    walk.press(.character("R"))
    #expect(walk.text.contains("Marked 2 entries read."), "\(walk.text)")
    #expect(walk.state.readMarks.index.posts == [4, 5])
    walk.press(.character("u"))
    #expect(walk.state.readMarks.index.posts == [2, 3, 4, 5])
  }

  /// On the row of a feed or a folder the key is about it alone.
  @Test func aRowIsMarkedReadAlone() {
    var walk = walk()
    walk.press(.function(3), .character("R"))
    #expect(walk.text.contains("Marked 2 entries of Tech read."), "\(walk.text)")
    #expect(walk.state.readMarks.index.posts == [4, 5])
    walk.press(.character("R"))
    #expect(walk.text.contains("Nothing new here."))
    walk.press(.character("u"), .down, .character("R"))
    #expect(walk.text.contains("Marked 2 entries of feed 72 read."), "\(walk.text)")
    #expect(walk.state.readMarks.index.posts == [2, 3])
    walk.press(.character("u"), .function(1), .character("R"))
    #expect(walk.state.readMarks.index.posts == [])
  }

  /// An open entry names its feed once, and a closed one above its words.
  @Test func anOpenEntryNamesItsFeedOnce() {
    var entry = Self.entry(5, of: 72)
    (entry.authorName, entry.summary) = ("Knots", "Knots")
    entry.facts.author = "Knots"
    var walk = walk([entry])
    func count() -> Int { walk.text.ranges(of: "Knots").count }
    #expect(count() >= 1, "\(walk.text)")
    walk.press(.enter)
    walk.wait(1)
    #expect(count() == 1, "\(walk.text)")
  }

  // MARK: Folders

  /// The key that marks all says that it marks what is further down, too; what came after the list stays new.
  @Test func theWholeListIsMarkedAsItCame() throws {
    let many = (1...ListsState.pageLength).map { Self.entry($0 + 5, of: 72) }
    var walk = walk(many)
    let came = walk.state.epoch + walk.now
    walk.wait(60)
    let known = walk
    let effects = walk.press(.character("R"))
    // The feeds have told all their entries.
    #expect(walk.text.contains(#/Marked \d+ entries read\. u/#), "\(walk.text)")
    walk = known
    walk.state.lists[Walk.users]?.phase = .idle
    walk.press(.character("R"))
    #expect(walk.text.contains("read, and all further down."), "\(walk.text)")
    let stored = effects.flatMap { effect -> [ReadMarks.Change] in
      if case .readMarks(.store(let changes)) = effect { changes } else { [] }
    }
    #expect(stored.contains(.readBefore(came)), "\(stored)")
  }

  /// The key that follows needs no list; feeds that fail can be asked again.
  @Test func aFeedIsFollowedBeforeTheListHasCome() {
    var walk = Walk(email: "reader")
    walk.state.site = Site(.feeds, name: "Feeds", lists: ["all entries"], as: walk.state.account)
    walk.send(.started(at: nil))
    #expect(!walk.state.defers(.editor(.newPressed), at: walk.now))
    walk.press(.character("n"))
    #expect(walk.state.explorer == .users && walk.state.focus.editor?.target == .newQuery)
    walk.open(.newQuery)
    walk.press(.escape, .function(1))
    walk.answer(Walk.users, [Self.feed(71, 1...3)])
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("No feed could be loaded."))))
    #expect(walk.text.contains("No feed could be loaded.") && walk.text.contains("r Retry"))
  }

  @Test func nothingIsFollowedAmongTheEntriesOfAFeed() {
    var walk = walk()
    walk.press(.function(3), .down, .right)
    walk.answer(walk.level, [Self.entry(5, of: 72)])
    walk.press(.character("n"))
    #expect(walk.text.contains("A feed is read only here. F3, then n follows a feed."))
    #expect(walk.state.isRefusing)
  }

  /// The key that writes follows a feed wherever a list is of all feeds.
  @Test func amongAllEntriesAFeedIsFollowed() {
    var walk = walk()
    walk.press(.character("n"))
    #expect(walk.state.explorer == .users && !walk.state.isRefusing)
    #expect(walk.state.focus.editor?.target == .newQuery)
    walk.open(.newQuery)
    walk.press(.escape, .function(1), .character("?"))
    #expect(walk.helpLines.contains("a feed to follow"), "\(walk.helpLines)")
  }

  /// Help and palette name what is about replies only where an entry has some.
  @Test(arguments: [false, true]) func whatIsAboutRepliesIsNamedWhereThereAreSome(has: Bool) {
    var entries = [5, 4].map { Self.entry($0, of: 72) }
    if has { entries[1].childCount = 3 }
    var walk = walk(entries)
    walk.press(.character("?"))
    for words in [
      "its replies", "as a thread", "outline of the replies",
      "silence the whole thread, or not",
    ] {
      #expect(walk.helpLines.contains(words) == has, "\(words)")
    }
    #expect(walk.helpLines.contains("In a thread") == has)
    walk.press(.escape, .character(":"))
    for name in ["children", "thread", "outline", "silence-branch", "silence-thread"] {
      #expect(walk.paletteNames.contains(name) == has, "\(name)")
    }
    walk.press(.escape, .function(3), .character("?"))
    #expect(walk.helpLines.contains("its entries"))
  }

  /// A feed that is read by its address says which key follows it, in all that is refused there, too.
  @Test(arguments: [(80, 24), (120, 40)]) func aFeedByItsAddressIsFollowed(width: Int, height: Int)
  {
    var walk = walk(width: width, height: height)
    walk.state.site.offeredFeed = "https://a.example/f.xml"
    #expect(walk.row(0).contains("n follow this feed"), "\(walk.row(0))")
    for key in ["f", "e", "M"] as [Character] {
      if key == "M" { walk.press(.function(3)) }
      walk.press(.character(key))
      #expect(walk.text.contains("n follows this feed."), "\(key): \(walk.text)")
      walk.press(.escape)
      walk.state.note = nil
    }
    walk.press(.function(1), .character("n"))
    walk.open(.newQuery)
    #expect(walk.state.explorer == .users)
    #expect(walk.state.focus.editor?.title.text == "https://a.example/f.xml")
    let saved = walk.press(.control("s"))
    #expect(saved.contains { if case .writing(.save) = $0 { true } else { false } }, "\(saved)")
  }

  @Test func whatIsNoLongerFollowedIsNotNew() {
    var walk = walk()
    walk.press(.function(3), .down, .character("d"))
    walk.choose("Stop following")
    #expect(walk.state.readMarks.index.posts == [2, 3])
  }

  /// With the last feed its entries go, and the note about it stays.
  @Test func withTheLastFeedItsEntriesGo() {
    var walk = walk([5, 4].map { Self.entry($0, of: 72) })
    walk.press(.function(3))
    walk.answer(Walk.users, [Self.feed(72, 4...5)])
    walk.press(.character("d"))
    walk.choose("Stop following")
    let effects = walk.perform(.moving(.deleteResponse(72, .deleted)))
    #expect(Set(effects.map(\.level)).isSuperset(of: [Walk.users, Walk.posts]), "\(effects)")
    for level in [Walk.users, Walk.posts] {
      walk.perform(.list(.postsResponse(level: level, .failure("You follow no feeds yet."))))
    }
    #expect(walk.text.contains("You no longer follow it."), "\(walk.text)")
    walk.press(.function(1))
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("You follow no feeds yet."))))
    #expect(walk.ids.isEmpty && walk.text.contains("You follow no feeds yet."), "\(walk.text)")
  }

  // MARK: Reading on

  /// Opens an entry and returns the first selected numbers that a key leads to.
  private func read(_ key: Key, _ walk: inout Walk, times: Int) -> [Post.ID] {
    (0..<times).compactMap { _ in
      walk.press(key)
      return walk.position.expandedID
    }
  }

  @Test(arguments: [Density.cards, .compact, .lines])
  func anOpenEntryIsReplacedByTheNextUnreadEntry(density: Density) {
    var walk = walk(density: density)
    walk.press(.enter)
    #expect(read(.character("N"), &walk, times: 3) == [4, 3, 2])
    #expect(walk.state.readMarks.index.posts == [2])
    walk.press(.character("N"))
    #expect(walk.text.contains("Nothing else is new."), "\(walk.text)")
  }

  /// The first one opens, too: what N goes to is read.
  @Test func aClosedCardOpensAsTheNextOnesDo() {
    var walk = walk()
    #expect(read(.character("N"), &walk, times: 3) == [5, 4, 3])
  }

  /// 42 entries of three feeds, in at most 44 keys.
  @Test func manyEntriesTakeOneKeyEach() {
    var walk = walk((1...42).reversed().map { Self.entry($0, of: 70 + $0 % 3) })
    walk.answer(Walk.users, [])
    walk.press(.enter)
    var keys = 1
    while walk.state.readMarks.index.posts.count > 1, keys < 99 {
      walk.press(.character("N"))
      keys += 1
    }
    walk.wait(0.1)
    walk.wait(1.1)
    #expect(walk.state.readMarks.index.posts.isEmpty && keys <= 44, "\(keys)")
  }

  @Test(arguments: [Density.cards, .compact, .lines])
  func spaceOpensTheNextEntryReadOrNot(density: Density) {
    var walk = walk(density: density)
    walk.press(.down, .down, .down, .character(" "))
    #expect(walk.position.expandedID == 2)
    #expect(read(.character(" "), &walk, times: 1) == [1])
    #expect(!walk.state.readMarks.index.posts.contains(2))
    // The last card closes.
    walk.press(.character(" "))
    #expect(walk.position.expandedID == nil && walk.selected == 1)
  }

  // MARK: Recordings

  @Test func theKeyForLinksAsksWhichRecordingOrPage() {
    var post = Self.entry(5, of: 72)
    let recording = "http://e.example/a.mp3"
    post.body =
      "<http://e.example/page>\n\nWords.\n\nRecording: [Sea \\*air\\*](<\(recording)>) (1:02:03, 3 MB)"
    post.facts.link = "http://e.example/page"
    post.facts.recordings = [.init(title: "Sea *air*", address: recording)]
    var walk = walk([post, Self.entry(4, of: 72)])
    #expect(walk.press(.character("o")) == [])
    #expect(walk.text.contains("1 Sea *air* · e.example/a.mp3"), "\(walk.text)")
    #expect(walk.text.contains("2 its page · e.example/page"), "\(walk.text)")
    #expect(walk.press(.character("1")).contains(.links(.play(recording))))
    // The links of an open entry have numbers: its page is the first of them.
    walk.press(.enter, .character("o"))
    #expect(walk.text.contains("1 e.example/page"), "\(walk.text)")
    #expect(walk.text.contains("2 Sea *air* · e.example/a.mp3"), "\(walk.text)")
    #expect(walk.press(.character("2")).contains(.links(.play(recording))))
  }

  /// An open entry whose text has links asks which; a closed one, and one with its page only, opens that.
  @Test func theLinksOfAnOpenEntryAreOffered() {
    var linked = Self.entry(5, of: 72)
    linked.body = "<http://e.example/page>\n\nThe [tide](http://e.example/tide) is low."
    linked.facts.link = "http://e.example/page"
    var plain = Self.entry(4, of: 72)
    plain.body = "<http://e.example/other>\n\nNo link."
    plain.facts.link = "http://e.example/other"
    var walk = walk([linked, plain])
    #expect(walk.press(.character("o")).contains(.links(.open("http://e.example/page"))))
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [])
    #expect(walk.text.contains("1 e.example/page") && walk.text.contains("2 tide · e.example/tide"))
    #expect(walk.press(.character("2")).contains(.links(.open("http://e.example/tide"))))
    walk.press(.down, .enter)
    #expect(walk.press(.character("o")).contains(.links(.open("http://e.example/other"))))
  }

  // MARK: Keys typed ahead

  /// Formatting takes a while; what is typed meanwhile waits, and after that leaves nothing out.
  @Test(arguments: [" ", "N"]) func aTextThatHasNotComeIsNotLeft(key: Character) throws {
    var walk = walk()
    let open = try #require(walk.reading.action(for: .enter))
    let effects = walk.send(open)
    #expect(walk.position.expandedID == 5)
    let action = try #require(walk.reading.action(for: .character(key)))
    #expect(walk.state.defers(action, at: walk.now))
    #expect(walk.state.defers(action, at: walk.now + 1.9))
    #expect(!walk.state.defers(action, at: walk.now + 2.1))
    #expect(!walk.state.defers(.list(.moved(1)), at: walk.now))
    if key == " " {
      for _ in 0..<5 { walk.send(action) }
      #expect(walk.position.expandedID == 5)
    }
    for case .list(.formatBody(_, let post, let level, let columns)) in effects {
      walk.perform(
        .list(
          .bodyFormatted(level: level, post: post, FormattedText(width: columns, lines: []))))
    }
    #expect(!walk.state.defers(action, at: walk.now))
  }

  @Test func anExcerptWaitsForTheWholeText() throws {
    var excerpt = Self.entry(5, of: 72)
    excerpt.facts.isExcerpt = true
    var walk = walk([excerpt, Self.entry(4, of: 72)])
    walk.press(.enter)
    let action = try #require(walk.reading.action(for: .character(" ")))
    #expect(walk.state.defers(action, at: walk.now))
    walk.press(.character(" "))
    #expect(walk.position.expandedID == 5)
    var whole = excerpt
    (whole.facts.isExcerpt, whole.body) = (false, "The whole text.")
    walk.perform(.list(.textResponse(.success(whole))))
    #expect(!walk.state.defers(action, at: walk.now))
    // A text that can't be loaded is left.
    var other = self.walk([excerpt, Self.entry(4, of: 72)])
    other.press(.enter)
    other.perform(.list(.textResponse(.failure("It is gone."))))
    other.press(.character(" "))
    #expect(other.position.expandedID == 4)
  }

  // MARK: Notifications

  @Test func whatAFilterAnnouncesIsSaid() {
    var walk = walk()
    let event = ServerEvent.post(
      .init(id: 9, parent: nil, template: .post, isOwn: false, announcement: "High tide"))
    walk.perform(.badges(.eventsArrived([event], last: 1)))
    #expect(walk.state.note?.text == "New: High tide")
    walk.perform(.keyboardFocusChanged(false))
    let effects = walk.perform(.badges(.eventsArrived([event], last: 2)))
    #expect(effects.contains(.terminal(.notify("New: High tide"))))
  }

  /// Nothing can be written below a feed; one without entries says why.
  @Test func aFeedThatFailedSaysWhy() {
    var feed = Self.feed(73, 1...1)
    (feed.childCount, feed.summary) = (0, "Something else.")
    feed.facts.contents = FeedContents(isFolder: false, items: [])
    feed.facts.failure = "Not found on the server (404)."
    var walk = walk()
    walk.answer(Walk.users, [feed])
    walk.press(.function(3))
    #expect(!walk.text.contains("▐ + ▌"), "\(walk.text)")
    walk.press(.right)
    #expect(walk.state.current.navigator.depth == 0 && walk.state.focus.isEmpty)
    #expect(walk.text.contains("No entries. Not found on the server (404)."), "\(walk.text)")
  }
}

extension Walk {
  /// The words of all lines of the help, of both pages.
  fileprivate var helpLines: [String] {
    guard let first = state.focus[Sheet.self] else { return [] }
    var second = first
    second.reduce(.morePressed, lines: 1, window: 1)
    return [first, second].flatMap { $0.text(state.settings.keymap, state.layout).lines }
      .flatMap { [$0] + $0.beside }.map { $0.words.map(\.text).joined() }
  }
}

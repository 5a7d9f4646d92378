import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

// Feeds are followed, changed and left, and folders of feeds.
extension FeedsTabTests {
  /// A feed that is edited has its address, the user's name for it and its folder; its row says what it said.
  @Test func aFeedIsChangedInAForm() {
    func knots(_ id: Int, _ folder: String) -> Post {
      var feed = Self.feed(id, 1...3)
      (feed.title, feed.body) = ("Knots", "About it.")
      feed.facts.contents = FeedContents(
        isFolder: false, items: [], address: "https://a.example/", folder: folder)
      return feed
    }
    let feed = knots(71, "Tech")
    var walk = walk()
    walk.press(.function(3))
    walk.answer(Walk.users, [feed, Self.feed(72, 4...5)])
    walk.press(.character("e"))
    walk.open(.edit(71))
    // How many entries it has is no field.
    #expect(!walk.text.contains("3 entries"), "\(walk.text)")
    #expect(
      walk.state.focus.editor?.words == PostText(title: "https://a.example/", body: "Tech"))
    #expect(walk.text.contains("Enter save"), "\(walk.text)")
    walk.press(.tab, .tab)
    walk.type("/More")
    // A folder is a line.
    let sent = walk.press(.enter)
    guard case .writing(.save(let draft))? = sent.last else {
      Issue.record("\(sent)")
      return
    }
    #expect(draft.words.body == "Tech/More" && !draft.words.title.isEmpty)
    #expect(walk.state.list.posts[0].title == "Knots")
    // Its number follows from its address.
    walk.perform(.editor(.saveResponse(.edit(71), .success(knots(75, "Tech/More")))))
    #expect(walk.ids == [75, 72] && walk.state.list.posts[0].body == "About it.")
    guard case .writing(.save(let back))? = walk.press(.character("u")).last else {
      Issue.record("Nothing is taken back.")
      return
    }
    #expect(back.key.target == .edit(75) && back.words == feed.editedWords)
    walk.perform(.editor(.saveResponse(.edit(75), .success(knots(75, "Tech")))))
    #expect(walk.ids == [75, 72])
    #expect(walk.text.contains("The change is taken back."))
    walk.press(.character("m"))
    #expect(walk.text.contains("e changes the folder of a feed."), "\(walk.text)")
  }

  /// A feed that can't be read is followed all the same: the note says why, and where its address is corrected.
  @Test func enterFollowsAndSaysWhatIsWrong() {
    var walk = walk()
    walk.press(.function(3), .character("n"))
    walk.open(.newQuery)
    // Nothing is sent without an address.
    #expect(walk.press(.enter).isEmpty && walk.state.focus.isWriting)
    walk.type("http://none.example/")
    #expect(walk.text.contains("Enter follow"), "\(walk.text)")
    #expect(walk.press(.enter).contains { if case .writing(.save) = $0 { true } else { false } })
    var broken = Self.feed(74, 6...8)
    broken.facts.failure = "There is no server."
    walk.perform(.editor(.saveResponse(.newQuery, .success(broken))))
    #expect(walk.text.contains("but: There is no server. e changes its address."), "\(walk.text)")
  }

  /// Enter means the same in all three rows.
  @Test(arguments: 0..<3) func enterFollowsInEachRow(_ row: Int) {
    var walk = walk()
    walk.press(.function(3), .character("n"))
    walk.open(.newQuery)
    walk.type("a.example")
    for _ in 0..<row { walk.press(.tab) }
    if row == 1 { walk.type("A name") }
    #expect(walk.text.contains("Enter follow"), "\(walk.text)")
    #expect(walk.press(.enter).contains { if case .writing(.save) = $0 { true } else { false } })
  }

  @Test func aFolderIsRenamed() {
    var walk = walk()
    walk.press(.function(3), .character("e"))
    walk.open(.edit(70))
    #expect(walk.state.focus.editor?.fields == [.title])
    walk.type("/More")
    let sent = walk.press(.enter)
    guard case .writing(.save(let draft))? = sent.last else {
      Issue.record("\(sent)")
      return
    }
    #expect(draft.words == PostText(title: "Tech/More"))
  }

  @Test func aFolderIsLeftAndTakenBack() {
    var walk = walk()
    walk.press(.function(3), .character("d"))
    #expect(walk.text.contains("Stop following 1 feed in “Tech”?"), "\(walk.text)")
    #expect(walk.press(.right, .enter) == [.moving(.delete(70))])
    walk.perform(.moving(.deleteResponse(70, .deleted)))
    #expect(walk.text.contains("You no longer follow them. u follows them again."), "\(walk.text)")
    #expect(walk.press(.character("u")) == [.moving(.restore(70))])
    let effects = walk.perform(.moving(.restoreResponse(70, .success(Self.folder))))
    #expect(Set(effects.map(\.level)).isSuperset(of: [Walk.users, Walk.posts]), "\(effects)")
  }

  @Test func aFeedIsFollowedInTheFolderThatOneIsIn() {
    var walk = walk()
    walk.press(.function(3), .right)
    walk.answer(walk.level, [Self.feed(71, 1...3, in: 70)])
    #expect(walk.row(0).contains("follow a feed"), "\(walk.text)")
    walk.press(.character("n"))
    #expect(walk.state.focus.editor?.target == .newPost(below: 70))
    #expect(walk.state.focus.editor?.template == .profile)
    #expect(walk.state.focus.editor?.fields == [.title, .summary, .body])
  }

  /// The entries of a feed that was just followed come at once, and until then the key that marks all leaves them
  /// unread: nobody has seen them.
  @Test func aFeedThatWasJustFollowedIsNotMarkedRead() {
    var walk = walk()
    walk.press(.function(3), .character("n"))
    walk.open(.newQuery)
    walk.type("http://feed.example/")
    walk.press(.control("s"))
    let effects = walk.perform(
      .editor(.saveResponse(.newQuery, .success(Self.feed(73, 6...8)))))
    #expect(Set(effects.map(\.level)).isSuperset(of: [Walk.users, Walk.posts]), "\(effects)")
    #expect(walk.text.contains("You follow it now."))
    walk.press(.function(1), .character("R"))
    #expect(walk.text.contains("Marked 4 entries read."), "\(walk.text)")
    #expect(walk.state.readMarks.index.posts == [6, 7, 8])
    #expect(walk.state.readMarks.marks?.isUnread(6, createdAt: nil) == true)
    walk.answer(Walk.posts, (1...8).map { Self.entry($0, of: $0 > 5 ? 73 : 72) })
    walk.press(.character("R"))
    #expect(walk.state.readMarks.index.posts.isEmpty)
  }

  /// It is said where a feed is that was followed, and whether it was before.
  @Test(arguments: [
    (73, nil, "You follow it now."), (73, "Home", "You follow it now, in “Home”."),
    (72, nil, "You follow it already."), (71, "Tech", "You follow it already, in “Tech”."),
  ]) func itIsSaidWhereAFeedIs(id: Int, folder: String?, words: String) {
    var walk = walk()
    walk.press(.function(3), .character("n"))
    walk.open(.newQuery)
    walk.type("http://feed.example/")
    walk.press(.control("s"))
    var feed = Self.feed(id, 6...8)
    feed.facts.contents = FeedContents(isFolder: false, items: [], folder: folder)
    walk.perform(.editor(.saveResponse(.newQuery, .success(feed))))
    #expect(walk.state.note?.text == words)
  }

  /// A feed that was read by its address is among others then, to which the list of places leads.
  @Test func afterItIsFollowedThePlacesLeadToAll() {
    var walk = walk()
    let id = walk.state.serverID.argument
    walk.state.places.here = "feed:a.example"
    walk.state.places.all = [
      PlaceRow(id: "", name: "your own server", detail: ""),
      PlaceRow(id: "hn:", name: "Hacker News", detail: ""),
      PlaceRow(id: id, name: "Feeds", detail: "new here: follow pages by their feeds", isNew: true),
    ]
    walk.state.site.offeredFeed = "https://a.example/f.xml"
    walk.press(.character("n"))
    walk.open(.newQuery)
    walk.press(.control("s"))
    walk.perform(.editor(.saveResponse(.newQuery, .success(Self.feed(72, 4...5)))))
    #expect(walk.state.note?.text == "You follow it now. S leads to all that you follow.")
    walk.press(.character("S"))
    #expect(walk.paletteNames == ["your own server", "Feeds", "Hacker News"])
    #expect(!walk.text.contains("new here"), "\(walk.text)")
  }

  /// Why an address was refused goes when another one is typed.
  @Test func aRefusalGoesWithTheWordsThatWereRefused() {
    var walk = walk()
    walk.press(.function(3), .character("n"))
    walk.open(.newQuery)
    walk.type("http://feed.example/")
    walk.press(.control("s"))
    let failure = LoadFailure(.refused, "There is no feed.")
    walk.perform(.editor(.saveResponse(.newQuery, .failure(failure))))
    for _ in 1...2 {
      #expect(walk.text.contains("Not saved. There is no feed."), "\(walk.text)")
      walk.wait(60)
    }
    walk.type("a")
    #expect(!walk.text.contains("Not saved"), "\(walk.text)")
  }

  /// Where no feed is followed, the key that writes follows one, and the list says so.
  @Test func withoutEntriesTheKeyThatWritesFollowsAFeed() {
    var walk = Walk(email: "reader")
    walk.state.site = Site(
      .feeds, name: "Feeds", lists: ["all entries", "the newest of each feed"],
      as: walk.state.account)
    walk.send(.started(at: nil))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .failure("You follow no feeds yet. To follow one: firefly feeds"))))
    walk.answer(Walk.users, [])
    #expect(walk.text.contains("You follow no feeds yet.") && walk.text.contains("n Follow a feed"))
    #expect(!walk.text.contains("firefly feeds") && !walk.text.contains("Retry"))
    walk.press(.character("n"))
    #expect(walk.state.explorer == .users)
    #expect(walk.state.focus.editor?.target == .newQuery)
    // That there is none yet is no failure; the list is asked for again when there is one.
    walk.perform(.list(.postsResponse(level: Walk.users, .failure("You follow no feeds yet."))))
    #expect(walk.state.note == nil && walk.state.list.phase == .loaded)
    walk.open(.newQuery)
    walk.type("http://feed.example/")
    walk.press(.control("s"))
    walk.state.lists[Walk.users]?.phase = .failed("You follow no feeds yet.")
    let effects = walk.perform(
      .editor(.saveResponse(.newQuery, .success(Self.feed(71, 1...3)))))
    #expect(effects.contains { $0.level == Walk.users }, "\(effects)")
  }

  /// What the keys do to feeds stands in the help, too.
  @Test func theHelpNamesFeeds() {
    var walk = walk(width: 160, height: 60)
    walk.press(.character("?"))
    #expect(walk.text.contains("a feed to follow") && !walk.text.contains("story"), "\(walk.text)")
    walk.press(.escape, .function(3), .character("?"))
    for words in ["follow a feed", "its name, its folder", "no longer follow"] {
      #expect(walk.text.contains(words), "\(words): \(walk.text)")
    }
    #expect(!walk.text.contains("your search"))
  }
}

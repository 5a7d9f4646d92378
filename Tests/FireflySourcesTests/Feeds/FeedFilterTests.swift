import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

@testable import FireflySources

/// Which entries of feeds are shown, by words.
@Suite(.endsServices) struct FeedFilterTests {
  private func titles(_ filters: [String: FeedFilters.Filter], _ list: String) async throws
    -> [String]
  {
    let fake = try await FakeFeeds.start()
    let files = FeedFiles(filters: FeedFilters(filters))
    try files.list.storage.update { _ in Data(list.replacing("@", with: fake.address).utf8) }
    return try await files.client().front().map(\.title)
  }

  private static let list = "# [Tech/More]\n@/blog.xml Quay\n# [Rest]\n@/atom.xml\n"
  private static let all = ["Bowline", "A lighthouse", "Which knot?", "Elsewhere"]

  @Test(arguments: [
    ("Quay", [], [], all), ("Quay", ["KNOT"], [], ["Bowline", "A lighthouse", "Elsewhere"]),
    ("Tech/More", ["knot"], [], ["Bowline", "A lighthouse", "Elsewhere"]),
    ("Tech", ["which knot"], [], ["Bowline", "A lighthouse", "Elsewhere"]),
    ("Tech", ["not", "kno", "light", " "], [], all), ("Rest", ["knot"], [], all),
    ("Tech", [], ["lighthouse", "tie"], ["Bowline", "A lighthouse", "Which knot?"]),
    ("Tech", ["shoes"], ["lighthouse", "tie"], ["Bowline", "A lighthouse"]),
    ("Knots", ["tree"], [], ["A lighthouse", "Which knot?", "Elsewhere"]),
    ("Harbour notes", ["knot"], [], all),
    ("/", ["knot"], [], ["Bowline", "A lighthouse", "Elsewhere"]),
    ("/", ["light*"], [], ["Bowline", "Which knot?", "Elsewhere"]),
    ("/", ["which*knot"], [], ["Bowline", "A lighthouse", "Elsewhere"]),
    ("/", ["knot*which", "*", "author:"], [], all),
  ])
  func wordsOfAFeedOrAFolder(
    _ name: String, _ hide: [String], _ only: [String], _ shown: [String]
  ) async throws {
    #expect(
      try await titles([name: .init(hide: hide, only: only)], Self.list) == shown)
  }

  /// Words of one field are looked for in no other.
  @Test func aWordMayNameItsField() {
    let entry = FeedEntry()
    var tide = entry
    (tide.title, tide.author, tide.tags) = ("High tide", "Ada Linden", ["sea", "weather report"])
    tide.link = "https://example.org/shorts/7"
    func matches(_ word: String) -> Bool { FeedWords([word]).match(tide) }
    #expect(matches("author: ada") && matches("Author:linden") && !matches("author:tide"))
    #expect(matches("category:weather*") && !matches("category:ada"))
    #expect(matches("address:*/shorts/*") && matches("address:example.org"))
    #expect(!matches("address:tide") && !matches("address:exam"))
    // What names no field is a word like others.
    tide.title = "Note: high tide"
    #expect(matches("note: high"))
    #expect(!FeedWords(["author:", "category: "]).match(entry))
  }

  /// Entries of a quiet feed are kept and shown; none is new, but those of which one wants to be notified.
  @Test func quietFeedsHaveNothingNew() async throws {
    let fake = try await FakeFeeds.start()
    let address = fake.address + "/blog.xml"
    let filters = FeedFilters([
      "/": .init(isQuiet: true), address: .init(notify: ["tide"]),
    ])
    let files = FeedFiles(filters: filters)
    guard case .added = try await files.reader.follow(address) else {
      Issue.record("not followed")
      return
    }
    let client = try files.client()
    let posts = try await client.front()
    #expect(posts.count == 3 && posts.allSatisfy(\.facts.isQuiet))
    let row = try #require(try await client.list(.users, { _ in }).posts.first)
    #expect(row.summary == "3 entries" && row.contents?.items == [])
    func store(hoursLater hours: Double) -> FeedStore {
      FeedStore(
        files.storage, clock: { Date().timeIntervalSince1970 + hours * 3_600 },
        client: { PageClient(origin: $0, userAgent: "Firefly", logger: .init(label: "test")) })
    }
    FakeFeeds.addEntry(to: fake, title: "Low water")
    #expect(await store(hoursLater: 1).refresh([address]) == [])
    FakeFeeds.addEntry(to: fake, title: "High tide")
    let store = store(hoursLater: 2)
    let new = await store.refresh([address])
    #expect(new.map { store.announcement(of: $0) } == ["High tide"])
    #expect(store.order(of: [address]).count == 5)
    let words = [files.storage].trial(of: "/", .init(isQuiet: true))
    #expect(words == "shows 5 of 5 entries, none of them new")
    #expect([files.storage].unknownFilters(among: ["/", "Nope", address]) == ["Nope"])
  }

  /// What is said of a feed holds there, whatever is said of its folder or of all.
  @Test func theNarrowestFilterSaysWhetherAFeedIsQuiet() {
    let feed = FeedList.Feed(address: "https://example.org/feed", folder: "Tech/More")
    var facts = KeptFeed.Facts(address: feed.address)
    facts.title = "Quay"
    func isQuiet(_ filters: [String: Bool?]) -> Bool {
      FeedFilters(filters.mapValues { .init(isQuiet: $0) }).filters(of: feed, facts).areQuiet
    }
    #expect(isQuiet(["/": true]) && isQuiet(["Tech": true]) && !isQuiet(["Rest": true]))
    #expect(!isQuiet(["/": true, "Quay": false]) && isQuiet(["Tech": true, "/": false]))
    #expect(
      !isQuiet(["/": true, "Tech": true, "Tech/More": false]) && isQuiet(["/": true, "Quay": nil]))
  }

  @Test func filtersOfAllFoldersHold() async throws {
    let filters: [String: FeedFilters.Filter] = [
      "Tech": .init(hide: ["knot"]), "Tech/More": .init(only: ["knot", "lighthouse"]),
    ]
    #expect(try await titles(filters, Self.list) == ["Bowline", "A lighthouse"])
  }

  /// A list requests the feeds that are due before anything waits for news: what has come is announced all the same.
  @Test func whatAListHasLoadedIsAnnounced() async throws {
    let fake = try await FakeFeeds.start()
    let address = fake.address + "/blog.xml"
    let files = FeedFiles(filters: FeedFilters([address: .init(notify: ["tide"])]))
    try files.list.storage.update { _ in Data((address + "\n").utf8) }
    let before = FeedStore(
      files.storage, clock: { Date().timeIntervalSince1970 - 3_600 },
      client: { PageClient(origin: $0, userAgent: "Firefly", logger: .init(label: "test")) })
    #expect(await before.refresh([address]).count == 3)
    FakeFeeds.addEntry(to: fake, title: "High tide")
    let client = try files.client()
    #expect(try await client.front().count == 4)
    // The program waits for events only where a server names them.
    #expect(try await client.extensions().contains(.events))
    let announced = await withTaskGroup(of: [String].self) { group in
      let (events, send) = AsyncStream<[StreamedEvent]>.makeStream()
      group.addTask {
        try? await client.events(nil) { send.yield($0) }
        return []
      }
      for await batch in events where !batch.isEmpty {
        group.cancelAll()
        return batch.compactMap { event in
          if case .post(let post) = event.event { post.announcement } else { nil }
        }
      }
      return []
    }
    #expect(announced == ["High tide"])
  }

  /// What is hidden is not counted, not printed as new, and not announced.
  @Test func whatIsHiddenIsNowhere() async throws {
    let fake = try await FakeFeeds.start()
    let filter = FeedFilters.Filter(hide: ["sponsored"], notify: ["tide", "sponsored"])
    let files = FeedFiles(filters: FeedFilters([fake.address + "/blog.xml": filter]))
    FakeFeeds.addEntry(to: fake, title: "Sponsored: paint")
    let reader = files.reader
    guard case .added(let feed) = try await reader.follow(fake.address + "/blog.xml") else {
      Issue.record("not followed")
      return
    }
    #expect(feed.count == 3)
    let client = try files.client()
    let rows = try await client.list(.users, { _ in }).posts
    #expect(rows[0].summary == "3 entries" && rows[0].contents?.items.count == 3)
    #expect(try await client.children(rows[0].id, 1).posts.count == 3)
    #expect(try await client.searchWords("paint").isEmpty)
    // A new entry.
    FakeFeeds.addEntry(to: fake, title: "High tide")
    let store = FeedStore(
      files.storage, clock: { Date().timeIntervalSince1970 + 3_600 },
      client: { PageClient(origin: $0, userAgent: "Firefly", logger: .init(label: "test")) })
    let new = await store.refresh([feed.address])
    #expect(new.count == 1)
    #expect(new.map { store.announcement(of: $0) } == ["High tide"])
    #expect(
      store.order(of: [feed.address]).compactMap { store.announcement(of: $0) } == ["High tide"])
    #expect(
      [files.storage].trial(of: feed.address, filter) == "shows 4 of 5 entries, notifies of 1")
    #expect([files.storage].trial(of: "Nope", filter) == "is the name of no feed and no folder")
  }

  /// The second list has what is unread; it goes on from an entry that was read meanwhile.
  @Test func unreadEntriesAreAList() async throws {
    let fake = try await FakeFeeds.start()
    let files = FeedFiles(filters: FeedFilters(["Rest": .init(isQuiet: true)]))
    let list = "\(fake.address)/blog.xml\n# [Rest]\n\(fake.address)/atom.xml\n"
    try files.list.storage.update { _ in Data(list.utf8) }
    let client = try files.client()
    let all = try await client.front()
    let blog = all.filter { !$0.facts.isQuiet }
    func unread(_ last: Post.ID? = nil) async throws -> [Post.ID] {
      try await client.recentPosts("post", .second, last, 50).posts.map(\.id)
    }
    #expect(blog.count == 3 && all.count == 4)
    #expect(try await unread() == blog.map(\.id))
    files.read = [blog[0].id]
    // What is muted is not new; the others fill its place.
    files.muted = [blog[1].title]
    let shown = try await files.client().recentPosts("post", .second, nil, 1).posts
    #expect(shown.map(\.id) == [blog[2].id])
    files.muted = []
    let again = try files.client()
    let left = try await again.recentPosts("post", .second, nil, 1).posts
    #expect(left.map(\.id) == [blog[1].id])
    files.read = Set(blog.prefix(2).map(\.id))
    let rest = try await again.recentPosts("post", .second, left[0].id, 5).posts
    #expect(rest.map(\.id) == [blog[2].id])
    // That all is read is no failure, also if a feed can't be loaded.
    files.read = Set(all.map(\.id))
    fake.answer("/atom.xml", with: "", type: "text/plain")
    #expect(try await files.client().recentPosts("post", .second, nil, 5).posts.isEmpty)
  }
}

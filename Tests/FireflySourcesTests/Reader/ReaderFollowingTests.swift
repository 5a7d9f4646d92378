import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Testing

@testable import FireflySources

/// Feeds that are followed, moved and left on a service, and those of this machine that are brought there.
@Suite(.endsServices) struct ReaderFollowingTests {
  private func number(_ id: UInt64) -> Int {
    KeptFeed.id("\(id)", in: "source:reader:rss.example.org")
  }

  private func form(_ title: String, _ name: String = "", folder: String = "") -> PostForm {
    var form = PostForm(email: "", title: title, summary: name, body: folder)
    form.template = .profile
    return form
  }

  @Test(arguments: ReaderTests.habits.indices)
  func aFeedIsFollowedMovedAndLeft(habits: Int) async throws {
    let fake = try await FakeReader.start(ReaderTests.habits[habits])
    fake.offer("https://reef.example/rss", "Reef", [FakeReader.Entry(41, "Coral")])
    let client = try ReaderFiles().client(fake)
    let feed = try await client.create(
      form("reef.example/rss", folder: "Sea/Deep"), "key")
    #expect(feed.title == "Reef" && fake.feeds.last == "Reef Sea/Deep")
    // Its entries are there at once.
    #expect(try await client.front().map(\.title).contains("Coral"))
    // Followed again, it is the same.
    #expect(try await client.create(form("https://reef.example/rss"), "other").id == feed.id)
    #expect(fake.feeds.count == 3)
    #expect(client.site.can(.edit, on: feed) && client.site.can(.delete, on: feed))

    // The form begins with its address on the web.
    let address = try #require(feed.facts.contents?.address)
    #expect(address == "https://reef.example/rss")
    var change = PostForm(
      postID: feed.id, email: "", title: address, summary: "The reef/1", body: "Deep")
    // It is shown as it was sent.
    #expect(try await client.writeProfile(change).title == "The reef/1")
    #expect(fake.feeds.last?.hasSuffix("1 Deep") == true)
    (change.summary, change.body) = ("The reef", "")
    _ = try await client.writeProfile(change)
    #expect(fake.feeds.last == "The reef -")
    // What is as it was is not sent.
    fake.server.forget()
    _ = try await client.writeProfile(change)
    #expect(!fake.calls.contains { $0.hasSuffix("subscription/edit") })
    // Another address is refused before anything is asked, with the new name.
    fake.server.forget()
    (change.title, change.summary) = ("https://reef.example/atom", "Other")
    await #expect(
      throws: APIError.notOffered(
        "The address of a feed can't be changed there. Follow the new one, and this one no longer.")
    ) { try await client.writeProfile(change) }
    #expect(fake.calls.isEmpty)

    try await client.delete(feed.id)
    #expect(fake.feeds == ["Harbour notes Sea", "Knots -"])
    #expect(try await client.list(.users) { _ in }.posts.map(\.title) == ["Sea", "Knots"])
  }

  /// A feed that was left comes back with its name, folder and entries, also more than once.
  @Test(arguments: ReaderTests.habits.indices)
  func aFeedThatWasLeftIsFollowedAgain(habits: Int) async throws {
    let fake = try await FakeReader.start(ReaderTests.habits[habits])
    fake.offer("https://reef.example/rss", "Reef", [FakeReader.Entry(41, "Coral")])
    let client = try ReaderFiles().client(fake)
    var feed = try await client.create(
      form("https://reef.example/rss", "The reef", folder: "Sea/Deep"), "key")
    await #expect(throws: APIError.status(404, message: nil)) { try await client.restore(feed.id) }
    for id: UInt64 in [42, 43] {
      try await client.delete(feed.id)
      #expect(fake.feeds == ["Harbour notes Sea", "Knots -"])
      // The service gives its entries new numbers.
      fake.offer("https://reef.example/rss", "Reef", [FakeReader.Entry(id, "Coral \(id)")])
      feed = try await client.restore(feed.id)
      #expect(feed.title == "The reef" && fake.feeds.last == "The reef Sea/Deep")
      #expect(try await client.front().map(\.title).contains("Coral \(id)"))
    }
  }

  @Test func whatIsNoFeedIsRefused() async throws {
    let fake = try await FakeReader.start()
    let client = try ReaderFiles().client(fake)
    await #expect(
      throws: APIError.notOffered(
        "rss.example.org has found no feed there: no feed there")
    ) { try await client.create(form("https://none.example"), "key") }
    await #expect(throws: APIError.self) { try await client.create(form("not one"), "key") }
    fake.server.forget()
    await #expect(throws: APIError.self) {
      try await client.create(form("https://ada:secret@reef.example/rss"), "key")
    }
    #expect(fake.calls.isEmpty)
  }

  /// An answer that is lost leaves open whether the feed is followed: it is looked for, and not added twice.
  @Test func aLostAnswerIsLookedUp() async throws {
    let fake = try await FakeReader.start()
    fake.offer("https://reef.example/rss", "Reef")
    fake.trouble("POST /reader/api/0/subscription/quickadd", .lost)
    let feed = try await ReaderFiles().client(fake).create(form("https://reef.example/rss"), "key")
    #expect(feed.title == "Reef" && fake.feeds.count == 3)
  }

  /// The starred entries of a feed stay when it is left.
  @Test func starsOutliveAFeedThatIsLeft() async throws {
    let fake = try await FakeReader.start()
    let client = try ReaderFiles().client(fake)
    _ = try await client.front()
    let folder = try await client.list(.users) { _ in }.posts[0]
    let feed = try await client.list(.children(of: folder.id)) { _ in }.posts[0]
    try await client.delete(feed.id)
    let list = try #require(try await client.recentPosts("query", .everyone, nil, 50).posts.first)
    #expect(try await client.search(list.id).map(\.id) == [number(10)])
  }

  // MARK: Commands

  private func service(_ fake: FakeReader, _ files: ReaderFiles) throws -> ServiceFeeds {
    var tools = SourceTools()
    tools.reader = files.storage
    let source = try #require(try SourceAddress.named("reader:rss.example.org"))
    return ServiceFeeds(
      source, server: try ServerAddress(fake.server.address),
      credentials: Credentials(.signedIn(ReaderFiles.ada), token: "ada/9294"), tools: tools,
      userAgent: "Firefly", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func commandsFollowAndLeaveFeeds() async throws {
    let fake = try await FakeReader.start()
    fake.offer("https://reef.example/rss", "Reef")
    fake.offer("https://quay.example/rss", "Quay")
    let feeds = try service(fake, ReaderFiles())
    try await feeds.load()
    #expect(feeds.feeds.map(\.name) == ["Knots", "Harbour notes"])
    let opml = """
      <opml version="2.0"><body><outline text="Deep"><outline text="Reef" xmlUrl="https://reef.example/rss"/>
      </outline><outline text="Quay" xmlUrl="https://quay.example/rss"/>
      <outline text="Gone" xmlUrl="https://none.example/rss"/></body></opml>
      """
    let found = try #require(try await feeds.follow(opml: Data(opml.utf8), folder: "New"))
    #expect(found.added.map(\.name).sorted() == ["Quay", "Reef"] && found.known == 0)
    #expect(found.refused.count == 1 && found.refused[0].hasPrefix("https://none.example/rss: "))
    #expect(Set(fake.feeds).isSuperset(of: ["Reef New/Deep", "Quay New"]))
    #expect(feeds.opml.contains(#"xmlUrl="https://reef.example/rss""#))
    #expect(try await feeds.unfollow("https://reef.example/rss")?.name == "Reef")
    #expect(try await feeds.unfollow("Nope") == nil && fake.feeds.count == 3)
  }

  /// What was read and saved here is so there; the second time nothing is doubled.
  @Test func feedsOfThisMachineMoveToAService() async throws {
    let web = try await FakeFeeds.start()
    let local = FeedFiles()
    for (path, folder) in [("/blog.xml", "Tech"), ("/none", nil)] {
      try local.list.storage.update { data in
        let line = folder.map { "# [\($0)]\n" } ?? "# []\n"
        return (data ?? Data()) + Data((line + web.address + path + "\n").utf8)
      }
    }
    let entries = try await local.client().front()
    #expect(entries.count == 3)
    let fake = try await FakeReader.start()
    fake.offer(
      web.address + "/blog.xml", "Harbour notes",
      entries.enumerated().map { index, entry in
        FakeReader.Entry(UInt64(50 + index), entry.title, link: entry.facts.link)
      })
    let files = ReaderFiles()
    let feeds = try service(fake, files)
    let unread = entries[0].id
    let moved = try await feeds.take(
      local.reader, isUnread: { id, _ in id == unread },
      saved: [(entries[2].id, nil), (1, "https://elsewhere.example/")])
    #expect(moved.added.count == 1 && moved.refused.count == 1 && moved.missing == 1)
    #expect(moved.read == 2 && moved.starred == 1)
    #expect(fake.unread.isDisjoint(with: [51, 52]) && fake.unread.contains(50))
    #expect(fake.starred == [10, 52] && fake.feeds.contains("Harbour notes Tech"))
    let again = try await service(fake, files).take(
      local.reader, isUnread: { id, _ in id == unread }, saved: [(entries[2].id, nil)])
    #expect(again.added.isEmpty && again.known == 1 && again.read == 0 && again.starred == 0)
    #expect(local.feeds.count == 2)
  }
}

import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Synchronization
import Testing

@testable import FireflySources

/// When feeds are requested, and what is kept of them.
@Suite(.endsServices) struct FeedStoreTests {
  /// A time that a test moves.
  private final class Clock: Sendable {
    private let time = Mutex(1_800_000_000.0)
    var now: Double { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
  }

  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func store(_ storage: FeedStorage, _ clock: Clock) -> FeedStore {
    FeedStore(storage, clock: { clock.now }) { origin in
      PageClient(origin: origin, userAgent: "Firefly/1.2.3", logger: Self.logger)
    }
  }

  private func storage() -> FeedStorage {
    let files = Mutex<[String: MemoryFile]>([:])
    let shared = SharedFiles(files)
    return FeedStorage(list: MemoryFile().storage, entries: { shared.file($0).feed($0) })
  }

  private final class SharedFiles: Sendable {
    private let files: Mutex<[String: MemoryFile]>
    init(_ files: consuming Mutex<[String: MemoryFile]>) { self.files = files }
    func file(_ name: String) -> MemoryFile {
      files.withLock { files in
        let file = files[name] ?? MemoryFile()
        files[name] = file
        return file
      }
    }
  }

  @Test func aFeedIsRequestedEveryQuarterOfAnHourIfItHasChanged() async throws {
    let fake = try await FakeFeeds.start()
    let (clock, storage) = (Clock(), storage())
    let store = store(storage, clock)
    let blog = fake.address + "/blog.xml"
    #expect(await store.refresh([blog]).count == 3)
    clock.pass(899)
    #expect(await store.refresh([blog]).isEmpty && fake.requests.count == 1)
    // Another program obeys as well.
    #expect(await self.store(storage, clock).refresh([blog]).isEmpty && fake.requests.count == 1)
    clock.pass(2)
    // It has not changed: the answer has no text.
    #expect(await store.refresh([blog]).isEmpty && fake.requests.count == 2)
    #expect(store.feed(blog).rows.count == 3 && store.feed(blog).facts.failure == nil)
    clock.pass(901)
    FakeFeeds.addEntry(to: fake)
    let new = await store.refresh([blog])
    #expect(new.count == 1 && store.entry(new[0])?.entry.title == "High tide")
    #expect(store.order(of: [blog]).first == new[0])
    // What another program has received is found without a request.
    let other = self.store(storage, clock)
    #expect(other.feed(blog).rows.count == 4 && fake.requests.count == 3)
  }

  @Test func programsThatRefreshAtTheSameTimeAskOnce() async throws {
    let fake = try await FakeFeeds.start()
    let (clock, storage) = (Clock(), storage())
    let stores = (0..<4).map { _ in store(storage, clock) }
    let blog = fake.address + "/blog.xml"
    _ = await stores[0].refresh([blog])
    clock.pass(901)
    FakeFeeds.addEntry(to: fake)
    let new = await withTaskGroup(of: [Int].self) { group in
      for store in stores { group.addTask { await store.refresh([blog]) } }
      var new: [Int] = []
      for await found in group { new += found }
      return new
    }
    #expect(fake.requests.count == 2 && Set(new).count <= 4)
    #expect(store(storage, clock).feed(blog).rows.count == 4)
    // A request that does not end keeps the others waiting for a minute only.
    clock.pass(901)
    fake.trouble("/blog.xml", .slow(60))
    let task = Task { await stores[0].refresh([blog]) }
    try #require(try await eventually { fake.requests.count == 3 })
    _ = await stores[1].refresh([blog])
    #expect(fake.requests.count == 3)
    clock.pass(61)
    _ = await stores[1].refresh([blog])
    #expect(fake.requests.count == 4)
    task.cancel()
  }

  @Test func aServerThatIsBusyIsAskedLater() async throws {
    let fake = try await FakeFeeds.start()
    let clock = Clock()
    let store = store(storage(), clock)
    let blog = fake.address + "/blog.xml"
    fake.trouble("/blog.xml", .status(503, retryAfter: 7_200))
    #expect(await store.refresh([blog]).isEmpty)
    #expect(store.feed(blog).facts.failure?.contains("503") == true)
    let feeds = Feeds(
      web: WebClient(
        server: try ServerAddress(fake.address), name: "feeds", userAgent: "x", logger: Self.logger),
      addresses: [blog], store: store)
    func summary() async throws -> String? { try await feeds.people()?.first?.facts.line }
    let pause = "The server asks for a pause (503)."
    #expect(try await summary() == pause + " It is asked again in 120 minutes.")
    clock.pass(3_600)
    #expect(try await summary() == pause + " It is asked again in 60 minutes.")
    clock.pass(-3_600)
    clock.pass(7_199)
    #expect(await store.refresh([blog]).isEmpty && fake.requests.count == 1)
    clock.pass(2)
    #expect(await store.refresh([blog]).count == 3 && store.feed(blog).facts.failure == nil)
  }

  @Test func entriesThatLeaveTheirFeedStayForAWhile() async throws {
    let fake = try await FakeFeeds.start()
    let clock = Clock()
    let store = store(storage(), clock)
    let blog = fake.address + "/blog.xml"
    _ = await store.refresh([blog])
    fake.answer(
      "/blog.xml", with: "<rss><channel><item><guid>x</guid></item></channel></rss>",
      type: "application/rss+xml")
    clock.pass(29 * 86_400)
    #expect(await store.refresh([blog]).count == 1 && store.feed(blog).rows.count == 4)
    // A failure loses nothing.
    fake.trouble("/blog.xml", .status(500))
    clock.pass(900)
    #expect(await store.refresh([blog]).isEmpty && store.feed(blog).rows.count == 4)
    // The time counts from the day on which they left.
    clock.pass(29 * 86_400)
    #expect(await store.refresh([blog]).isEmpty && store.feed(blog).rows.count == 4)
    clock.pass(2 * 86_400)
    #expect(await store.refresh([blog]).isEmpty && store.feed(blog).rows.count == 1)
  }

  /// A feed that is read by its old address, without following it, is asked at the new one only.
  @Test func aFeedThatHasMovedIsAskedAtOneAddress() async throws {
    let fake = try await FakeFeeds.start()
    let (old, blog) = (fake.address + "/old.xml", fake.address + "/blog.xml")
    fake.trouble("/old.xml", .moved(301, to: blog), times: .max)
    let (clock, storage) = (Clock(), storage())
    let feeds = Feeds(
      web: WebClient(
        server: try ServerAddress(fake.address), name: "feeds", userAgent: "x", logger: Self.logger),
      addresses: [old, blog], store: store(storage, clock))
    let handle = Feeds.handle(old)
    _ = await feeds.store.refresh([old])
    #expect(fake.requests == ["/old.xml", "/blog.xml"])
    for _ in 0..<2 {
      #expect(try await feeds.feed(isSecond: false, after: nil, limit: 9).count == 3)
      clock.pass(901)
    }
    #expect(fake.requests == ["/old.xml", "/blog.xml", "/blog.xml"])
    #expect(try await feeds.people()?.map(\.handle) == [Feeds.handle(blog)])
    // Who was shown before is still found.
    #expect(try await feeds.posts(by: handle).count == 3)
  }

  /// The address of a feed that a page names comes from the page's server, which may not lead into the
  /// user's own network; on that server itself it is like one that the user has typed.
  @Test func theFeedOfAPageIsRequestedOnBehalfOfItsServer() async throws {
    let inner = try await FakeFeeds.start()
    let outer = try await FakeService()
    outer.answer(
      "/",
      withPage: """
        <html><head><link rel="alternate" type="application/rss+xml" href="\(inner.address)/blog.xml">
        </head><body>Hello.</body></html>
        """)
    let origins = Mutex<[ServerAddress?]>([])
    let clock = Clock()
    let store = FeedStore(storage(), clock: { clock.now }) { origin in
      origins.withLock { $0.append(origin) }
      return PageClient(origin: origin, userAgent: "Firefly/1.2.3", logger: Self.logger)
    }
    _ = await store.refresh([outer.address + "/"])
    clock.pass(901)
    // The second time, the page is not asked.
    _ = await store.refresh([outer.address + "/"])
    let server = try ServerAddress(outer.address)
    #expect(origins.withLock { $0 } == [nil, server, server])
    origins.withLock { $0 = [] }
    _ = await store.refresh([inner.address + "/"])
    #expect(origins.withLock { $0 } == [nil, nil])
  }

  @Test func theEntriesAreThoseOfTheFeedsThatAreAskedFor() async throws {
    let fake = try await FakeService()
    for name in ["a", "b"] {
      fake.answer(
        "/\(name).xml", with: "<rss><channel><item><title>\(name)</title></item></channel></rss>",
        type: "text/xml")
    }
    let store = store(storage(), Clock())
    let feeds = ["a", "b"].map { "\(fake.address)/\($0).xml" }
    _ = await store.refresh(feeds)
    #expect(store.order(of: feeds).count == 2)
    #expect(store.order(of: [feeds[1]]) == store.feed(feeds[1]).rows.map(\.id))
  }

  @Test(arguments: ["\n", "\r\n"])
  func onlyTheRemovedFeedLeavesTheFile(lineEnd: String) throws {
    let file = MemoryFile()
    try file.storage.update { _ in
      Data(
        ["# mine", "https://a.example/ The A", "https://b.example/", ""].joined(separator: lineEnd)
          .utf8)
    }
    let list = FeedList(file.storage)
    #expect(list.feeds.map(\.address) == ["https://a.example/", "https://b.example/"])
    #expect(try list.remove("https://a.example/"))
    #expect(list.feeds.map(\.address) == ["https://b.example/"])
    try list.add([.init(address: "https://c.example/", name: "two\nlines")])
    #expect(list.feeds.last == .init(address: "https://c.example/", name: "two lines"))
  }

  @Test func fewFeedsAreRequestedAtATime() async throws {
    let fake = try await FakeService()
    let rss = "<rss><channel><item><title>A</title></item></channel></rss>"
    for index in 0..<20 { fake.answer("/\(index).xml", with: rss, type: "text/xml") }
    let store = store(storage(), Clock())
    let addresses = (0..<20).map { "\(fake.address)/\($0).xml" }
    #expect(await store.refresh(addresses).count == 20)
    #expect(fake.mostInFlight <= FeedStore.maximumRequests && fake.requests.count == 20)
    // Shared by those who ask at the same time.
    #expect(store.order(of: addresses).count == 20)
  }

  @Test func aFeedThatHasMoreEntriesSaysSo() async throws {
    let fake = try await FakeService()
    let items = (0..<2_003).map { "<item><guid>\($0)</guid></item>" }
    fake.answer("/feed", with: "<rss><channel>\(items.joined())</channel></rss>", type: "text/xml")
    let store = store(storage(), Clock())
    _ = await store.refresh([fake.address + "/feed"])
    let feed = store.feed(fake.address + "/feed")
    #expect(feed.rows.count == 2_000 && feed.facts.isCut == true)
  }

  @Test func aLargeFeedIsRefused() async throws {
    let fake = try await FakeService()
    let text = "<rss><channel>" + String(repeating: "<!-- x -->", count: 900_000)
    fake.answer("/feed", with: text, type: "text/xml")
    let store = store(storage(), Clock())
    _ = await store.refresh([fake.address + "/feed"])
    #expect(
      store.feed(fake.address + "/feed").facts.failure
        == "The response is too large: more than 8 MB.")
  }

  @Test(arguments: ["", "x", "{}\n", "{}\n1\t2\t{}\n", "\n\n\n", "{\"address\":\"other\"}\n"])
  func damagedFilesAreNone(_ text: String) {
    #expect(KeptFeed("https://e.example/", Data(text.utf8)) == nil)
  }

  @Test func theFileOfAnotherFeedCountsForNothing() throws {
    let feed = try #require(
      KeptFeed("https://e.example/", KeptFeed("https://other.example/").contents))
    #expect(feed.rows.isEmpty && feed.facts == .init(address: "https://e.example/"))
  }

  @Test func keptItemsComeBack() throws {
    let text = FeedFixtureTests.records.first { $0.kind == "rss" }?.document ?? ""
    let document = try #require(FeedDocument(Array(text.utf8), at: "http://e.example/"))
    var feed = KeptFeed("http://e.example/")
    let new = feed.receive(document, at: 1_800_000_000)
    let again = try #require(KeptFeed("http://e.example/", feed.contents))
    #expect(again.facts == feed.facts && again.rows.map(\.id) == new)
    let kept = document.entries.map { entry in
      var entry = entry
      (entry.arrivedAt, entry.seenAt) = (1_800_000_000, 1_800_000_000)
      return entry
    }
    #expect(again.rows.map(again.entry) == kept)
    // With a clock that is right again, nothing has come in the future.
    var corrected = again
    _ = corrected.receive(document, at: 1_700_000_000)
    #expect(corrected.rows.allSatisfy { corrected.arrival(of: $0) == 1_700_000_000 })
    var empty = document
    empty.entries = []
    corrected = again
    _ = corrected.receive(empty, at: 1_700_000_000)
    #expect(!corrected.rows.isEmpty)
    #expect(corrected.rows.allSatisfy { corrected.arrival(of: $0) == 1_700_000_000 })
    // What is dated in the future stands among what came with it.
    var later = try #require(again.entry(again.rows[0]))
    later.date = Date(timeIntervalSince1970: 4_000_000_000)
    #expect(later.time == 1_800_000_000)
  }
}

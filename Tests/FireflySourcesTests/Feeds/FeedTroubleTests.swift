import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Synchronization
import Testing

@testable import FireflySources

/// Feeds that fail, are cut, or come in another form than they should.
@Suite(.endsServices) struct FeedTroubleTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A store whose time a test moves.
  private final class World: Sendable {
    let storage: FeedStorage
    private let time = Mutex(1_800_000_000.0)

    init(unpack: @escaping @Sendable (Data, Int) -> Data? = { _, _ in nil }) {
      let files = Mutex<[String: MemoryFile]>([:])
      let shared = Shared(files)
      storage = FeedStorage(
        list: MemoryFile().storage, entries: { shared.file($0).feed($0) }, unpack: unpack)
    }

    private final class Shared: Sendable {
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

    var now: Double { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }

    var store: FeedStore {
      FeedStore(storage, clock: { self.now }) { origin in
        PageClient(origin: origin, userAgent: "Firefly/1.2.3", logger: FeedTroubleTests.logger)
      }
    }
  }

  private static func items(_ titles: String...) -> String {
    "<rss><channel>" + titles.map { "<item><guid>\($0)</guid></item>" }.joined()
      + "</channel></rss>"
  }

  /// The hours after which a feed is requested again, one failure after the other.
  private func pauses(of address: String, _ world: World, _ count: Int) async -> [Double] {
    let store = world.store
    var pauses: [Double] = []
    for _ in 0..<count {
      _ = await store.refresh([address])
      let pause = store.seconds(untilNextOf: [address])
      pauses.append(pause / 3_600)
      world.pass(pause + 1)
    }
    return pauses
  }

  @Test func aFeedThatIsGoneIsRequestedAfterHoursThenAfterDays() async throws {
    let fake = try await FakeService()
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    let (world, feed) = (World(), fake.address + "/feed")
    _ = await world.store.refresh([feed])
    world.pass(901)
    fake.trouble("/feed", .status(404), times: 12)
    let pauses = await pauses(of: feed, world, 12)
    #expect(pauses == [0.25, 0.25, 0.25, 1, 2, 4, 8, 24, 48, 72, 72, 72])
    // As soon as it is there again, everything is as before.
    let store = world.store
    #expect(await store.refresh([feed]).isEmpty && store.seconds(untilNextOf: [feed]) == 900)
    #expect(store.feed(feed).facts.failures == nil && store.feed(feed).facts.failure == nil)
  }

  @Test func withoutAConnectionNoFeedWaitsForDays() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    _ = await world.store.refresh([feed])
    await fake.stop()
    world.pass(901)
    #expect(await pauses(of: feed, world, 12).max() == 1)
  }

  /// Who comes back to a connection asks again at once, as long as no feed has come; by themselves feeds wait, and so
  /// does one whose server alone is away.
  @Test func withoutAConnectionTheUserCanAskAgain() async throws {
    let fake = try await FakeFeeds.start()
    let world = World()
    let (blog, gone) = (fake.address + "/blog.xml", "http://127.0.0.1:1/feed.xml")
    // The program ends, and begins again.
    #expect(await world.store.refresh([gone]).isEmpty)
    let store = world.store
    func tries() -> Int? { store.kept(gone).facts.failures }
    world.pass(9)
    _ = await store.refresh([gone])
    #expect(tries() == 1)
    world.pass(2)
    _ = await store.refresh([gone], byItself: true)
    #expect(tries() == 1)
    _ = await store.refresh([gone])
    #expect(tries() == 2)
    // Another feed comes: it is not the connection.
    _ = await store.refresh([gone, blog])
    world.pass(11)
    _ = await store.refresh([gone, blog])
    #expect(tries() == 2 && store.feed(blog).rows.count == 3)
  }

  /// Whatever it was: a feed that came, one that failed, or one that another program was requesting.
  @Test func aClockThatWasAheadStopsNoFeed() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    let year = 365 * 86_400.0
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    world.pass(5 * year)
    _ = await world.store.refresh([feed])
    world.pass(-5 * year)
    #expect(world.store.seconds(untilNextOf: [feed]) == 0)
    fake.answer("/feed", with: Self.items("b", "a"), type: "text/xml")
    #expect(await world.store.refresh([feed]).count == 1)
    #expect(world.store.seconds(untilNextOf: [feed]) == 900)
    world.pass(5 * year)
    fake.trouble("/feed", .status(503, retryAfter: 7_200), times: 1)
    #expect(await pauses(of: feed, world, 1) == [2])
    world.pass(-5 * year)
    #expect(await pauses(of: feed, world, 1) == [0.25])
    // All have failed since the clock was put back: the connection may be gone.
    await fake.stop()
    #expect(await pauses(of: feed, world, 12).max() == 1)
  }

  @Test func aServerThatAsksForAPauseGetsIt() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    fake.trouble("/feed", .status(429, retryAfter: 7_200), times: 1)
    #expect(await pauses(of: feed, world, 1) == [2])
    #expect(world.store.feed(feed).facts.failure == "The server asks for a pause (429).")
    // A short one is said, too.
    fake.trouble("/feed", .status(503, retryAfter: 120), times: 1)
    #expect(await pauses(of: feed, world, 1) == [0.25])
    world.pass(-600)
    let failure = try #require(world.store.failure(of: world.store.feed(feed)))
    #expect(failure.hasPrefix("The server asks for a pause (503). It is asked again after "))
  }

  @Test func whoAddsAFeedThatHasFailedAsksAtOnce() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    let (store, list) = (world.store, FeedList(world.storage.list))
    _ = try await store.follow(feed, name: nil, in: list)
    fake.trouble("/feed", .status(500), times: 4)
    for _ in 0..<4 {
      world.pass(4_000)
      _ = await store.refresh([feed])
    }
    #expect(store.feed(feed).facts.failure != nil)
    guard case .known = try await store.follow(feed, name: nil, in: list) else {
      Issue.record("it was followed before")
      return
    }
    #expect(store.feed(feed).facts.failure == nil && fake.requests.count == 6)
  }

  /// Where nothing answers by https, what http answers counts.
  @Test func theOlderSchemeIsAskedByHTTP() async throws {
    let fake = try await FakeService()
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    let world = World()
    let (store, list) = (world.store, FeedList(world.storage.list))
    let place = "feed://" + fake.address.dropFirst("http://".count)
    guard case .none(let reason) = try await store.follow(place + "/none", name: nil, in: list)
    else {
      Issue.record("there is no feed")
      return
    }
    #expect(reason.contains("404"), "\(reason)")
    guard case .added(let feed, _) = try await store.follow(place + "/feed", name: nil, in: list)
    else {
      Issue.record("there is a feed")
      return
    }
    #expect(feed.address == fake.address + "/feed")
  }

  @Test func aFeedThatFailsIsNamedOnce() async throws {
    let fake = try await FakeService()
    fake.answer("/feed", with: Self.items("a"), type: "text/xml")
    let world = World()
    let reader = FeedReader(
      world.storage, userAgent: "Firefly/1.2.3", authorities: .init(), logger: Self.logger)
    _ = try await reader.follow(fake.address + "/feed")
    func fetch() async throws -> [String?] {
      // The reader has the time of this machine.
      try world.storage.entries(fake.address + "/feed").update { kept in
        var kept = kept
        kept?.facts.nextAt = 0
        return kept
      }
      let reader = FeedReader(
        world.storage, userAgent: "Firefly/1.2.3", authorities: .init(), logger: Self.logger)
      return await reader.fetch().failed.map(\.failure)
    }
    fake.trouble("/feed", .status(404, message: "Gone fishing"), times: 5)
    #expect(try await fetch() == ["The server says: Gone fishing (404)."])
    // From the fourth on, the sentence names the next time.
    for _ in 0..<4 { #expect(try await fetch() == []) }
    fake.trouble("/feed", .status(410, message: "Gone"), times: 1)
    let failure = try await fetch().first
    #expect(failure??.hasPrefix("The server says: Gone (410).") == true)
    #expect(try await fetch() == [])
    #expect(fake.requests.count == 8)
  }

  @Test func theTagOfAnUnchangedFeedIsSentTheNextTime() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    fake.answer("/feed", with: Self.items("a"), type: "text/xml", etag: "\"1\"")
    let store = world.store
    _ = await store.refresh([feed])
    world.pass(901)
    fake.renewTag("/feed", to: "\"2\"")
    _ = await store.refresh([feed])
    #expect(store.feed(feed).facts.version.etag == "\"2\"")
    world.pass(901)
    _ = await store.refresh([feed])
    #expect(store.feed(feed).facts.failure == nil && fake.requests.count == 3)
  }

  @Test func aFileOfGzipIsUnpacked() async throws {
    let fake = try await FakeService()
    // What the program unpacks with is tried by FireflyImportsTests.
    let world = World { data, limit in
      limit == FeedDocument.maximumBytes && data.count == 4 ? Data(Self.items("a", "b").utf8) : nil
    }
    fake.answer("/feed.xml.gz", withFile: [0x1F, 0x8B, 8, 0], type: "application/x-gzip")
    fake.answer("/bad.xml.gz", withFile: [0x1F, 0x8B, 8], type: "application/x-gzip")
    let store = world.store
    #expect(await store.refresh([fake.address + "/feed.xml.gz"]).count == 2)
    #expect(await store.refresh([fake.address + "/bad.xml.gz"]).isEmpty)
    #expect(store.feed(fake.address + "/bad.xml.gz").facts.isNoFeed)
  }

  /// A document that ends in the middle gives what it has; that its end is missing is said as long as it is so.
  @Test func aFeedThatIsBrokenOffSaysSo() async throws {
    let fake = try await FakeService()
    let (world, feed) = (World(), fake.address + "/feed")
    let whole = Self.items("a", "b")
    fake.answer("/feed", with: String(whole.prefix(whole.count / 2)), type: "text/xml")
    let store = world.store
    #expect(await store.refresh([feed]).count == 2 || !store.feed(feed).rows.isEmpty)
    let words = "The feed is broken off: its end is missing."
    #expect(store.feed(feed).facts.failure == words && store.seconds(untilNextOf: [feed]) == 900)
    fake.answer("/feed", with: whole, type: "text/xml")
    world.pass(901)
    _ = await store.refresh([feed])
    #expect(store.feed(feed).facts.failure == nil)
  }

  @Test func anEntryThatIsCutLinksItsPage() throws {
    for words in [
      String(repeating: "<p>some words ", count: 60_000),
      "first" + String(repeating: "<div>", count: 600),
    ] {
      let feed = try #require(
        FeedDocument(
          Array(
            "<rss><channel><item><link>/l</link><description><![CDATA[\(words)]]></description></item></channel></rss>"
              .utf8),
          at: "https://e.example/feed"))
      #expect(
        feed.entries.first?.text.hasSuffix(
          "The text is too long or too deeply nested. [The rest is on its page](<https://e.example/l>)."
        ) == true)
    }
  }

  @Test(arguments: ["ISO-8859-1", "windows-1252", "us-ascii", "iso-8859-15", "KOI8-R"])
  func validUTF8IsReadAsSuch(_ name: String) throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"\(name)\"?><rss><channel><title>Brøndby</title></channel></rss>"
    #expect(FeedDocument(Array(text.utf8), at: "https://e.example/")?.title == "Brøndby")
  }
}

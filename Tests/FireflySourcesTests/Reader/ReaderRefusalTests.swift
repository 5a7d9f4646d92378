import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

@testable import FireflySources

/// Marks that a service refuses, and lists that change while they are read.
@Suite(.endsServices) struct ReaderRefusalTests {
  private func number(_ id: UInt64) -> Int {
    KeptFeed.id("\(id)", in: "source:reader:rss.example.org")
  }

  /// A service with many entries, and a program that has looked.
  private func start(
    _ habits: FakeReader.Habits = .init(), _ count: UInt64 = 300
  ) async throws -> (fake: FakeReader, files: ReaderFiles, client: SourceClient) {
    let fake = try await FakeReader(habits)
    fake.follow("feed/1", "Harbour notes")
    fake.add((1...count).map { FakeReader.Entry($0) })
    let files = ReaderFiles()
    let client = try files.client(fake)
    #expect(try await client.front(limit: 1_000).count == count)
    return (fake, files, client)
  }

  /// Among many, those are found that are always refused; they are given up with a sentence.
  @Test(arguments: [400, 403, 404]) func aRefusedMarkHoldsUpNoOther(status: Int) async throws {
    let (fake, files, client) = try await start()
    fake.refuse([7, 250], status: status)
    try client.markRead((1...300).map { number($0) }, true)
    fake.server.forget()
    await client.settle()
    _ = try await files.client(fake).front()
    #expect(fake.unread == [7, 250] && files.kept?.unsent == 0)
    #expect(fake.calls.count { $0.hasSuffix("edit-tag") } < 70)
    #expect(files.told == [7, 250].map { number($0) }.sorted())
    let said = files.said.sorted()
    #expect(said.count == 2 && said[1].hasPrefix("“Entry 7” stays unread on rss.example.org. "))
    #expect(said.allSatisfy { $0.contains("(\(status))") })
  }

  /// What may have arrived is sent again only after a look, in halves; it is not given up at once.
  @Test func aMarkThatMakesTheServiceFailHoldsUpNoOther() async throws {
    let (fake, files, client) = try await start()
    fake.refuse([7], status: 500)
    try client.markRead((1...300).map { number($0) }, true)
    await client.settle()
    for _ in 0..<9 where fake.unread.count > 1 { _ = try await files.client(fake).front() }
    #expect(fake.unread == [7])
  }

  /// A service that takes nothing for a while loses no mark.
  @Test func aServiceThatTakesNothingLosesNoMark() async throws {
    let (fake, files, client) = try await start()
    fake.refuse(Set(1...300), status: 403)
    try client.markRead((1...300).map { number($0) }, true)
    for _ in 0..<5 {
      fake.server.forget()
      await client.settle()
      _ = try await files.client(fake).front()
      #expect(fake.calls.count { $0.hasSuffix("edit-tag") } <= 40)
    }
    #expect(files.kept?.unsent == 300 && files.said.isEmpty)
    fake.refuse([])
    fake.server.forget()
    _ = try await files.client(fake).front()
    #expect(fake.unread.isEmpty && files.kept?.unsent == 0)
    #expect(fake.calls.count { $0.hasSuffix("edit-tag") } < 40)
  }

  /// It is no file that can't be used, and is said once.
  @Test func aRefusedSignInIsSaidOnce() async throws {
    let (fake, files, client) = try await start(.init(), 3)
    fake.revoke()
    for id: UInt64 in 1...3 {
      try client.markRead([number(id)], true)
      await client.settle()
    }
    #expect(files.kept?.unsent == 3)
    #expect(files.refused == 1 && files.said.isEmpty)
  }

  /// What is read elsewhere between two pages moves the others up: none is missed.
  @Test(arguments: ReaderTests.habits.indices)
  func aListThatChangesMeanwhileIsWhole(habits: Int) async throws {
    var habits = ReaderTests.habits[habits]
    habits.page = 10
    let (fake, files, _) = try await start(habits, 40)
    fake.readBetweenPages([35, 36, 37])
    _ = try await files.client(fake).front()
    #expect(Set(files.told ?? []).isSuperset(of: fake.unread.map(number)))
  }

  @Test func filtersHoldForFeedsOfAService() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    files.filters = FeedFilters([
      "Sea": .init(hide: ["lighthouse"]), "https://feeds.example/feed/2": .init(isQuiet: true),
    ])
    let client = try files.client(fake)
    #expect(try await client.front().map(\.title) == ["Bowline", "Which knot?"])
    // Neither what is left out nor what is quiet is new; both stay unread there.
    #expect(files.told == [number(12)])
    #expect(fake.unread == [11, 12, 21])
    fake.server.forget()
    _ = try await files.client(fake).front()
    #expect(!fake.calls.contains { $0.hasSuffix("contents") })
    let storage = [files.storage.feeds]
    #expect(storage.unknownFilters(among: ["Sea", "Knots", "Nope", "/"]) == ["Nope"])
    #expect(storage.trial(of: "Sea", .init(hide: ["lighthouse"])) == "shows 2 of 3 entries")
  }

  /// FreshRSS writes a player behind the text.
  @Test func playersAreRecordings() async throws {
    let fake = try await FakeReader.start()
    let html = """
      About tides. <figure class='enclosure'><p class='enclosure-content'><audio preload='none' \
      src='@&amp;y=2' data-type='audio/mpeg' title=''></audio> <a download='' href='@&amp;y=2'>💾</a></p></figure>
      """.replacing("'", with: #"\""#)
    let file = #"{"href":"@&y=2","type":"audio/mpeg"}"#
    let content = #","content":{"content":"\#(html)"},"enclosure":[\#(file)]"#
    fake.add(
      FakeReader.Entry(
        31, "Episode 1", more: content.replacing("@", with: "http://radio.example/a.mp3?x=1")))
    let post = try #require(try await ReaderFiles().client(fake).front().first)
    #expect(post.facts.recordings.map(\.address) == ["http://radio.example/a.mp3?x=1&y=2"])
    #expect(post.body.contains("About tides.") && !post.body.contains("💾"))
  }

  @Test func anotherServiceIsNamed() async throws {
    let fake = try await FakeReader.start()
    fake.trouble("GET /reader/api/0/stream/items/ids", .answered("<html>"))
    await #expect(
      throws: APIError.notOffered(
        "rss.example.org does not answer like a service with Google Reader's API.")
    ) { try await ReaderFiles().client(fake).front() }
  }

  @Test func listsAreShownWithoutAConnection() async throws {
    let fake = try await FakeReader.start()
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    let client = try files.client(fake)
    let lists = try await client.recentPosts("query", .everyone, nil, 50).posts
    await fake.server.stop()
    let offline = try files.client(fake)
    #expect(try await offline.search(lists[0].id).map(\.id) == [number(10)])
    #expect(try await offline.search(lists[1].id).count == 3)
    #expect(files.said.count == 2)
    #expect(files.said.allSatisfy { $0.hasSuffix("These are the entries that are kept here.") })
  }
}

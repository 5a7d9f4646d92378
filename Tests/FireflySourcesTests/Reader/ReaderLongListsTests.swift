import FireflyAPI
import FireflyCore
import SourceFakes
import Testing

@testable import FireflySources

/// Lists of a service of feeds that are longer than what a look loads.
@Suite(.endsServices) struct ReaderLongListsTests {
  private static let folders = ["Sea", "Knots"]

  /// A service with two folders of a feed each, and entries from 1 on, in turn.
  private func start(
    _ count: UInt64, habits: Int = 0, isUnread: Bool = true
  ) async throws -> FakeReader {
    let fake = try await FakeReader(ReaderTests.habits[habits])
    for (index, folder) in Self.folders.enumerated() {
      fake.follow("feed/\(index + 1)", "Feed \(index + 1)", in: folder)
    }
    fake.add(
      (1...count).map { FakeReader.Entry($0, in: "feed/\(1 + $0 % 2)") }, isUnread: isUnread)
    return fake
  }

  /// Reads a list page by page.
  private func all(_ list: Audience, _ client: SourceClient) async throws -> [Post] {
    var posts: [Post] = []
    while true {
      let page = try await client.recentPosts("post", list, posts.last?.id, 50).posts
      if page.isEmpty { return posts }
      posts += page
    }
  }

  private func list(_ title: String, _ client: SourceClient) async throws -> Int {
    let lists = try await client.recentPosts("query", .everyone, nil, 50).posts
    return try #require(lists.first { $0.title == title }?.id)
  }

  /// The newest entries are shown before it is known how many there are.
  ///
  /// Without the rest, what has come stays.
  @Test(arguments: ReaderTests.habits.indices)
  func theNewestEntriesComeFirst(habits: Int) async throws {
    let fake = try await start(2_300, habits: habits)
    let files = ReaderFiles()
    let numbers = "GET /reader/api/0/stream/items/ids"
    fake.trouble(numbers, .slow(0))
    fake.trouble(numbers, .refused(503))
    let shown = await ReaderFiles.posts(in: try files.client(fake))
    #expect(shown.count == 50 && shown.first?.title == "Entry 2300")
    #expect(fake.calls.filter { $0.hasSuffix("contents") }.count == 1)
    #expect(files.kept?.isNew == true && files.told?.count == 1_000)
    let client = try files.client(fake)
    #expect(try await client.front().map(\.title).first == "Entry 2300")
    #expect(files.told?.count == 2_300 && files.kept?.isNew == false)
  }

  /// A service that fails at the first start is not asked twice, which would take twice as long.
  @Test func aFirstLookThatFailsIsNotRepeated() async throws {
    let fake = try await start(30)
    fake.trouble("GET /reader/api/0/stream/items/ids", .refused(503))
    let client = try ReaderFiles().client(fake)
    await #expect(throws: APIError.self) {
      try await client.list(.feed(tag: "post", by: .everyone, limit: 50)) { _ in }
    }
    #expect(fake.calls.count { $0.hasSuffix("ids") } == 1)
  }

  /// A service may have pages of any length, and refuse to be asked for longer ones.
  @Test(arguments: [(1_000, false), (1_000, true), (10_000, false), (700, false)])
  func pagesHaveAnyLength(page: Int, refusesMore: Bool) async throws {
    var habits = FakeReader.Habits()
    (habits.page, habits.refusesMore) = (page, refusesMore)
    let fake = try await FakeReader(habits)
    fake.add((1...2_300).map { FakeReader.Entry($0) })
    let files = ReaderFiles()
    _ = try await files.client(fake).front()
    #expect(files.told?.count == 2_300)
  }

  /// An account that is known at once costs no request twice.
  @Test func aShortListIsAskedForOnce() async throws {
    let fake = try await start(30)
    let client = try ReaderFiles().client(fake)
    let page = try await client.list(.feed(tag: "post", by: .everyone, limit: 50)) { _ in }
    #expect(page.posts.count == 30)
    #expect(fake.calls.count { $0.hasSuffix("ids") } == 2)
    #expect(fake.calls.count { $0.hasSuffix("list") || $0.hasSuffix("contents") } == 2)
  }

  /// What a look leaves out comes when it is reached.
  @Test func theListGoesOnWhatever() async throws {
    let fake = try await start(2_200)
    let client = try ReaderFiles().client(fake)
    let all = try await self.all(.everyone, client).map(\.id)
    #expect(all.count == 2_200 && Set(all).count == 2_200)
  }

  @Test(arguments: ReaderTests.habits.indices) func foldersAreWhole(habits: Int) async throws {
    let fake = try await start(2_400, habits: habits)
    fake.add([.init(9_001, in: "feed/1"), .init(9_002, in: "feed/2")], isUnread: false)
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    let row = try await list("Sea", client)
    #expect(try await client.search(row).count >= 100)
    #expect(try await client.search(row, 10_000).count == 1_200)
    // Once all is here, nothing more is asked for than at each look.
    #expect(try await client.search(list("Knots", client), 10_000).count == 1_200)
    fake.server.forget()
    #expect(try await files.client(fake).search(row, 10_000).count == 1_200)
    #expect(!fake.calls.contains { $0.hasSuffix("contents") })
  }

  /// A folder that the service does not answer for is not taken for one that is whole.
  @Test func aFolderThatIsNotAnsweredIsSaid() async throws {
    let fake = try await start(2_400)
    let files = ReaderFiles()
    let client = try files.client(fake)
    _ = try await client.front()
    let row = try await list("Sea", client)
    fake.trouble("POST /reader/api/0/stream/items/contents", .refused(503), times: 20)
    await #expect(throws: APIError.self) { try await client.search(row, 10_000) }
  }

  /// Counts of feeds whose entries are not all here are a part, and say so.
  @Test func countsThatAreAPartSaySo() async throws {
    let fake = try await start(2_400)
    let client = try ReaderFiles().client(fake)
    let rows = try await client.list(.users) { _ in }.posts
    #expect(rows.count == 2 && rows.allSatisfy { $0.contents?.isPartial == true })
    fake.unread = Set(2_000...2_100)
    let files = ReaderFiles()
    let whole = try await files.client(fake).list(.users) { _ in }.posts
    #expect(whole.count == 2 && whole.allSatisfy { $0.contents?.isPartial == nil })
  }

  @Test func allStarredEntriesAreListed() async throws {
    let fake = try await start(2_700, isUnread: false)
    fake.starred = Set(1...2_600)
    let client = try ReaderFiles().client(fake)
    let row = try await list("starred", client)
    #expect(try await client.search(row, 10_000).count == 2_600)
  }

  /// The list of all has what was read elsewhere, too, each in its place.
  @Test func theListOfAllIsWhole() async throws {
    let fake = try await start(730)
    fake.unread = Set((1...730).filter { $0 % 3 == 0 || $0 < 100 })
    let client = try ReaderFiles().client(fake)
    let all = try await self.all(.second, client).map(\.title)
    #expect(all == (1...730).reversed().map { "Entry \($0)" })
  }
}

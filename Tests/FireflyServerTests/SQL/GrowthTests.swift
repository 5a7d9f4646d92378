import Eventually
import FireflyCore
import FireflyTransfer
import Foundation
import GRDB
import OddInputs
import PostgresHarness
import Synchronization
import Testing

@testable import FireflyStore

/// Work that must not grow with the square of the posts or the users.
@Suite(.timeLimit(.minutes(5))) struct GrowthTests {
  /// Two users who answered each other: each post is a reply to the one before.
  private static func duel(_ count: Int) -> String {
    (1...count).map { id in
      """
      {"id":\(id),"parent_id":\(id - 1),"title":"\(id)","author_email":"\(id % 2 == 0 ? "ben" : "eve")@example.com"}
      """
    }.joined(separator: "\n")
  }

  @Test(arguments: ["東京", "ภาษาไทย", "ក្រុម", "straße ", "Łódź "])
  func wordsOfTheIndex(_ piece: String) async throws {
    let row = GrowthRow("index of \(piece)", 60_000 / piece.utf8.count) {
      String(repeating: piece, count: $0)
    } work: {
      _ = SearchText.indexable($0)
    }
    try await row.expect()
  }

  @Test(arguments: StoreKind.all)
  func twoRemovedUsersLeaveNothing(_ kind: StoreKind) async throws {
    let home = try await kind.make()
    try await home.add(Self.duel(900))
    let now = Date()
    for email in ["ben@example.com", "eve@example.com"] {
      #expect(try await home.store.removeMember(email, withPosts: true, at: now) == 450)
    }
    // The last two have no reply of others left, the others have.
    #expect(try await home.store.snapshot().links().count == 898)
    for _ in 1...10 { try await home.store.purgeDeleted(at: now.addingTimeInterval(601)) }
    #expect(try await home.store.snapshot().links().isEmpty)
  }

  /// How many statements something takes, without those about the words of each post.
  private func statements(
    _ home: TemporaryStore, _ body: () async throws -> Void
  ) async throws -> Int {
    let seen = Mutex(0)
    try await home.sqlite.database.writeWithoutTransaction { db in
      db.trace { event in
        let text = "\(event)"
        let isAboutWords = text.contains("post_words") || text.hasPrefix("--")
        if !isAboutWords { seen.withLock { $0 += 1 } }
      }
    }
    try await body()
    try await home.sqlite.database.writeWithoutTransaction { db in db.trace(options: []) }
    return seen.withLock(\.self)
  }

  @Test func aMemberWithManyPostsIsRemovedByAsManyStatements() async throws {
    func count(_ posts: Int) async throws -> Int {
      let home = try TemporaryStore()
      try await home.add(Self.duel(posts))
      return try await statements(home) {
        _ = try await home.store.removeMember("ben@example.com", withPosts: true, at: Date())
      }
    }
    #expect(try await count(20) == count(200))
  }

  /// A page of a feed is read template by template: those that no post has cost one statement together.
  @Test func templatesWithoutPostsCostNothing() async throws {
    let home = try TemporaryStore()
    try await home.add((1...300).map { #"{"id":\#($0),"title":"t"}"# }.joined(separator: "\n"))
    func count(_ templates: [String]) async throws -> Int {
      let seen = Mutex(0)
      try await home.sqlite.database.read { db in
        db.trace { _ in seen.withLock { $0 += 1 } }
        var list = FeedList(FeedRequest(templates: templates, limit: 1_000))
        var count = 0
        while !list.isAtEnd { count += try list.next(SQLiteSession(db)).count }
        db.trace(options: [])
        #expect(count == 300)
      }
      return seen.withLock(\.self)
    }
    #expect(try await count(["post"] + (1...15).map { "tag \($0)" }) == count(["post"]) + 1)
  }

  @Test func aPostIsWrittenByAsManyStatementsWhateverIsDeleted() async throws {
    func count(_ posts: Int) async throws -> Int {
      let home = try TemporaryStore()
      try await home.add(Self.duel(posts) + "\n" + #"{"title":"kept"}"#)
      for email in ["ben@example.com", "eve@example.com"] {
        _ = try await home.store.removeMember(email, withPosts: true, at: Date())
      }
      return try await statements(home) {
        _ = try await home.store.create(Post(id: 0, title: "t"), by: TemporaryStore.ada.email)
      }
    }
    #expect(try await count(20) == count(400))
  }

  /// Posts in a flat thread, in one chain, and each at the top.
  static let shapes: [(name: String, parent: @Sendable (Int) -> Int?)] = [
    ("flat", { $0 > 1 ? 1 : nil }), ("chain", { $0 % 100 > 0 ? $0 - 1 : nil }),
    ("top", { _ in nil }),
  ]

  @Test(arguments: shapes.map(\.name))
  func anImportTakesStatementsInProportion(_ shape: String) async throws {
    let parent = try #require(Self.shapes.first { $0.name == shape }).parent
    let row = GrowthRow("statements of an import", 100) { count in
      let home = try TemporaryStore()
      let lines = Self.lines(count, parent)
      return Double(try await statements(home) { try await home.add(lines) })
    }
    try await row.expect()
  }

  @Test(
    .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
    arguments: shapes.map(\.name))
  func anImportReadsRowsInProportion(_ shape: String) async throws {
    let parent = try #require(Self.shapes.first { $0.name == shape }).parent
    let row = GrowthRow("rows that an import reads", 300) { count in
      let home = try TemporaryDatabase()
      do {
        _ = try await home.open().add(
          ImportDocument(Data(Self.lines(count, parent).utf8)), by: TemporaryStore.ada,
          ownership: .unchanged)
      }
      return Double(
        try await Self.settled(
          home,
          """
          SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
          FROM pg_stat_user_tables
          """))
    }
    try await row.expect()
  }

  private static func lines(_ count: Int, _ parent: (Int) -> Int?) -> String {
    (1...count).map { id in
      let below = parent(id).map { #""parent_id":\#($0),"# } ?? ""
      return
        #"{"id":\#(id),\#(below)"title":"\#(id)","body":"some words","author_email":"ben@example.com"}"#
    }.joined(separator: "\n")
  }

  /// A figure of the database, when the connections of the first store have reported: they do so when they
  /// have ended.
  private static func settled(_ home: TemporaryDatabase, _ statement: String) async throws -> Int {
    let store = try home.open()
    var known = -1
    let isSettled = try await eventually {
      try await Task.sleep(for: .milliseconds(100))
      let now: Int? = try await store.session { db in try db.value(statement) }
      defer { known = now ?? -1 }
      return known > 0 && now == known
    }
    #expect(isSettled)
    return known
  }

  /// The index entries that an import reads for its authors.
  @Test(.enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
  func anImportReadsAsManyEntriesAsItHasAuthors() async throws {
    func entries(_ count: Int) async throws -> Int {
      let home = try TemporaryDatabase()
      do {
        let lines = (1...count).map {
          #"{"title":"t","author_email":"author\#($0)@example.com"}"#
        }
        _ = try await home.open().add(
          ImportDocument(Data(lines.joined(separator: "\n").utf8)), by: TemporaryStore.ada,
          ownership: .unchanged)
      }
      return try await Self.settled(
        home,
        "SELECT sum(idx_tup_read)::bigint FROM pg_stat_user_indexes WHERE relname = 'users'")
    }
    let (few, many) = (try await entries(200), try await entries(1_600))
    #expect(many < 16 * few, "\(few) for 200 authors, \(many) for 1,600")
  }
}

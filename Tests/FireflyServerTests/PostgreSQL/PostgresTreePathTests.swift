import Eventually
import FireflyCore
import FireflyTransfer
import Foundation
import PostgresHarness
import SeededRandom
import Testing

@testable import FireflyStore

/// Places of posts on PostgreSQL: large moves, several processes, earlier versions.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct PostgresTreePathTests {
  private let ada = TemporaryStore.ada.email

  /// A row as an earlier version writes it: without a place.
  private static func insert(_ values: String) -> String {
    """
    INSERT INTO posts (id, user_id, parent_id, title, summary, body, clip_offset_x, clip_offset_y,
      created_at, timezone, ai_generated, template_name)
    SELECT \(values)
    """
  }
  private static let rest = "'t', '', '', 0, 0, 1700000000000 + n, '', false, 'post'"
  private static let count = """
    UPDATE posts p SET child_count = (SELECT count(*) FROM posts c WHERE c.parent_id = p.id)
    """

  private func lines(
    _ store: any Store, below post: Int, levels: Int = 64
  ) async throws -> [String] {
    let cursor = store.cursor(over: .children(of: post, depth: levels, budget: 1_000_000))
    var lines: [String] = []
    while true {
      let page = try await cursor.next(atLeast: 100_000)
      lines += page.entries.map { "\($0.level) \($0.post.id)" }
      if page.isLast { return lines }
    }
  }

  /// Another program of the version before writes words without folding them.
  @Test func wordsOfEarlierVersionsAreFolded() async throws {
    let home = try TemporaryDatabase()
    let store = try home.open()
    let name = String(repeating: "a", count: 32) + ".png"
    let ids = try await store.add(
      ImportDocument(Data(#"{"title":"Straße","body":"/uploads/\#(name)"}"#.utf8)),
      by: TemporaryStore.ada, ownership: .unchanged)?.roots
    let id = try #require(ids?.first)
    let other = try await store.create(Post(id: 0, title: "other"), by: ada).id
    try home.database.sql(
      Self.insert("n, 1, NULL, \(Self.rest) FROM generate_series(1001, 3000) n")
        + "; UPDATE posts SET words = (SELECT words FROM posts WHERE id = \(other)); ANALYZE posts")
    try home.database.sql(
      """
      UPDATE posts SET words = to_tsvector('simple', title) WHERE id = \(id);
      INSERT INTO pictures (name, user_id, bytes) VALUES ('\(name)', 0, 1)
      """)
    let plan = try await store.session { db in
      try db.query("EXPLAIN \(MaintenanceRun.outdatedWords)").map { $0[0] as String }
    }
    #expect(plan.contains { $0.contains("posts_with_signless_words") }, "\(plan)")
    #expect(try await store.search(words: "strasse").isEmpty)
    try await store.updateAllPaths()
    #expect(try await store.search(words: "strasse").map(\.id) == [id])
    #expect(try await store.pictureURLs() == ["/uploads/" + name])
  }

  /// An older program may write after this one has upgraded the tables.
  @Test func wordsThatAnOlderProgramWritesLaterAreFound() async throws {
    let home = try TemporaryDatabase()
    let store = try home.open()
    let ids = try await store.add(
      ImportDocument(Data(#"{"title":"Straße"}"#.utf8)), by: TemporaryStore.ada,
      ownership: .unchanged)?.roots
    let id = try #require(ids?.first)
    try await store.updateAllPaths()
    try home.database.sql("UPDATE posts SET words = to_tsvector('simple', title)")
    // A minute later.
    store.schema.expire()
    _ = try await store.post(id)
    let isFound = try await eventually {
      try await store.search(words: "strasse").map(\.id) == [id]
    }
    #expect(isFound)
  }

  /// The tables as version 5 has left them.
  @Test func databasesOfEarlierVersionsAreUpgraded() async throws {
    let home = try TemporaryDatabase()
    let lines = TemporaryStore.sampleLines.replacing("old root", with: "Straße")
    _ = try await home.open().add(
      ImportDocument(Data(lines.utf8)), by: TemporaryStore.ada, ownership: .unchanged)
    let users = try await home.open().recentUsers(reader: ada).ids
    try home.database.sql(
      """
      DROP TABLE post_pictures, deleted_sources, source_pages, uploads, marks;
      DROP INDEX posts_with_old_words, posts_with_former_words, posts_with_older_words,
        posts_with_signless_words, profiles_by_user, posts_of_authors;
      ALTER TABLE users DROP active_at, DROP profile_id;
      ALTER TABLE posts DROP answers_user, DROP last_reply_at, DROP descendants;
      UPDATE posts SET words = to_tsvector('simple', title);
      UPDATE settings SET value = '5' WHERE name = 'schema'
      """)
    let store = try home.open()
    #expect(try await store.post(3)?.title == "building a loom")
    try await store.updateAllPaths()
    #expect(try await store.search(words: "strasse").map(\.id) == [9])
    #expect(try await store.recentUsers(reader: ada).ids == users)
    #expect(try await store.post(3)?.childCount == 2)
    #expect(try await store.create(Post(id: 0, parentID: 3, title: "new"), by: ada).id > 10)
  }

  /// The threads of an earlier version are counted in the background, not by the next import.
  @Test func anImportCountsTheThreadsOfItsOwnPostsOnly() async throws {
    let home = try TemporaryDatabase()
    _ = try await home.open().add(
      ImportDocument(Data(#"{"title":"first"}"#.utf8)), by: TemporaryStore.ada,
      ownership: .unchanged)
    try home.database.sql(
      Self.insert("n, 1, NULL, \(Self.rest) FROM generate_series(1001, 1300) n")
        + "; SELECT setval('post_numbers', 2000)")
    // Another process has the turn.
    let end = Date().timeIntervalSince1970 + 15
    try home.database.sql(
      """
      INSERT INTO settings VALUES ('placing', 'other \(end)')
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
      """)
    let store = try home.open()
    let lines = #"{"id":1,"title":"new"}"# + "\n" + #"{"parent_id":1,"title":"reply"}"#
    let result = try await store.add(
      ImportDocument(Data(lines.utf8)), by: TemporaryStore.ada, ownership: .unchanged)
    let root = try #require(result?.roots.first)
    let facts = """
      SELECT count(*) FILTER (WHERE answers_user IS NULL), max(descendants) FILTER (WHERE id = \(root)) FROM posts
      """
    let found = try home.database.sql(facts)
    #expect(found.hasSuffix("|1\n"))
    // A machine that was too busy for the turn of the other process tells nothing of it.
    #expect(found.hasPrefix("300|") || Date().timeIntervalSince1970 >= end)
  }

  @Test func branchesAreReadByTheirPaths() async throws {
    let home = try TemporaryDatabase()
    let store = try home.open()
    _ = try await store.add(
      ImportDocument(Data(TemporaryStore.sampleLines.utf8)), by: TemporaryStore.ada,
      ownership: .unchanged)
    #expect(try await lines(store, below: 3) == ["0 5", "0 4", "1 6"])
    // Only the paths say so: the times are as they were.
    try home.database.sql("UPDATE posts SET path = path || '\\x00' WHERE id = 4")
    try home.database.sql(
      """
      UPDATE posts SET path = (SELECT path FROM posts WHERE id = 3) || '\\x00' WHERE id = 4
      """)
    #expect(try await lines(store, below: 3).prefix(2) == ["0 4", "0 5"])
  }

  /// The process that moves a branch of 50,000 posts ends in the middle, and another one does the rest.
  @Test func aLargeMoveIsFinishedByAnotherProcess() async throws {
    let home = try TemporaryDatabase()
    let store = try home.open()
    _ = try await store.add(
      ImportDocument(Data(#"{"title":"from"}"#.utf8)), by: TemporaryStore.ada, ownership: .unchanged
    )
    let to = try await store.create(Post(id: 0, title: "to"), by: ada).id
    let moved = try await store.create(Post(id: 0, parentID: 1, title: "moved"), by: ada).id
    try home.database.sql(
      Self.insert(
        """
        n, 1, CASE WHEN n <= 1250 THEN \(moved) WHEN n <= 4250 THEN 1001 ELSE 1001 + n % 250 END,
        \(Self.rest)
        FROM generate_series(1001, 51000) n
        """) + "; " + Self.count + "; SELECT setval('post_numbers', 60000)")
    #expect(try await store.wrongTreePaths() == [])
    var branch = try await lines(store, below: moved)
    #expect(branch.count == 50_000)
    let plan = try await store.session { db in
      try db.query("EXPLAIN " + PostgresSession.branchStatement, moved, "", 64, 512).map {
        $0[0] as String
      }
    }
    #expect(plan.contains { $0.contains("posts_by_path") })
    #expect(!plan.contains { $0.contains("Seq Scan on posts") })
    // A page of numbers, too, is read in the order of paths.
    let numbers = try await store.session { db in
      try db.query("EXPLAIN " + PostgresSession.linksBelow(.postgres), moved, 0, 1_000, "", -1).map
      {
        $0[0] as String
      }
    }
    #expect(numbers.contains { $0.contains("posts_by_path") })
    #expect(!numbers.contains { $0.contains("Sort") }, "\(numbers)")

    // Without paths, too, no table is scanned.
    let deep = try await store.session { db in
      try db.query(
        "EXPLAIN " + PostgresSession.deepStatement, SQLList([moved])
      ).map { $0[0] as String }
    }
    #expect(deep.contains { $0.contains("posts_by_parent") })
    #expect(!deep.contains { $0.contains("Seq Scan on posts") }, "\(deep)")

    // Another process says that it has the turn, and never does anything.
    try home.database.sql(
      "INSERT INTO settings VALUES ('placing', 'dead \(Date().timeIntervalSince1970 + 15)')")
    _ = try await store.move(moved, to: to, if: .none, by: ada, at: Date())
    let isHalf = try await store.session { db in
      try db.query(
        """
        SELECT count(CASE WHEN root_id = 1 THEN 1 END), count(CASE WHEN root_id = \(to) THEN 1 END)
        FROM posts WHERE id > 1000
        """
      ).first.map { ($0[0] as Int) > 0 && ($0[1] as Int) > 1 }
    }
    #expect(isHalf == true)
    // Replies below posts that have the new place, and the old one.
    for parent in [1001, 1250, 2000, 50_000] {
      let reply = try await store.create(Post(id: 0, parentID: parent, title: "new"), by: ada).id
      let place = try #require(branch.firstIndex { $0.hasSuffix(" \(parent)") })
      let level = branch[place].prefix(1) == "0" ? 1 : 2
      branch.insert("\(level) \(reply)", at: place + 1)
    }
    let other = try home.open()
    for reader in [store, other] {
      #expect(try await lines(reader, below: moved) == branch)
      #expect(try await lines(reader, below: 1) == [])
      #expect(try await lines(reader, below: to, levels: 2).count == 251)
    }
    // Its turn is over: who finds the places missing goes on.
    try home.database.sql("UPDATE settings SET value = 'dead 1' WHERE name = 'placing'")
    var turns = 0
    repeat {
      turns += 1
      #expect(try await lines(other, below: moved) == branch)
      #expect(try await lines(other, below: 1) == [])
    } while try await !other.session { try PostgresTreePaths.areUpToDate($0) } && turns < 100
    #expect(try await other.wrongTreePaths() == [])
    #expect(try await lines(other, below: moved) == branch)
    let turn: String? = try await other.read { try $0.setting("placing") }
    #expect(turn == nil)
  }

  /// Large branches are moved into each other's way by two processes, with replies in between.
  @Test func movesMeetEachOther() async throws {
    let home = try TemporaryDatabase()
    let stores = [try home.open(), try home.open()]
    _ = try await stores[0].add(
      ImportDocument(Data(#"{"title":"top"}"#.utf8)), by: TemporaryStore.ada, ownership: .unchanged)
    // Three chains of 30 posts with 130 replies each, below one root.
    try home.database.sql(
      Self.insert(
        """
        n, 1, CASE WHEN n <= 13 THEN 1 WHEN n <= 100 THEN n - 3 ELSE 11 + n % 90 END, \(Self.rest)
        FROM generate_series(11, 12000) n
        """) + "; " + Self.count + "; SELECT setval('post_numbers', 20000)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask { [ada] in
          var random = SplitMix(seed: UInt64(number))
          for _ in 1...15 {
            let (a, b) = (
              Int.random(in: 11...25, using: &random), Int.random(in: 11...60, using: &random)
            )
            do {
              _ = try await store.move(a, to: b, if: .none, by: ada, at: Date())
            } catch StoreError.invalidParent {
              // Into its own branch.
            }
            let parent = Int.random(in: 11...12_000, using: &random)
            _ = try await store.create(Post(id: 0, parentID: parent, title: "r"), by: ada)
          }
        }
      }
      try await group.waitForAll()
    }
    let wrong = try await stores[0].wrongTreePaths()
    #expect(wrong == [])
    #expect(try await lines(stores[1], below: 1).count == 11_990 + 30)
  }

  /// Tables of version 1 with posts are brought up to date, while a program of version 1 still writes.
  @Test func anEarlierVersionMayWriteMeanwhile() async throws {
    let home = try TemporaryDatabase()
    let end = try #require(PostgresSchema.script.range(of: "-- Version 2"))
    try home.database.sql(PostgresSchema.script[..<end.lowerBound] + "COMMIT;")
    try home.database.sql(
      Self.insert("n, 1, nullif(n / 3, 0), \(Self.rest) FROM generate_series(1, 2000) n") + "; "
        + Self.count + "; SELECT setval('post_numbers', 2000)")
    let store = try home.open()
    #expect(try await lines(store, below: 1).prefix(2) == ["0 5", "1 17"])
    #expect(try await store.wrongTreePaths() == [])
    let before = try await lines(store, below: 1)
    #expect(before.count > 700)
    // A new post with a reply, then a move; the later part of `migrate --print` can be run by hand as well.
    try home.database.sql(
      Self.insert("n, 1, CASE n WHEN 3001 THEN 5 ELSE n - 1 END, \(Self.rest)")
        + " FROM generate_series(3001, 3002) n")
    try home.database.sql("UPDATE posts SET parent_id = 2 WHERE id = 3")
    try home.database.sql(Self.count)
    #expect(try await lines(store, below: 1, levels: 3).prefix(3) == ["0 5", "1 3001", "2 3002"])
    #expect(try await lines(store, below: 2, levels: 2).first?.hasPrefix("0 ") == true)
    #expect(try await store.wrongTreePaths() == [])
    #expect(try await lines(store, below: 1, levels: 3).prefix(3) == ["0 5", "1 3001", "2 3002"])
    #expect(try await lines(store, below: 2).contains("0 3"))
  }
}

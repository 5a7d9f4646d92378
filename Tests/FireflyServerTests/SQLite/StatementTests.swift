import FireflyCore
import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import FireflyStore

/// What the database is asked, and what it keeps up by itself.
@Suite struct StatementTests {
  /// So many people with a profile, a post and a saved search each.
  private func crowd(_ count: Int) throws -> TemporaryStore {
    let home = try TemporaryStore()
    try home.addNow(
      (1...count).map { number in
        ["profile", "post", "query"].map {
          """
          {"title":"word\(number)","summary":"s","template_name":"\($0)","author_email":"p\(number)@example.com"}
          """
        }.joined(separator: "\n")
      }.joined(separator: "\n"))
    // The first of them has opened all searches, when there was nothing.
    try home.sqlite.database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          INSERT INTO query_views (query_id, user_id, newest_post_id)
          SELECT id, 1, 0 FROM posts WHERE template_name = 'query'
          """)
    }
    return home
  }

  /// How many statements something takes.
  private func statements(
    _ home: TemporaryStore, _ body: @Sendable (Database) throws -> Int, finds expected: Int
  ) throws -> Int {
    let asked = Mutex<[String]>([])
    try home.sqlite.database.read { db in
      db.trace { event in asked.withLock { $0.append("\(event)") } }
      let found = try body(db)
      #expect(found == expected)
      db.trace(options: [])
    }
    // What the word index asks of its own tables is not ours.
    return asked.withLock { $0.count { !$0.contains("post_words_") && !$0.hasPrefix("--") } }
  }

  @Test func feedsUsersAndBadgesAskAFixedNumberOfTimes() throws {
    func counts(_ people: Int) throws -> [Int] {
      let home = try crowd(people)
      let reader = "p1@example.com"
      return [
        try statements(
          home,
          {
            var list = FeedList(FeedRequest(reader: reader, limit: 1000, isTagged: true))
            return try list.next(SQLiteSession($0)).count
          }, finds: 3 * people),
        try statements(
          home,
          {
            var list = UserList(reader: reader, before: nil, limit: 1000)
            return try list.next(SQLiteSession($0)).count
          }, finds: people),
        try statements(
          home,
          { db in
            let queries = try SQLiteSession(db).posts(Array(1...3 * people)).values
            var time = SearchTime()
            return try SQLiteSession(db).newMatches(
              of: queries.filter { $0.template == .query }, for: 1, within: &time
            ).values.count { $0 == true }
          }, finds: people),
      ]
    }
    #expect(try counts(2) == counts(20))
  }

  @Test func childrenAreCountedWhateverHappens() async throws {
    let home = try await TemporaryStore.sample()
    var random = SplitMix(seed: 5)
    for _ in 1...300 {
      let (a, b) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
      let step = Int.random(in: 0..<4, using: &random)
      let choice = Int.random(in: 0..<3, using: &random)
      try await home.sqlite.database.write { db in
        switch step {
        case 0:
          try db.execute(sql: "UPDATE posts SET parent_id = ? WHERE id = ?", arguments: [a, b])
        case 1: try db.execute(sql: "DELETE FROM posts WHERE id = ?", arguments: [a])
        case 2:
          // Below itself, below what isn't there yet, below nothing.
          let parent: Int? =
            [a, 1 + (try Int.fetchOne(db, sql: "SELECT max(id) FROM posts") ?? 0), nil][choice]
          _ = try SQLiteSession(db).insertRow(Post(id: 0, userID: 1, parentID: parent, title: "t"))
        default:
          _ = try SQLiteSession(db).insertRow(Post(id: 0, userID: 1, parentID: a, title: "t"))
        }
        let wrong = try Int.fetchAll(
          db,
          sql: """
            SELECT id FROM posts p WHERE child_count <>
              (SELECT count(*) FROM posts c WHERE c.parent_id = p.id AND c.id <> p.id)
            """)
        #expect(wrong == [])
      }
    }
  }

  /// A database of the first version is brought up to date with its counts.
  @Test func oldDatabasesAreCountedOnce() async throws {
    try await withOldDatabase(upTo: "1 posts") { db in
      for parent in ["NULL", "1", "1", "4"] {
        try db.execute(
          sql:
            "INSERT INTO posts (user_id, parent_id, title, created_at) VALUES (1, \(parent), 't', 0)"
        )
      }
    } check: { store in
      let counts = try await store.database.read {
        try Int.fetchAll($0, sql: "SELECT child_count FROM posts ORDER BY id")
      }
      #expect(counts == [2, 0, 0, 0])
      #expect(try await store.identity().count == 32)
    }
  }

  /// A database of an earlier version gets paths, rings and posts without a parent included.
  @Test func oldDatabasesGetPaths() async throws {
    try await withOldDatabase(upTo: "sources of imported posts") { db in
      for parent in ["NULL", "1", "2", "1", "77", "5", "8", "7", "8", "-1", "11"] {
        try db.execute(
          sql:
            "INSERT INTO posts (user_id, parent_id, title, created_at) VALUES (1, \(parent), 't', 0)"
        )
      }
    } check: { store in
      #expect(try await store.wrongTreePaths() == [])
      let roots = try await store.database.read {
        try Int.fetchAll($0, sql: "SELECT root_id FROM posts ORDER BY id")
      }
      #expect(roots == [1, 1, 1, 1, 5, 5, 0, 0, 0, 10, 0])
      let ids = try await store.children(of: 1, limit: 9).ids
      #expect(ids == [4, 2])
    }
  }

  /// A long feed is answered in pieces, however long its posts are.
  @Test func longPostsMakeShortPages() async throws {
    let home = try TemporaryStore()
    let body = String(repeating: "long ", count: 20_000)
    try await home.add(
      (1...30).map { #"{"title":"\#($0)","body":"\#(body)"}"# }.joined(separator: "\n"))
    try await home.sqlite.database.read { db in
      var list = FeedList(FeedRequest())
      var all: [Post] = []
      while true {
        let page = try list.next(SQLiteSession(db)).map(\.post)
        if page.isEmpty { break }
        #expect(page.count <= 2)
        all += page
      }
      #expect(all.ids == Array((1...30).reversed()))
    }
    let children = try await home.add(
      #"{"posts":[{"title":"root","children":[\#((1...20).map { #"{"title":"\#($0)","body":"\#(body)"}"# }.joined(separator: ","))]}]}"#
    )
    try await withServer(.router, home) { ask in
      let reply = try await ask("GET", "/api/posts/\(children[0])/children", [:], Data())
      let decoded = try JSONSerialization.jsonObject(with: reply.body) as? [String: Any]
      #expect(decoded?["count"] as? Int == 20)
    }
  }
}

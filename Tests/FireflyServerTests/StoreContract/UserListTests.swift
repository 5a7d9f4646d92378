import FireflyCore
import FireflyTransfer
import Foundation
import GRDBSQLite
import SeededRandom
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// The list of users: by proximity, then by activity.
  @Suite struct UserListTests {
    /// A user, as a simple model of the list knows them.
    private struct Person {
      var id = 0
      var inviter: Int?
      var active: Int64 = 0
      var profile: Int?
      var isListed = false
    }

    /// Fills a store with users who have invited each other at random, and with posts of theirs.
    private func fill(
      _ store: any Store, _ count: Int, inviter: @escaping @Sendable (Int) -> Int?
    ) async throws -> [Person] {
      let lines = (1...count).map { user in
        let profile =
          user % 5 == 0
          ? "" : user % 7 == 0 ? #","title":"\#(user)""# : #","title":"\#(user)","summary":"s""#
        let time =
          #""created_at":"2025-11-01T10:\#(10 + user % 50):00Z","author_email":"user\#(user)@example.com""#
        return #"{"title":"post",\#(time)}"#
          + (profile.isEmpty ? "" : "\n" + #"{"template_name":"profile",\#(time)\#(profile)}"#)
      }
      _ = try await store.add(
        ImportDocument(Data(lines.joined(separator: "\n").utf8)), by: TemporaryStore.ada,
        ownership: .unchanged)
      return try await store.changeRows { db in
        var people = try db.rows(
          "SELECT id FROM users WHERE email LIKE 'user%' ORDER BY id",
          convert: { Person(id: $0[0]) })
        for index in people.indices {
          people[index].inviter = inviter(index).map { people[$0].id }
          try db.run(
            "UPDATE users SET invited_by = ?1 WHERE id = ?2", people[index].inviter,
            people[index].id)
          people[index].active =
            try db.value("SELECT max(created_at) FROM posts WHERE user_id = ?1", people[index].id)
            ?? 0
          let profile = try db.profile(of: people[index].id)
          people[index].profile = profile?.id
          people[index].isListed = profile.map { !$0.summary.isEmpty } ?? false
        }
        return people
      }
    }

    private func chain(_ person: Person, _ people: [Int: Person]) -> [Int] {
      [person.id] + (person.inviter.flatMap { people[$0] }.map { chain($0, people) } ?? [])
    }

    private func expected(_ people: [Person], for reader: Person?) -> [Int] {
      let byID = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
      let own = reader.map { chain($0, byID) } ?? []
      func proximity(_ person: Person) -> Int {
        for (steps, id) in chain(person, byID).enumerated() {
          if let up = own.firstIndex(of: id) { return steps + up }
        }
        return 9_999
      }
      return people.filter { $0.isListed || $0.id == reader?.id && $0.profile != nil }
        .sorted {
          (proximity($0), -$0.active, $0.profile ?? 0) < (
            proximity($1), -$1.active, $1.profile ?? 0
          )
        }.compactMap(\.profile)
    }

    @Test(arguments: StoreKind.all)
    func pagesAreInTheOrderOfTheWholeList(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let people = try await fill(home.store, 120) { index in
        var random = SplitMix(seed: UInt64(index))
        // A forest: some without an inviter.
        return index % 9 == 0 ? nil : Int.random(in: 0..<index, using: &random)
      }
      for reader in [nil] + [0, 6, 34, 100, 118].map({ people[$0] }) {
        let email = reader.map { person in
          "user\((people.firstIndex { $0.id == person.id } ?? 0) + 1)@example.com"
        }
        let all = expected(people, for: reader)
        #expect(try await home.store.recentUsers(reader: email).ids == all)
        var (found, last) = ([Int](), Int?.none)
        while true {
          let page = try await home.store.recentUsers(reader: email, before: last, limit: 7)
          if page.isEmpty { break }
          found += page.ids
          last = page.last?.id
        }
        #expect(found == all)
        let details = try await home.store.recentUsers(reader: email, limit: 3)
        #expect(details.allSatisfy { ($0.feed?.ancestorChain ?? []).first == $0.userID })
      }
      #expect(try await home.store.recentUsers(reader: nil, before: 999_999).isEmpty)
    }

    /// Who writes is first in their group; who deletes what they wrote is at their old place.
    @Test(arguments: StoreKind.all)
    func listFollowsWhatUsersDo(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let people = try await fill(home.store, 12) { _ in nil }
      let before = try await home.store.recentUsers(reader: nil).ids
      let (email, last) = ("user1@example.com", try #require(people[0].profile))
      let post = try await home.store.create(
        Post(id: 0, title: "t", createdAt: Date()), by: email)
      #expect(try await home.store.recentUsers(reader: nil).ids.first == last)
      try await home.store.delete(post.id)
      #expect(try await home.store.recentUsers(reader: nil).ids == before)
      try await home.store.delete(last)
      #expect(try await home.store.recentUsers(reader: nil).ids == before.filter { $0 != last })
      _ = try await home.store.restore(last)
      #expect(try await home.store.recentUsers(reader: nil).ids == before)
      // Without a text, a profile is listed for its user only.
      var change = PostChange()
      change.summary = ""
      _ = try await home.store.update(last, change, by: email)
      #expect(try await !home.store.recentUsers(reader: nil).ids.contains(last))
      #expect(try await home.store.recentUsers(reader: email).ids.first == last)
    }

    /// Of each listed user: the place in the list, the profile, the name.
    @Test(arguments: StoreKind.all)
    func pageReadsThreeRowsForEachUser(_ kind: StoreKind) async throws {
      for hasOneInviter in [false, true] {
        var rows: [Int] = []
        for count in [200, 1_200] {
          let home = try await kind.make()
          let people = try await fill(home.store, count) { index in
            hasOneInviter && index > 0 ? 0 : nil
          }
          // As the database does by itself, after a while.
          if let store = home.store as? PostgresStore {
            for table in ["users", "posts"] {
              _ = try await store.session { db in try db.query("VACUUM ANALYZE \(table)").count }
            }
          }
          let middle = expected(people, for: people[1])[count / 3]
          rows.append(
            try await home.store.changeRows { db in
              try Self.rowsRead(db) {
                var list = UserList(reader: "user2@example.com", before: middle, limit: 20)
                let page = try list.next(db)
                #expect(page.count == 20)
              }
            })
        }
        // The same for six times as many users: on SQLite, steps of its machine.
        #expect(Double(rows[1]) < Double(rows[0]) * 1.2, "\(rows)")
        if kind.testDescription == "PostgreSQL" { #expect(rows[1] <= 3 * 20 + 20, "\(rows)") }
      }
    }

    private static func rowsRead(_ db: any SQLSession, _ body: () throws -> Void) throws -> Int {
      guard let sqlite = db as? SQLiteSession else {
        func count() throws -> Int {
          try db.value(
            """
            SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
            FROM pg_stat_xact_user_tables WHERE relname IN ('users', 'posts')
            """) ?? 0
        }
        // The plans of a larger table.
        for plan in ["seqscan", "hashjoin", "mergejoin"] {
          try db.run("SET LOCAL enable_\(plan) = off")
        }
        let before = try count()
        try body()
        return try count() - before
      }
      var steps = 0
      try withUnsafeMutablePointer(to: &steps) { steps in
        sqlite3_progress_handler(
          sqlite.db.sqliteConnection, 1,
          { steps in
            steps?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
          }, steps)
        defer { sqlite3_progress_handler(sqlite.db.sqliteConnection, 0, nil, nil) }
        try body()
      }
      return steps
    }
  }
}

import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FireflyAPI
@testable import FireflyServer
@testable import FireflyStore

/// Searches find what they should, in bounded time.
@Suite struct SearchTests {
  /// Many posts of words that many of them have.
  static func library(_ count: Int, words: Int = 120) throws -> TemporaryStore {
    let home = try TemporaryStore()
    try home.addNow(
      (1...count).map { (number: Int) -> String in
        let body = (0..<words).map { (place: Int) -> String in
          let n = (number &* 7_919 &+ place &* 104_729) % 600
          return ["ar", "be", "co", "di", "en", "fo", "ga", "ho"][n % 8] + "\(n)"
        }.joined(separator: " ")
        return #"{"title":"post \#(number)","body":"\#(body)"}"#
      }.joined(separator: "\n"))
    return home
  }

  @Test func aSavedSearchFindsWhatASearchForItsWordsFinds() async throws {
    let home = try TemporaryStore()
    try await home.add(
      """
      {"title":"moon lamp","body":"a lamp like the moon"}
      {"title":"lamp"}
      {"title":"the moon over the bay","body":"no light but that of a lamp"}
      {"title":"anything","body":"of what the notes say"}
      """)
    let query = try await home.add(
      #"{"title":"anything","summary":"lamp moon","body":"notes","template_name":"query"}"#)[0]
    let saved = try await home.store.search(queryID: query, reader: nil)
    #expect(saved.map(\.id) == [3, 1])
    #expect(try await home.store.search(words: "lamp moon") == saved)
  }

  @Test func equalTermsAreAskedOnce() {
    let words = "moon Moon moon* mo* m* \"moon\""
    #expect(SearchText.matchExpression(for: words) == #""moon" AND "mo"* AND "m""#)
    #expect(SearchText.matchExpression(for: "mo* moo* moon*") == #""moon"*"#)
    #expect(SearchText.matchExpression(for: "a* b*") == #""a" AND "b""#)
    #expect(SearchText.matchExpression(for: "蛍* 반*") == #""蛍" AND "반""#)
    #expect(SearchText.matchExpression(for: "\" OR * NEAR( -:^") == #""or near""#)
    #expect(SearchText.matchExpression(for: "… *") == nil)
    #expect(SearchText.matchExpression(for: "fire\u{AD}fly*") == #""firefly"*"#)
    let many = (1...99).map { "w\($0)" }.joined(separator: " ")
    #expect(SearchText.matchExpression(for: many)?.components(separatedBy: " AND ").count == 32)
    let phrase = SearchText.matchExpression(for: "\"\(many)\"") ?? ""
    #expect(phrase.split(separator: " ").count == 64)
  }

  @Test func beginningsOfWordsAreFound() async throws {
    let home = try await TemporaryStore.sample()
    #expect(try await home.store.search(words: "lo*").map(\.id) == [5, 3])
    #expect(try await home.store.search(words: "hist* loo*").map(\.id) == [5])
    #expect(try await home.store.search(words: "攝*").map(\.id) == [10])
  }

  /// A database of an earlier version finds what it has.
  @Test func oldIndexesAreMadeAnew() async throws {
    try await withOldDatabase(upTo: "4 deleted posts, creation keys") { db in
      try db.execute(
        sql: """
          INSERT INTO posts (user_id, title, body, created_at) VALUES (1, 'a loom', '攝影', 0)
          """)
      try SQLiteSession(db).index(Post(id: 1, title: "a loom", body: "攝影"))
    } check: { store in
      #expect(try await store.search(words: "lo*").map(\.id) == [1])
      #expect(try await store.search(words: "影").map(\.id) == [1])
      try await store.delete(1)
      #expect(try await store.search(words: "loom").isEmpty)
    }
  }

  /// Words and pictures in texts that a database had before are found.
  @Test func oldTextsAreReadAgain() async throws {
    let name = String(repeating: "a", count: 32) + ".png"
    try await withOldDatabase(upTo: "threads, whom posts answer, sources of deleted posts") { db in
      try db.execute(
        sql: """
          INSERT INTO posts (user_id, title, body, created_at) VALUES (1, 'Straße', ?, 0);
          INSERT INTO pictures (name, user_id, bytes) VALUES (?, 1, 7);
          INSERT INTO post_words (rowid, title, summary, body) VALUES (1, 'Straße', '', 'x')
          """, arguments: ["![a view](/uploads/\(name))", name])
    } check: { (store: SQLiteStore) async throws -> Void in
      #expect(try await store.search(words: "strasse").map(\.id) == [1])
      #expect(try await store.pictureURLs() == ["/uploads/" + name])
    }
  }

  @Test func aSearchIsBrokenOffWhenItsTimeIsOver() async throws {
    let home = try Self.library(600)
    try await home.sqlite.database.read { db in
      var time = SearchTime(left: 0.001)
      do {
        _ = try SQLiteSession(db).search(within: &time) {
          try Int.fetchOne(
            db,
            sql: """
              WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000)
              SELECT count(*) FROM n
              """)
        }
        Issue.record("It was not broken off.")
      } catch StoreError.searchTooLong {}
      #expect(time.left <= 0)
      // Nothing of it stays behind.
      var next = SearchTime()
      let hits = try SQLiteSession(db).search(within: &next) {
        try SQLiteSession(db).hits(#""post""#)
      }
      #expect(hits.count == StoreLimits.hits)
      #expect(next.left > 0 && next.left < SearchTime.standard)
    }
  }

  /// What there is no time for is unknown, and is neither returned as seen nor kept.
  @Test func badgesAreBoundedAndFoundOutOnce() async throws {
    let home = try Self.library(50)
    let queries = try await home.add(
      (1...20).map { #"{"title":"post \#($0)","template_name":"query"}"# }.joined(separator: "\n"))
    // Each was opened, and has found something since.
    for query in queries {
      _ = try await home.store.search(queryID: query, reader: TestHouse.ada)
    }
    try await home.add((1...20).map { #"{"title":"post \#($0)"}"# }.joined(separator: "\n"))
    try await home.sqlite.database.read { db in
      let posts = try SQLiteSession(db).posts(queries).values
      var time = SearchTime(left: 0)
      let none = try SQLiteSession(db).newMatches(of: Array(posts), for: 1, within: &time)
      #expect(none.count == 20 && none.values.allSatisfy { $0 == nil })
    }
    let router = Router(store: home.store, access: .open(), logger: silent)
    let version = try await home.store.version()
    func badges() async throws -> [String: Bool?] {
      let question = BadgesRequest(userEmail: TestHouse.ada, queryIDs: queries)
      let request = HTTPRequest(
        "POST", "/api/queries/badges", fields: ["Host": "127.0.0.1"],
        body: HTTPBody(Array(try JSONEncoder().encode(question))))
      let bytes = try await router.respond(to: request).allBytes()
      return try JSONDecoder().decode([String: Bool?].self, from: Data(bytes))
    }
    for _ in 1...3 { #expect(try await badges().values.allSatisfy { $0 == true }) }
    #expect(router.cache.badges(of: TestHouse.ada, at: version).count == 20)
    _ = try await home.store.search(queryID: queries[0], reader: TestHouse.ada)
    #expect(try await badges()["\(queries[0])"] == false)
    #expect(try await home.store.version() > version)
  }

  /// Of more matches than a search shows, only those that it shows light its badge.
  @Test func badgesTellOfHitsOnly() async throws {
    let home = try TemporaryStore()
    let query = try await home.add(#"{"title":"loom","template_name":"query"}"#)[0]
    try await home.add((1...120).map { _ in #"{"title":"loom"}"# }.joined(separator: "\n"))
    _ = try await home.store.search(queryID: query, reader: TestHouse.ada)
    // A long body with the word once is the worst of all matches.
    let body = "loom " + String(repeating: "other words ", count: 500)
    _ = try await home.store.create(Post(id: 0, title: "late", body: body), by: TestHouse.ada)
    #expect(try await home.store.badges([query], reader: TestHouse.ada) == [query: false])
    _ = try await home.store.create(Post(id: 0, title: "loom loom"), by: TestHouse.ada)
    #expect(try await home.store.badges([query], reader: TestHouse.ada) == [query: true])
  }
}

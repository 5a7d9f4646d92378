import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func search(
    queryID: Int, reader: String?, client: String
  ) async throws(StoreError) -> [SearchHit] {
    let (query, newest) = try await read { db in
      guard let query = try Self.post(queryID, db) else { throw StoreError.unknownPost(queryID) }
      return (query, try Int.fetchOne(db, sql: "SELECT max(id) FROM posts") ?? 0)
    }
    let hits = try await hits(SearchText.matchExpression(for: query), client)
    if let reader { try await markViewed(queryID, upTo: newest, by: reader) }
    return hits
  }

  func search(
    words: String, client: String
  ) async throws(StoreError) -> [SearchHit] {
    try await hits(SearchText.matchExpression(for: words), client)
  }

  /// Runs a search; concurrent searches for the same expression share one run.
  private func hits(
    _ expression: String?, _ client: String
  ) async throws(StoreError) -> [SearchHit] {
    guard let expression else { return [] }
    return try await searches.share(expression) { () async throws(StoreError) in
      try await searchQueue.run(for: client) { () async throws(StoreError) in
        try await read { db in
          var time = SearchTimeLimit()
          return try time.limit(db) { try Self.hits(expression, db) }
        }
      }
    }
  }

  private func markViewed(
    _ queryID: Int, upTo newest: Int, by reader: String
  ) async throws(StoreError) {
    try await write { db in
      guard let readerID = try Self.userID(reader, db) else { return }
      try db.execute(
        sql: """
          INSERT INTO query_views (query_id, user_id, newest_post_id) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET newest_post_id = max(newest_post_id, excluded.newest_post_id)
          """, arguments: [queryID, readerID, newest])
    }
  }

  /// Returns the best of the newest matches, newest first.
  static func hits(_ expression: String, _ db: Database) throws -> [SearchHit] {
    // bm25 is negative; lower is better.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, score, created_at FROM (
            SELECT p.id, -bm25(post_words, 4, 2, 1) AS score, p.created_at
            FROM post_words CROSS JOIN posts p ON p.id = post_words.rowid
            WHERE post_words MATCH ? AND p.template_name <> 'query'
            ORDER BY post_words.rowid DESC LIMIT ?
          ) ORDER BY score DESC LIMIT ?
          """), arguments: [expression, StoreLimits.ranked, StoreLimits.hits])
    return SearchHit.ranked(rows.map { ($0[0], $0[1], $0[2]) })
  }
}

import FireflyCore
import Foundation

extension PostgresStore {
  func search(
    queryID: Int, reader: String?, client: String
  ) async throws(StoreError) -> [SearchHit] {
    let (expression, newest) = try await read { db in
      guard let query = try Self.post(queryID, db) else {
        throw StoreError.unknownPost(queryID)
      }
      let newest: Int? = try db.value("SELECT max(id) FROM posts")
      return (try SearchVector.tsquery(for: query), newest ?? 0)
    }
    let hits = try await hits(expression, client)
    if let reader { try await markViewed(queryID, upTo: newest, by: reader) }
    return hits
  }

  func search(words: String, client: String) async throws(StoreError) -> [SearchHit] {
    let expression: String?
    do {
      expression = try SearchVector.tsquery(for: words)
    } catch {
      throw failure(error)
    }
    return try await hits(expression, client)
  }

  /// Runs a search; concurrent searches for the same expression share one run.
  private func hits(
    _ expression: String?, _ client: String
  ) async throws(StoreError) -> [SearchHit] {
    guard let expression else { return [] }
    return try await searches.share(expression) { () async throws(StoreError) in
      try await searchQueue.run(for: client) { () async throws(StoreError) in
        try await read { db in
          try db.withSearchTimeout { try Self.hits(expression, db) }
        }
      }
    }
  }

  private func markViewed(
    _ queryID: Int, upTo newest: Int, by reader: String
  ) async throws(StoreError) {
    try await write { db in
      guard let readerID = try Self.userID(reader, db) else { return }
      try db.run(
        """
        INSERT INTO query_views (query_id, user_id, newest_post_id) VALUES ($1, $2, $3)
        ON CONFLICT (query_id, user_id) DO UPDATE
          SET newest_post_id = greatest(query_views.newest_post_id, excluded.newest_post_id)
        """, queryID, readerID, newest)
    }
  }

  /// Returns the best of the newest matches, newest first.
  /// - Throws: `PostgresError`.
  static func hits(_ expression: String, _ db: PostgresSession) throws -> [SearchHit] {
    // The weights are those of D, C, B and A; 1 divides by the length of the text. With its
    // statistics, the planner uses the index for rare words, and scans the newest posts for common
    // ones.
    let rows = try db.run(
      """
      SELECT id, ts_rank('{0.25, 0.25, 0.5, 1}', words, $1::tsquery, 1) AS score, created_at
      FROM (
        SELECT id, words, created_at FROM posts
        WHERE words @@ $1::tsquery AND template_name <> 'query' ORDER BY id DESC LIMIT $2
      ) found ORDER BY score DESC, id DESC LIMIT $3
      """, expression, StoreLimits.ranked, StoreLimits.hits)
    return SearchHit.ranked(rows.map { ($0[0], $0[1], $0[2]) })
  }
}

extension PostgresSession {
  /// Time limit of a search.
  static let searchTime = Duration.milliseconds(500)

  /// Runs the searches of one response, each with the time limit `searchTime`.
  /// - Throws: `StoreError.searchTooLong`, and what `body` throws.
  func withSearchTimeout<Value>(_ body: () throws -> Value) throws -> Value {
    connection.begin(["BEGIN READ ONLY", "SET LOCAL statement_timeout = 500"])
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      connection.rollBack()
      if (error as? PostgresError)?.state == "57014" { throw StoreError.searchTooLong }
      throw error
    }
  }
}

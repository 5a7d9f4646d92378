import FireflyCore
import Foundation
import GRDB

extension PostStore {
  /// The most posts a search finds.
  static let maxHits = 100
  /// A hit this much worse than the best one is none, 0…1.
  static let leastRelevance = 0.35

  /// What a saved search finds, newest first, and marks it as viewed by the reader.
  ///
  /// Finds posts and profiles with any word of the query's texts; rare words and titles count most.
  /// - Throws: `StoreError.unknownPost`, `DatabaseError`.
  public func search(queryID: Int, reader: String?) async throws -> [SearchHit] {
    let hits = try await database.read { db in
      guard let query = try Self.post(queryID, db) else { throw StoreError.unknownPost(queryID) }
      return try Self.hits(for: query, db)
    }
    if let reader { try await markViewed(queryID, by: reader) }
    return hits
  }

  /// Whether each of these queries finds something that the reader hasn't seen; unknown numbers are
  /// left out, posts that are no queries have nothing new.
  /// - Throws: `DatabaseError`.
  public func badges(_ queryIDs: [Int], reader: String) async throws -> [Int: Bool] {
    try await database.read { db in
      let readerID = try Self.userID(reader, db)
      var badges: [Int: Bool] = [:]
      for id in queryIDs.prefix(200) {
        guard let query = try Self.post(id, db) else { continue }
        badges[id] = try query.template == .query && Self.hasNewMatches(query, for: readerID, db)
      }
      return badges
    }
  }

  /// Whether others have written posts, or made profiles, after a time.
  /// - Throws: `DatabaseError`.
  public func hasNew(_ template: Post.Template, since: Date, reader: String?) async throws -> Bool {
    try await database.read { db in
      let readerID = try reader.flatMap { try Self.userID($0, db) } ?? 0
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM posts
            WHERE template_name = ? AND created_at > ? AND user_id <> ?)
          """,
        arguments: [template.name, PostRow.milliseconds(since), readerID]) ?? false
    }
  }

  private func markViewed(_ queryID: Int, by reader: String) async throws {
    try await database.write { db in
      guard let readerID = try Self.userID(reader, db) else { return }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO query_views (query_id, user_id, newest_post_id)
          VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM posts))
          """, arguments: [queryID, readerID])
    }
  }

  static func hits(for query: Post, _ db: Database) throws -> [SearchHit] {
    guard let question = SearchText.question(of: query) else { return [] }
    // bm25 is negative, and the better the lower.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT p.id, -bm25(post_words, 4, 2, 1) AS score, p.created_at
          FROM post_words JOIN posts p ON p.id = post_words.rowid
          WHERE post_words MATCH ? AND p.template_name <> 'query' ORDER BY score DESC LIMIT ?
          """), arguments: [question, maxHits])
    guard let best = rows.first.map({ $0[1] as Double }) else { return [] }
    let newestFirst = rows.sorted {
      ($0[2] as Int64, $0[0] as Int64) > ($1[2] as Int64, $1[0] as Int64)
    }
    return newestFirst.compactMap { row in
      let score: Double = row[1]
      // With very few posts every score can be 0: then all hits are equally good.
      let relevance = best > 0 ? max(0, score / best) : 1
      guard relevance >= leastRelevance else { return nil }
      return SearchHit(id: row[0], relevance: (relevance * 1000).rounded() / 1000)
    }
  }

  static func hasNewMatches(_ query: Post, for readerID: Int?, _ db: Database) throws -> Bool {
    let seen =
      try Int.fetchOne(
        db.cachedStatement(
          sql: "SELECT newest_post_id FROM query_views WHERE query_id = ? AND user_id = ?"),
        arguments: [query.id, readerID]) ?? 0
    // First the cheap question without ranking, which mostly settles it.
    guard let question = SearchText.question(of: query),
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM post_words JOIN posts p ON p.id = post_words.rowid
              WHERE post_words MATCH ? AND post_words.rowid > ? AND p.template_name <> 'query')
            """), arguments: [question, seen]) == true
    else { return false }
    return try seen == 0 || hits(for: query, db).contains { $0.id > seen }
  }
}

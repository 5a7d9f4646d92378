import FireflyCore
import Foundation
import GRDB

extension PostStore {
  /// Posts that a search finds, at most.
  static let maximumHits = 100
  /// Queries whose badges are told at a time, at most.
  static let maximumBadges = 200
  /// A hit this much worse than the best one is none, 0…1.
  static let minimumRelevance = 0.35

  /// What a saved search finds, newest first, and marks it as viewed by the reader.
  ///
  /// Finds posts and profiles with any word of the query's texts; rare words and titles count most.
  /// - Throws: `StoreError.unknownPost`, `.database`.
  public func search(queryID: Int, reader: String?) async throws(StoreError) -> [SearchHit] {
    let hits = try await read { db in
      guard let query = try Self.post(queryID, db) else { throw StoreError.unknownPost(queryID) }
      return try Self.hits(for: query, db)
    }
    if let reader { try await markViewed(queryID, by: reader) }
    return hits
  }

  /// What some words find, newest first: posts and profiles that have all of them.
  ///
  /// - `words`: a word with `*` behind it is the beginning of one, what stands in quotation marks a phrase.
  /// - Throws: `StoreError.database`.
  public func search(words: String) async throws(StoreError) -> [SearchHit] {
    guard let question = SearchText.question(of: words) else { return [] }
    return try await read { db in try Self.hits(question, minimumRelevance: 0, db) }
  }

  /// Whether each of these queries finds something that the reader hasn't seen; unknown numbers are
  /// left out, posts that are no queries have nothing new.
  /// - Throws: `StoreError`.
  public func badges(
    _ queryIDs: [Int], reader: String
  ) async throws(StoreError) -> [Int: Bool] {
    try await read { db in
      let posts = try Self.posts(Array(queryIDs.prefix(Self.maximumBadges)), db)
      let news = try Self.newMatches(
        of: posts.values.filter { $0.template == .query }, for: Self.userID(reader, db), db)
      return posts.mapValues { news.contains($0.id) }
    }
  }

  /// Whether others have written posts, or made profiles, after a time.
  /// - Throws: `StoreError`.
  public func hasNew(_ template: Post.Template, since: Date, reader: String?)
    async throws(StoreError) -> Bool
  {
    try await read { db in
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

  private func markViewed(_ queryID: Int, by reader: String) async throws(StoreError) {
    try await write { db in
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
    return try hits(question, minimumRelevance: minimumRelevance, db)
  }

  private static func hits(
    _ question: String, minimumRelevance: Double, _ db: Database
  ) throws -> [SearchHit] {
    // bm25 is negative, and the better the lower.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT p.id, -bm25(post_words, 4, 2, 1) AS score, p.created_at
          FROM post_words JOIN posts p ON p.id = post_words.rowid
          WHERE post_words MATCH ? AND p.template_name <> 'query' ORDER BY score DESC LIMIT ?
          """), arguments: [question, maximumHits])
    guard let best = rows.first.map({ $0[1] as Double }) else { return [] }
    let newestFirst = rows.sorted {
      ($0[2] as Int64, $0[0] as Int64) > ($1[2] as Int64, $1[0] as Int64)
    }
    return newestFirst.compactMap { row in
      let score: Double = row[1]
      // With very few posts every score can be 0: then all hits are equally good.
      let relevance = best > 0 ? max(0, score / best) : 1
      guard relevance >= minimumRelevance else { return nil }
      return SearchHit(id: row[0], relevance: (relevance * 1000).rounded() / 1000)
    }
  }

  /// Those of some queries that find what the reader hasn't seen.
  static func newMatches(
    of queries: [Post], for readerID: Int?, _ db: Database
  ) throws -> Set<Int> {
    guard !queries.isEmpty else { return [] }
    let seen = try newestSeen(queries.map(\.id), by: readerID, db)
    let questions = queries.compactMap { query in
      SearchText.question(of: query).map {
        NewsQuestion(id: query.id, words: $0, seen: seen[query.id] ?? 0)
      }
    }
    // First the cheap question without ranking, which mostly settles it.
    let list = String(decoding: try JSONEncoder().encode(questions), as: UTF8.self)
    let found = try Int.fetchSet(
      db.cachedStatement(
        sql: """
          SELECT json_extract(q.value, '$.id') FROM json_each(?) q WHERE EXISTS (
            SELECT 1 FROM post_words JOIN posts p ON p.id = post_words.rowid
            WHERE post_words MATCH json_extract(q.value, '$.words')
              AND post_words.rowid > json_extract(q.value, '$.seen')
              AND p.template_name <> 'query')
          """), arguments: [list])
    return try Set(
      queries.filter { query in
        guard found.contains(query.id) else { return false }
        guard let newest = seen[query.id] else { return true }
        return try hits(for: query, db).contains { $0.id > newest }
      }.map(\.id))
  }

  /// What to look for, and behind which post.
  private struct NewsQuestion: Encodable {
    var id: Int
    var words: String
    var seen: Int
  }

  /// The newest post there was when the reader last looked at each of some queries.
  private static func newestSeen(
    _ ids: [Int], by readerID: Int?, _ db: Database
  ) throws -> [Int: Int] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT query_id, newest_post_id FROM query_views
          WHERE user_id = ? AND query_id IN (SELECT value FROM json_each(?))
          """), arguments: [readerID, "[" + ids.map(String.init).joined(separator: ",") + "]"])
    return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}

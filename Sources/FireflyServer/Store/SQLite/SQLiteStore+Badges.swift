import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func badges(
    _ queryIDs: [Int], reader: String, client: String
  ) async throws(StoreError) -> [Int: Bool?] {
    let asked = Array(queryIDs.prefix(StoreLimits.badges))
    return try await searchQueue.run(for: client) { () async throws(StoreError) in
      try await read { db in
        let posts = try Self.posts(asked, db)
        var time = SearchTimeLimit()
        var badges = try Self.newMatches(
          of: posts.values.filter { $0.template == .query }, for: Self.userID(reader, db),
          within: &time, db)
        for (id, post) in posts where post.template != .query { badges[id] = .some(false) }
        return badges
      }
    }
  }

  func hasNew(_ template: Post.Template, since: Date, reader: String?)
    async throws(StoreError) -> Bool
  {
    try await read { db in
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM posts
            WHERE template_name = ? AND created_at > ? AND user_id <> ?)
          """,
        arguments: [
          template.name, StoredTime.milliseconds(since), try Self.userID(reader, db) ?? 0,
        ]) ?? false
    }
  }

  /// Returns whether each saved search has matches that the reader hasn't seen; nil if the search
  /// took too long.
  static func newMatches(
    of queries: [Post], for readerID: Int?, within time: inout SearchTimeLimit, _ db: Database
  ) throws -> [Int: Bool?] {
    guard !queries.isEmpty else { return [:] }
    let seen = try newestSeen(queries.map(\.id), by: readerID, db)
    let searches = queries.compactMap { query in
      SearchText.matchExpression(for: query).map {
        BadgeQuery(id: query.id, words: $0, seen: seen[query.id] ?? 0)
      }
    }
    var news = Dictionary(queries.map { ($0.id, Bool?.some(false)) }) { first, _ in first }
    for search in searches { news.updateValue(nil, forKey: search.id) }
    do {
      try time.limit(db) { try find(searches, db) { news.updateValue($1, forKey: $0) } }
    } catch StoreError.searchTooLong {
      // The rest stays unknown.
    }
    return news
  }

  /// A saved search, and the newest post when the reader last ran it.
  private struct BadgeQuery: Encodable {
    var id: Int
    var words: String
    var seen: Int
  }

  /// Reports for each saved search, as soon as it is known, whether it has a hit that is newer than
  /// its `seen`.
  private static func find(
    _ searches: [BadgeQuery], _ db: Database, report: (_ id: Int, _ isNew: Bool) -> Void
  ) throws {
    // Ranking is needed only if there are more matches than hits.
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT json_extract(q.value, '$.id'),
            (SELECT w.rowid FROM post_words w CROSS JOIN posts p ON p.id = w.rowid
              WHERE w.post_words MATCH json_extract(q.value, '$.words')
                AND w.rowid > json_extract(q.value, '$.seen')
                AND p.template_name <> 'query' LIMIT 1),
            (SELECT count(*) FROM (SELECT 1 FROM post_words w
              WHERE w.post_words MATCH json_extract(q.value, '$.words') LIMIT ?))
          FROM json_each(?) q
          """),
      arguments: [
        StoreLimits.hits + 1, String(decoding: try JSONEncoder().encode(searches), as: UTF8.self),
      ])
    var unsure: Set<Int> = []
    while let row = try rows.next() {
      let (id, match, count): (Int, Int?, Int) = (row[0], row[1], row[2])
      if match == nil || count <= StoreLimits.hits {
        report(id, match != nil)
      } else {
        unsure.insert(id)
      }
    }
    for search in searches where unsure.contains(search.id) {
      report(search.id, try hits(search.words, db).contains { $0.id > search.seen })
    }
  }

  /// Returns the newest post when the reader last ran each saved search.
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

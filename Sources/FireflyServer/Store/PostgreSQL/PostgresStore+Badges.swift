import FireflyCore
import Foundation

extension PostgresStore {
  func badges(
    _ queryIDs: [Int], reader: String, client: String
  ) async throws(StoreError) -> [Int: Bool?] {
    let asked = Array(queryIDs.prefix(StoreLimits.badges))
    return try await searchQueue.run(for: client) { () async throws(StoreError) in
      try await read { db in
        let posts = try Self.posts(asked, db)
        var badges = try Self.newMatches(
          of: posts.values.filter { $0.template == .query }, for: Self.userID(reader, db), db)
        for (id, post) in posts where post.template != .query { badges[id] = .some(false) }
        return badges
      }
    }
  }

  func hasNew(_ template: Post.Template, since: Date, reader: String?)
    async throws(StoreError) -> Bool
  {
    try await read { db in
      try db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM posts
          WHERE template_name = $1 AND created_at > $2 AND user_id <> $3)
        """, template.name, StoredTime.milliseconds(since), Self.userID(reader, db) ?? 0)
    }
  }

  /// Returns whether each saved search has matches that the reader hasn't seen; nil if the search
  /// took too long.
  /// - Throws: `PostgresError`.
  static func newMatches(
    of queries: [Post], for readerID: Int?, _ db: PostgresSession
  ) throws -> [Int: Bool?] {
    guard !queries.isEmpty else { return [:] }
    let seen = try newestSeen(queries.map(\.id), by: readerID, db)
    var news = Dictionary(queries.map { ($0.id, Bool?.some(false)) }) { first, _ in first }
    var searches: [BadgeQuery] = []
    for query in queries {
      guard let words = try SearchVector.tsquery(for: query) else { continue }
      searches.append(BadgeQuery(id: query.id, words: words, seen: seen[query.id] ?? 0))
      news.updateValue(nil, forKey: query.id)
    }
    guard !searches.isEmpty else { return news }
    do {
      let found = try db.withSearchTimeout { try find(searches, db) }
      for (id, isNew) in found { news.updateValue(isNew, forKey: id) }
    } catch StoreError.searchTooLong {
      // The rest stays unknown.
    }
    return news
  }

  /// A saved search, and the newest post when the reader last ran it.
  private struct BadgeQuery {
    var id: Int
    var words: String
    var seen: Int
  }

  /// Returns whether each saved search has a hit that is newer than its `seen`.
  private static func find(
    _ searches: [BadgeQuery], _ db: PostgresSession
  ) throws -> [Int: Bool?] {
    let end = ContinuousClock.now + PostgresSession.searchTime
    var condition = PostgresCondition()
    // Separate constants, so that the planner can estimate the matches of each.
    let parts = searches.map { search in
      """
      SELECT \(search.id)::bigint, EXISTS (SELECT 1 FROM posts
        WHERE words @@ \(condition.placeholder(search.words))::tsquery
          AND id > \(condition.placeholder(search.seen)) AND template_name <> 'query')
      """
    }
    let rows = try db.run(
      parts.joined(separator: " UNION ALL "), with: condition.arguments)
    var news = Dictionary(rows.map { ($0[0] as Int, $0[1] as Bool?) }) { first, _ in first }
    // If there are many matches, not all are hits.
    for search in searches where search.seen > 0 && news[search.id] == true {
      // The limit applies to each search and to all together.
      guard ContinuousClock.now < end else {
        news.updateValue(nil, forKey: search.id)
        continue
      }
      let hits = try hits(search.words, db)
      news[search.id] = hits.contains { $0.id > search.seen }
    }
    return news
  }

  /// Returns the newest post when the reader last ran each saved search.
  private static func newestSeen(
    _ ids: [Int], by readerID: Int?, _ db: PostgresSession
  ) throws -> [Int: Int] {
    guard let readerID else { return [:] }
    let rows = try db.run(
      """
      SELECT query_id, newest_post_id FROM query_views
      WHERE user_id = $1 AND query_id = ANY($2::bigint[])
      """, readerID, PostgresList(ids))
    return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}

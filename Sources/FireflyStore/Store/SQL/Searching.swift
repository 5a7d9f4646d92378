import FireflyCore
import Foundation

/// The time left for the searches of one response, in seconds of the processor or of a clock, as
/// far as the database can measure them.
struct SearchTime: Sendable {
  /// Seconds for all searches of a response on SQLite.
  static let standard = 0.25
  /// Seconds left.
  var left = standard
}

/// A saved search, and the newest post when the reader last ran it.
struct BadgeSearch: Encodable {
  var id: Int
  /// The search expression.
  var words: String
  var seen: Int
}

extension SQLStore {
  func search(queryID: Int, reader: String?) async throws(StoreError) -> [SearchHit] {
    let (expression, newest) = try await read { db in
      guard let query = try db.post(queryID) else { throw StoreError.unknownPost(queryID) }
      let newest: Int? = try db.value("SELECT max(id) FROM posts")
      return (try db.searchExpression(for: query), newest ?? 0)
    }
    let hits = try await hits(expression)
    if let reader { try await markViewed(queryID, upTo: newest, by: reader) }
    return hits
  }

  func search(words: String) async throws(StoreError) -> [SearchHit] {
    try await hits(try await read { db in try db.searchExpression(for: words) })
  }

  /// Runs a search; concurrent searches for the same expression share one run.
  private func hits(_ expression: String?) async throws(StoreError) -> [SearchHit] {
    guard let expression else { return [] }
    return try await searches.share(expression) { () async throws(StoreError) in
      try await searchQueue.run { () async throws(StoreError) in
        try await read { db in
          var time = SearchTime()
          return try db.search(within: &time) { try db.hits(expression) }
        }
      }
    }
  }

  private func markViewed(
    _ queryID: Int, upTo newest: Int, by reader: String
  ) async throws(StoreError) {
    try await write { db in
      guard let readerID = try db.userID(reader) else { return }
      try db.run(
        """
        INSERT INTO query_views (query_id, user_id, newest_post_id) VALUES (?1, ?2, ?3)
        ON CONFLICT (query_id, user_id) DO UPDATE SET newest_post_id
          = \(db.dialect.greatest)(query_views.newest_post_id, excluded.newest_post_id)
        """, queryID, readerID, newest)
    }
  }

  func badges(
    _ queryIDs: [Int], reader: String
  ) async throws(StoreError) -> [Int: Bool?] {
    let asked = Array(queryIDs.prefix(StoreLimits.badges))
    return try await searchQueue.run { () async throws(StoreError) in
      try await read { db in
        let posts = try db.posts(asked)
        var time = SearchTime()
        var badges = try db.newMatches(
          of: posts.values.filter { $0.template == .query }, for: db.userID(reader), within: &time)
        for (id, post) in posts where post.template != .query { badges[id] = .some(false) }
        return badges
      }
    }
  }
}

extension SQLSession {
  /// Returns the expression of a saved search; nil if it has no words.
  ///
  /// The words are in the summary, whose placeholder is “Words to search for”. A search without a
  /// summary, such as an imported one, is its title.
  func searchExpression(for query: Post) throws -> String? {
    try searchExpression(for: query.storable.summary) ?? searchExpression(for: query.title)
  }

  /// Returns the best of the newest matches, newest first.
  func hits(_ expression: String) throws -> [SearchHit] {
    SearchHit.ranked(try matches(of: expression))
  }

  /// Returns whether each saved search has matches that have come since the reader ran it; nil if the search took too
  /// long.
  ///
  /// One of others that was never run has none: all it finds would be new.
  func newMatches(
    of queries: [Post], for readerID: Int?, within time: inout SearchTime
  ) throws -> [Int: Bool?] {
    guard !queries.isEmpty else { return [:] }
    let seen = try newestSeen(queries.map(\.id), by: readerID)
    var news = Dictionary(queries.map { ($0.id, Bool?.some(false)) }) { first, _ in first }
    var searches: [BadgeSearch] = []
    for query in queries {
      guard let seen = seen[query.id], let words = try searchExpression(for: query) else {
        continue
      }
      searches.append(BadgeSearch(id: query.id, words: words, seen: seen))
      news.updateValue(nil, forKey: query.id)
    }
    guard !searches.isEmpty else { return news }
    do {
      try search(within: &time) {
        try findNew(searches) { news.updateValue($1, forKey: $0) }
      }
    } catch StoreError.searchTooLong {
      // The rest stays unknown.
    }
    return news
  }

  /// Returns the newest post when the reader last ran each saved search, or wrote it.
  private func newestSeen(_ ids: [Int], by readerID: Int?) throws -> [Int: Int] {
    guard let readerID else { return [:] }
    let seen = try rows(
      """
      SELECT query_id, newest_post_id FROM query_views
      WHERE user_id = ?1 AND \(dialect.isIn("query_id", "?2"))
      UNION ALL SELECT id, id FROM posts WHERE user_id = ?1 AND \(dialect.isIn("id", "?2"))
      """, readerID, SQLList(ids), convert: { ($0[0] as Int, $0[1] as Int) })
    return Dictionary(seen, uniquingKeysWith: max)
  }
}

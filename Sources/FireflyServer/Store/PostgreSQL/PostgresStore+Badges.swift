import FireflyCore
import Foundation

extension PostgresStore {
  func badges(
    _ queryIDs: [Int], reader: String, client: String
  ) async throws(StoreError) -> [Int: Bool?] {
    let asked = Array(queryIDs.prefix(StoreLimits.badges))
    return try await searchQueue.run(for: client) { () async throws(StoreError) in
      try await read { db in
        let posts = try await Self.posts(asked, db)
        var badges = try await Self.newMatches(
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
      try await db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM posts
          WHERE template_name = $1 AND created_at > $2 AND user_id <> $3)
        """, template.name, StoredTime.milliseconds(since), Self.userID(reader, db) ?? 0)
    }
  }

  /// Whether each of some queries finds what the reader hasn't seen; nil where the time is over before that
  /// is known.
  static func newMatches(
    of queries: [Post], for readerID: Int?, _ db: PostgresSession
  ) async throws -> [Int: Bool?] {
    guard !queries.isEmpty else { return [:] }
    let seen = try await newestSeen(queries.map(\.id), by: readerID, db)
    var news = Dictionary(queries.map { ($0.id, Bool?.some(false)) }) { first, _ in first }
    var questions: [BadgeQuery] = []
    for query in queries {
      guard let words = try SearchVector.tsquery(for: query) else { continue }
      questions.append(BadgeQuery(id: query.id, words: words, seen: seen[query.id] ?? 0))
      news.updateValue(nil, forKey: query.id)
    }
    guard !questions.isEmpty else { return news }
    do {
      let found = try await db.searching { try await find(questions, db) }
      for (id, isNew) in found { news.updateValue(isNew, forKey: id) }
    } catch StoreError.searchTooLong {
      // They stay unknown.
    }
    return news
  }

  /// What to look for, and behind which post.
  private struct BadgeQuery {
    var id: Int
    var words: String
    var seen: Int
  }

  /// Whether each question finds a post behind the one that was seen, among its hits.
  private static func find(
    _ questions: [BadgeQuery], _ db: PostgresSession
  ) async throws -> [Int: Bool?] {
    let end = ContinuousClock.now + PostgresSession.searchTime
    var condition = PostgresCondition()
    // Each with its own constants, so that the planner knows how many posts have its words.
    let parts = questions.map { question in
      """
      SELECT \(question.id)::bigint, EXISTS (SELECT 1 FROM posts
        WHERE words @@ \(condition.placeholder(question.words))::tsquery
          AND id > \(condition.placeholder(question.seen)) AND template_name <> 'query')
      """
    }
    let rows = try await db.run(
      parts.joined(separator: " UNION ALL "), with: condition.arguments)
    var news = Dictionary(rows.map { ($0[0] as Int, $0[1] as Bool?) }) { first, _ in first }
    // Of many posts with these words not all are hits.
    for question in questions where question.seen > 0 && news[question.id] == true {
      // Each search may take that long, and all together.
      guard ContinuousClock.now < end else {
        news.updateValue(nil, forKey: question.id)
        continue
      }
      let hits = try await hits(question.words, db)
      news[question.id] = hits.contains { $0.id > question.seen }
    }
    return news
  }

  /// The newest post there was when the reader last looked at each of some queries.
  private static func newestSeen(
    _ ids: [Int], by readerID: Int?, _ db: PostgresSession
  ) async throws -> [Int: Int] {
    guard let readerID else { return [:] }
    let rows = try await db.run(
      """
      SELECT query_id, newest_post_id FROM query_views
      WHERE user_id = $1 AND query_id = ANY($2::bigint[])
      """, readerID, PostgresList(ids))
    return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}

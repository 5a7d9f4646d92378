import FireflyCore

// The words of a post are in its row.
extension PostgresSession {
  /// Time limit of a search.
  static let searchTime = Duration.milliseconds(500)

  func index(_ post: Post) throws {
    try query(
      "UPDATE posts SET words = ?1::tsvector WHERE id = ?2", try SearchVector.text(of: post),
      post.id)
  }

  func removeWords(where condition: SQLCondition) throws {
    try run(
      "UPDATE posts SET words = NULL WHERE child_count > 0 AND \(condition.text)",
      with: condition.arguments)
  }

  /// Indexes posts that an earlier version has written, and finds the pictures in their texts and the
  /// activity of their authors.
  /// - Returns: whether posts may be left.
  func refreshTexts(limit: Int) throws -> Bool {
    let posts = try posts(
      "WHERE \(SearchVector.isOld("p.words")) ORDER BY -p.id LIMIT ?1 FOR UPDATE OF p", limit)
    for post in posts {
      try index(post)
      try keepPictures(of: post)
    }
    try refreshUsers(posts.map(\.userID))
    return posts.count == limit
  }

  func searchExpression(for words: String) throws -> String? {
    try SearchVector.tsquery(for: words)
  }

  /// Runs the searches, each with the time limit `searchTime`.
  func search<Value>(within time: inout SearchTime, _ body: () throws -> Value) throws -> Value {
    connection.begin(["BEGIN READ ONLY", "SET LOCAL statement_timeout = 500"])
    do {
      let value = try body()
      try query("COMMIT")
      return value
    } catch {
      connection.rollBack()
      if (error as? PostgresError)?.state == "57014" { throw StoreError.searchTooLong }
      throw error
    }
  }

  func matches(of expression: String) throws -> [(id: Int, score: Double, time: Int64)] {
    // The weights are those of D, C, B and A; 1 divides by the length of the text. With its
    // statistics, the planner uses the index for rare words, and scans the newest posts for common
    // ones.
    try query(
      """
      SELECT id, ts_rank('{0.25, 0.25, 0.5, 1}', words, ?1::tsquery, 1) AS score, created_at
      FROM (
        SELECT id, words, created_at FROM posts
        WHERE words @@ ?1::tsquery AND template_name <> 'query' ORDER BY id DESC LIMIT ?2
      ) found ORDER BY score DESC, id DESC LIMIT ?3
      """, expression, StoreLimits.ranked, StoreLimits.hits
    ).map { ($0[0], $0[1], $0[2]) }
  }

  func findNew(_ searches: [BadgeSearch], report: (_ id: Int, _ isNew: Bool) -> Void) throws {
    let end = ContinuousClock.now + Self.searchTime
    var condition = SQLCondition()
    // Separate constants, so that the planner can estimate the matches of each.
    let parts = searches.map { search in
      """
      SELECT \(search.id)::bigint, EXISTS (SELECT 1 FROM posts
        WHERE words @@ \(condition.placeholder(search.words))::tsquery
          AND id > \(condition.placeholder(search.seen)) AND template_name <> 'query')
      """
    }
    let found = try rows(
      parts.joined(separator: " UNION ALL "), with: condition.arguments,
      convert: { ($0[0] as Int, $0[1] as Bool) })
    let matched = Set(found.filter(\.1).map(\.0))
    for search in searches {
      // If there are many matches, not all are hits.
      guard search.seen > 0, matched.contains(search.id) else {
        report(search.id, matched.contains(search.id))
        continue
      }
      // The limit applies to each search and to all together; the rest stays unknown.
      guard ContinuousClock.now < end else { continue }
      report(search.id, try hits(search.words).contains { $0.id > search.seen })
    }
  }
}

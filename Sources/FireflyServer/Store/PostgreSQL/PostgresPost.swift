import FireflyCore

/// Reads posts.
enum PostgresPost {
  /// Returns the posts of `StoredPost.select` with the given end, in its order.
  /// - Throws: `PostgresError`.
  static func posts(
    _ db: PostgresSession, _ end: String, _ arguments: (any PostgresParameter)?...
  ) throws -> [Post] {
    try db.run(StoredPost.select + end, with: arguments).map(post)
  }

  /// Returns posts that match a condition, newest first, after a position; at least one if there is
  /// any.
  ///
  /// The server cuts the page by the size of the texts.
  /// - Throws: `PostgresError`.
  static func page(
    _ db: PostgresSession, where condition: PostgresCondition, after position: PostPosition,
    limit: Int
  ) throws -> StoredPost.Page {
    var condition = condition
    if position.id != PostPosition.start.id {
      condition.add("(p.created_at, p.id) < (?, ?)", position.time, position.id)
    }
    let limitMark = condition.placeholder(limit)
    let rows = try db.run(
      """
      SELECT \(StoredPost.columns), p.read FROM (
        SELECT q.*, count(*) OVER () AS read,
          coalesce(sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body))
            OVER (ORDER BY q.created_at DESC, q.id DESC
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
        FROM (
          SELECT p.* FROM posts p WHERE \(condition.text)
          ORDER BY p.created_at DESC, p.id DESC LIMIT \(limitMark)
        ) q
      ) p LEFT JOIN users u ON u.id = p.user_id
      WHERE p.bytes_before < \(StoredPost.pageBytes) ORDER BY p.created_at DESC, p.id DESC
      """, with: condition.arguments)
    let posts = rows.map(post)
    let read: Int = rows.first?[17] ?? 0
    return StoredPost.Page(posts: posts, isLast: posts.count == read && read < limit)
  }

  /// Converts a row.
  static func post(_ row: PostgresRow) -> Post {
    var post = Post(
      id: row[0], userID: row[1], parentID: row[2], title: row[3], summary: row[4], body: row[5],
      imageURL: row[6], clipOffsetX: row[7], clipOffsetY: row[8],
      createdAt: StoredTime.date(milliseconds: row[9]), timezone: row[10], locationTag: row[11],
      isAIGenerated: row[12], authorName: row[13], authorEmail: row[14], childCount: row[16],
      template: Post.Template(name: row[15]))
    post.placeholders = PostTemplate.standard[post.template.name]?.placeholders
    return post
  }
}

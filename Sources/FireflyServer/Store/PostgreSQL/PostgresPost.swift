import FireflyCore

/// Reads posts: the columns, and their conversion to `Post`.
enum PostgresPost {
  /// The columns of a post `p` and its author `u`.
  static let columns = """
    p.id, p.user_id, p.parent_id, p.title, p.summary, p.body, p.image_url,
    p.clip_offset_x, p.clip_offset_y, p.created_at, p.timezone, p.location_tag, p.ai_generated,
    coalesce(u.shown_name, nullif(u.name, ''), u.email), u.email, p.template_name, p.child_count
    """
  /// A query up to `WHERE`; the post is `p`, its author `u`.
  static let select = """
    SELECT \(columns) FROM posts p LEFT JOIN users u ON u.id = p.user_id

    """
  /// The columns that `posts` and `deleted_posts` have in common.
  static let storedColumns = """
    id, user_id, parent_id, title, summary, body, image_url, clip_offset_x, clip_offset_y, \
    created_at, timezone, location_tag, ai_generated, template_name, source, source_key, \
    source_digest
    """

  /// Number of bytes of text after which a page ends, to bound the memory of a response.
  static let pageBytes = 128 << 10

  /// A page of posts.
  struct Page {
    var posts: [Post] = []
    /// Whether no posts follow.
    var isLast = true
  }

  /// Returns the posts of `select` with the given end, in its order.
  /// - Throws: `PostgresError`.
  static func posts(
    _ db: PostgresSession, _ end: String, _ arguments: (any PostgresParameter)?...
  ) async throws -> [Post] {
    try await db.run(select + end, with: arguments).map(post)
  }

  /// Returns posts that match a condition, newest first, after a position; at least one if there is
  /// any.
  ///
  /// The server cuts the page by the size of the texts.
  /// - Throws: `PostgresError`.
  static func page(
    _ db: PostgresSession, where condition: PostgresCondition, after position: PostPosition,
    limit: Int
  ) async throws -> Page {
    var condition = condition
    if position.id != PostPosition.start.id {
      condition.add("(p.created_at, p.id) < (?, ?)", position.time, position.id)
    }
    let limitMark = condition.placeholder(limit)
    let rows = try await db.run(
      """
      SELECT \(columns), p.read FROM (
        SELECT q.*, count(*) OVER () AS read,
          coalesce(sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body))
            OVER (ORDER BY q.created_at DESC, q.id DESC
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
        FROM (
          SELECT p.* FROM posts p WHERE \(condition.text)
          ORDER BY p.created_at DESC, p.id DESC LIMIT \(limitMark)
        ) q
      ) p LEFT JOIN users u ON u.id = p.user_id
      WHERE p.bytes_before < \(pageBytes) ORDER BY p.created_at DESC, p.id DESC
      """, with: condition.arguments)
    let posts = rows.map(post)
    let read: Int = rows.first?[17] ?? 0
    return Page(posts: posts, isLast: posts.count == read && read < limit)
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

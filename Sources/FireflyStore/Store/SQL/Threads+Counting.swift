import FireflyCore
import Foundation

extension SQLSession {
  /// Sets whom posts answer, and counts the replies of their threads, where that is unknown:
  /// `answers_user` is NULL.
  ///
  /// - Parameter limit: maximum number of posts.
  /// - Returns: whether posts may be left.
  /// - Throws: the error of the database.
  func countThreads(limit: Int) throws -> Bool {
    let posts = try rows(
      """
      SELECT id, root_id FROM posts WHERE answers_user IS NULL AND root_id IS NOT NULL
      ORDER BY id LIMIT ?1
      """, limit, convert: { (id: $0[0] as Int, root: $0[1] as Int) })
    try countThreads(of: posts)
    return posts.count == limit
  }

  /// Does the same for some new posts only.
  func countThreads(ofNew ids: [Int]) throws {
    try countThreads(
      of: rows(
        """
        SELECT id, root_id FROM posts
        WHERE \(dialect.isIn("id", "?1")) AND answers_user IS NULL AND root_id IS NOT NULL
        """, SQLList(ids), convert: { ($0[0], $0[1]) }))
  }

  private func countThreads(of posts: [(id: Int, root: Int)]) throws {
    guard !posts.isEmpty else { return }
    let (ids, roots) = (SQLList(posts.map(\.id)), SQLList(Set(posts.map(\.root))))
    if !dialect.hasOneWriter {
      // Replies that are written meanwhile wait, and are counted afterwards; without locks they would be
      // lost, because a statement doesn't see them. In one order, so that no two block each other.
      try run(
        "SELECT id FROM posts WHERE \(dialect.isIn("id", "?1")) ORDER BY id\(dialect.forUpdate)",
        roots)
    }
    try run(
      """
      UPDATE posts SET answers_user = coalesce(
        (SELECT p.user_id FROM posts p WHERE p.id = posts.parent_id AND p.id <> posts.id), 0)
      WHERE \(dialect.isIn("id", "?1"))
      """, ids)
    try run(
      """
      UPDATE posts SET last_reply_at = NULL, descendants = NULL
      WHERE \(dialect.isIn("id", "?1")) AND root_id <> id AND last_reply_at IS NOT NULL
      """, ids)
    try run(
      """
      UPDATE posts SET (descendants, last_reply_at) =
        (SELECT count(*) - 1, coalesce(
            max(CASE WHEN c.created_at <= ?2 THEN c.created_at END), max(c.created_at))
          FROM posts c WHERE c.root_id = posts.id)
      WHERE \(dialect.isIn("id", "?1")) AND root_id = id
      """, roots, StoredTime.latest(at: Date()))
  }

  /// Lets the threads be counted again that have some posts.
  func recountThreads(of condition: SQLCondition) throws {
    try run(
      """
      UPDATE posts SET answers_user = NULL
      WHERE id IN (SELECT root_id FROM posts WHERE \(condition.text))
      """, with: condition.arguments)
  }

  /// Deletes the posts that match a condition.
  func removePosts(where condition: SQLCondition) throws {
    try recountThreads(of: condition)
    try deletePosts(where: condition)
  }

  func changeParent(of post: Post, to parent: Int?) throws {
    let condition = SQLCondition("id = ?", post.id)
    try recountThreads(of: condition)
    try move(post, to: parent)
    try run("UPDATE posts SET answers_user = NULL WHERE id = ?1", post.id)
  }
}

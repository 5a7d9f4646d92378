import FireflyCore
import Foundation

extension PostgresStore {
  func post(_ id: Int) async throws(StoreError) -> Post? {
    try await read { db in try Self.undeletedPost(id, db) }
  }

  func ancestors(of post: Post) async throws(StoreError) -> [Post] {
    guard let parent = post.parentID, parent >= 0 else { return [] }
    return try await read { db in
      // UNION drops duplicates, so cycles end.
      let ids = try db.run(
        """
        WITH RECURSIVE up (id, parent_id) AS (
          SELECT id, parent_id FROM posts WHERE id = $1
          UNION SELECT p.id, p.parent_id FROM up JOIN posts p ON p.id = up.parent_id
        )
        SELECT id FROM up LIMIT $2
        """, parent, StoreLimits.ancestors
      ).map { $0[0] as Int }.prefix { $0 != post.id }
      let posts = try Self.posts(ids, db)
      return ids.compactMap { posts[$0] }
    }
  }

  func cursor(over list: PostList) -> any PostListCursor {
    switch list {
    case .feed(let request): cursor(over: PostgresFeed(request))
    case .users(let reader, let before, let limit):
      cursor(over: PostgresUsers(reader: reader, before: before, limit: limit))
    case .children(let id, let depth, let before, let budget):
      cursor(
        over: PostgresBranch(
          below: id, depth: depth, before: before, budget: budget, pathMaintenance: pathMaintenance)
      )
    }
  }

  func pictureURLs() async throws(StoreError) -> Set<String> {
    try await read { db in
      let rows = try db.run(
        """
        SELECT image_url FROM posts WHERE image_url IS NOT NULL
        UNION SELECT image_url FROM deleted_posts WHERE image_url IS NOT NULL
        """)
      return Set(rows.map { $0[0] as String })
    }
  }

  func isDeleted(upload name: String) async throws(StoreError) -> Bool {
    try await read { db in
      try db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = $1)
          AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = $1)
        """, "/uploads/" + name)
    }
  }

  static func post(_ id: Int, _ db: PostgresSession) throws -> Post? {
    try PostgresPost.posts(db, "WHERE p.id = $1", id).first
  }

  /// Returns a post; nil for a placeholder of a deleted post.
  /// - Throws: `PostgresError`.
  static func undeletedPost(_ id: Int, _ db: PostgresSession) throws -> Post? {
    try post(id, db).flatMap { $0.template == .deleted ? nil : $0 }
  }

  /// Returns a post, locked until the end of the transaction; nil for a placeholder of a deleted
  /// post.
  /// - Throws: `PostgresError`.
  static func lockedPost(_ id: Int, _ db: PostgresSession) throws -> Post? {
    // A statement that locks could return the version from before the lock.
    try db.run("SELECT id FROM posts WHERE id = $1 FOR UPDATE", id)
    return try undeletedPost(id, db)
  }

  /// Returns the existing posts with these numbers, by number.
  /// - Throws: `PostgresError`.
  static func posts(
    _ ids: some Sequence<Int>, _ db: PostgresSession
  ) throws -> [Int: Post] {
    let posts = try PostgresPost.posts(
      db, "WHERE p.id = ANY($1::bigint[])", PostgresList(ids))
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

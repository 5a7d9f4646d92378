import FireflyCore
import Foundation

extension PostgresStore {
  func post(_ id: Int) async throws(StoreError) -> Post? {
    try await read { db in try await Self.undeletedPost(id, db) }
  }

  func ancestors(of post: Post) async throws(StoreError) -> [Post] {
    guard let parent = post.parentID, parent >= 0 else { return [] }
    return try await read { db in
      // Each number once, so that a ring ends as well.
      let ids = try await db.run(
        """
        WITH RECURSIVE up (id, parent_id) AS (
          SELECT id, parent_id FROM posts WHERE id = $1
          UNION SELECT p.id, p.parent_id FROM up JOIN posts p ON p.id = up.parent_id
        )
        SELECT id FROM up LIMIT $2
        """, parent, StoreLimits.ancestors
      ).map { $0[0] as Int }.prefix { $0 != post.id }
      let posts = try await Self.posts(ids, db)
      return ids.compactMap { posts[$0] }
    }
  }

  func cursor(over list: PostList) -> any PostListCursor {
    switch list {
    case .feed(let request): PostgresCursor(PostgresFeed(request), in: self)
    case .users(let reader, let before, let limit):
      PostgresCursor(PostgresUsers(reader: reader, before: before, limit: limit), in: self)
    case .children(let id, let depth, let before, let budget):
      PostgresCursor(
        PostgresBranch(
          below: id, depth: depth, before: before, budget: budget, places: pathMaintenance),
        in: self)
    }
  }

  func template(_ name: String) async throws(StoreError) -> PostTemplate? {
    PostTemplate.standard[name]
  }

  func pictureURLs() async throws(StoreError) -> Set<String> {
    try await read { db in
      let rows = try await db.run(
        """
        SELECT image_url FROM posts WHERE image_url IS NOT NULL
        UNION SELECT image_url FROM deleted_posts WHERE image_url IS NOT NULL
        """)
      return Set(rows.map { $0[0] as String })
    }
  }

  func isDeleted(upload name: String) async throws(StoreError) -> Bool {
    try await read { db in
      try await db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = $1)
          AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = $1)
        """, "/uploads/" + name)
    }
  }

  static func post(_ id: Int, _ db: PostgresSession) async throws -> Post? {
    try await PostgresPost.posts(db, "WHERE p.id = $1", id).first
  }

  /// A post, unless it only stands for a deleted one.
  static func undeletedPost(_ id: Int, _ db: PostgresSession) async throws -> Post? {
    try await post(id, db).flatMap { $0.template == .deleted ? nil : $0 }
  }

  /// The same, with a lock: it stays as it is until the transaction is over.
  static func lockedPost(_ id: Int, _ db: PostgresSession) async throws -> Post? {
    // The lock first: what is read by the same statement may be older than the lock.
    try await db.run("SELECT id FROM posts WHERE id = $1 FOR UPDATE", id)
    return try await undeletedPost(id, db)
  }

  /// The posts with these numbers, as far as there are any, by their numbers.
  static func posts(
    _ ids: some Sequence<Int>, _ db: PostgresSession
  ) async throws -> [Int: Post] {
    let posts = try await PostgresPost.posts(
      db, "WHERE p.id = ANY($1::bigint[])", PostgresList(ids))
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

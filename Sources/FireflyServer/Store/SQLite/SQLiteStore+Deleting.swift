import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func delete(
    _ id: Int, if condition: PostCondition, by email: String?, at now: Date
  ) async throws(StoreError) {
    try await writePosts(at: now) { _, db in
      guard let post = try Self.undeletedPost(id, db) else { throw StoreError.unknownPost(id) }
      let user = try Self.userID(email, db)
      if email != nil, user != post.userID { throw StoreError.notOwner }
      try condition.check(post)
      try Self.moveToDeleted(post, by: user, at: now, db)
    }
  }

  /// Moves a post to `deleted_posts`; if it has children, leaves a placeholder.
  static func moveToDeleted(_ post: Post, by user: Int?, at now: Date, _ db: Database) throws {
    guard post.template != .deleted else { return }
    try unindex(post, db)
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO deleted_posts (\(StoredPost.common), deleted_at, deleted_by)
        SELECT \(StoredPost.common), ?, ? FROM posts WHERE id = ?
        """, arguments: [StoredTime.milliseconds(now), user, post.id])
    guard (post.childCount ?? 0) > 0 else {
      return try db.execute(sql: "DELETE FROM posts WHERE id = ?", arguments: [post.id])
    }
    try db.execute(
      sql: """
        UPDATE posts SET user_id = 0, title = 'deleted', summary = '', body = '', image_url = NULL,
          clip_offset_x = 0, clip_offset_y = 0, timezone = '', location_tag = NULL,
          ai_generated = 0, source_digest = NULL, template_name = ? WHERE id = ?
        """, arguments: [Post.Template.deleted.name, post.id])
  }

  /// Returns a post; nil for a placeholder of a deleted post.
  static func undeletedPost(_ id: Int, _ db: Database) throws -> Post? {
    try post(id, db).flatMap { $0.template == .deleted ? nil : $0 }
  }

  /// Removes placeholders without children, including deleted children that can be restored.
  ///
  /// Imported ones, which have a digest, stay.
  private static func removeEmptyPlaceholders(_ db: Database) throws {
    repeat {
      try db.cachedStatement(
        sql: """
          DELETE FROM posts
          WHERE template_name = 'deleted' AND child_count = 0 AND source_digest IS NULL
            AND NOT EXISTS (SELECT 1 FROM deleted_posts d WHERE d.parent_id = posts.id)
          """
      ).execute()
    } while db.changesCount > 0
  }

  func restore(
    _ id: Int, repliers: Access.Repliers, by email: String?, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(at: now) { _, db in
      let user = try Self.userID(email, db)
      // If a response was lost, the client repeats the request.
      if let post = try Self.undeletedPost(id, db) {
        guard email == nil || user == post.userID else { throw StoreError.notOwner }
        return post
      }
      let deleted = try Row.fetchOne(
        db, sql: "SELECT deleted_by FROM deleted_posts WHERE id = ?", arguments: [id])
      guard let deleted else { throw StoreError.unknownPost(id) }
      guard email == nil || user == deleted[0] else { throw StoreError.notOwner }
      if try Self.post(id, db) != nil {
        try db.execute(
          sql: """
            UPDATE posts SET (\(StoredPost.common)) =
              (SELECT \(StoredPost.common) FROM deleted_posts WHERE id = ?1) WHERE id = ?1
            """, arguments: [id])
      } else {
        try db.execute(
          sql: """
            INSERT INTO posts (\(StoredPost.common)) SELECT \(StoredPost.common) FROM deleted_posts WHERE id = ?
            """, arguments: [id])
      }
      try db.execute(sql: "DELETE FROM deleted_posts WHERE id = ?", arguments: [id])
      guard let post = try Self.post(id, db) else { throw StoreError.unknownPost(id) }
      if let parent = try post.parentID.flatMap({ try Self.undeletedPost($0, db) }) {
        try repliers.checkAuthor(of: post, below: parent)
      }
      try Self.index(post, db)
      return post
    }
  }

  func purgeDeleted(at now: Date) async throws(StoreError) {
    let isDue = try await read { db in
      try Bool.fetchOne(
        db,
        sql: "SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE deleted_at <= ? OR deleted_at > ?)",
        arguments: [Self.end(at: now), StoredTime.latest(at: now)]) ?? false
    }
    guard isDue else { return }
    let unused = try await write { db in
      // A clock that was ahead must not keep them for longer.
      try db.execute(
        sql: "UPDATE deleted_posts SET deleted_at = ? WHERE deleted_at > ?",
        arguments: [StoredTime.milliseconds(now), StoredTime.latest(at: now)])
      return try Self.purgeDeleted(at: now, db)
    }
    await BlockingThread.run { unused.forEach(uploads.remove) }
  }

  func isDeleted(upload name: String) async throws(StoreError) -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = ?1)
              AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = ?1)
            """), arguments: ["/uploads/" + name]) ?? false
    }
  }

  /// Purges deleted posts that can no longer be restored.
  /// - Returns: the names of pictures without a post.
  static func purgeDeleted(at now: Date, _ db: Database) throws -> [String] {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, image_url FROM deleted_posts WHERE deleted_at <= ?"),
      arguments: [end(at: now)])
    for row in rows {
      try db.execute(sql: "DELETE FROM deleted_posts WHERE id = ?", arguments: [row[0] as Int])
      try db.execute(sql: "DELETE FROM query_views WHERE query_id = ?", arguments: [row[0] as Int])
    }
    try removeEmptyPlaceholders(db)
    return try rows.compactMap { try unusedPicture($0[1], db) }
  }

  /// Returns the time before which deletions can't be undone.
  private static func end(at now: Date) -> Int64 {
    StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.restorable))
  }
}

import FireflyCore
import Foundation

extension PostgresStore {
  func delete(
    _ id: Int, if condition: PostCondition, by email: String?, at now: Date
  ) async throws(StoreError) {
    try await writePosts(at: now) { _, db in
      guard let post = try Self.lockedPost(id, db) else { throw StoreError.unknownPost(id) }
      let user = try Self.userID(email, db)
      if email != nil, user != post.userID { throw StoreError.notOwner }
      try condition.check(post)
      try Self.moveToDeleted(post, by: user, at: now, db)
    }
  }

  /// Moves a locked post to `deleted_posts`; if it has children, leaves a placeholder.
  /// - Throws: `PostgresError`.
  static func moveToDeleted(
    _ post: Post, by user: Int?, at now: Date, _ db: PostgresSession
  ) throws {
    guard post.template != .deleted else { return }
    try db.run("DELETE FROM deleted_posts WHERE id = $1", post.id)
    try db.run(
      """
      INSERT INTO deleted_posts (\(StoredPost.common), deleted_at, deleted_by)
      SELECT \(StoredPost.common), $1::bigint, $2::bigint FROM posts WHERE id = $3
      """, StoredTime.milliseconds(now), user, post.id)
    guard (post.childCount ?? 0) > 0 else {
      try db.run("DELETE FROM posts WHERE id = $1", post.id)
      return try uncountChild(post.id, below: post.parentID, db)
    }
    try db.run(
      """
      UPDATE posts SET user_id = 0, title = 'deleted', summary = '', body = '', image_url = NULL,
        clip_offset_x = 0, clip_offset_y = 0, timezone = '', location_tag = NULL,
        ai_generated = false, source_digest = NULL, template_name = $1, words = NULL
      WHERE id = $2
      """, Post.Template.deleted.name, post.id)
  }

  /// Decrements the child count of a parent.
  /// - Throws: `PostgresError`.
  static func uncountChild(
    _ id: Int, below parent: Int?, _ db: PostgresSession
  ) throws {
    guard let parent, parent >= 0, parent != id else { return }
    try db.run("UPDATE posts SET child_count = child_count - 1 WHERE id = $1", parent)
  }

  func restore(
    _ id: Int, repliers: Access.Repliers, by email: String?, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(at: now) { _, db in
      let user = try Self.userID(email, db)
      // A post and its child may be restored at the same time.
      try Self.lock("tree", db)
      // If a response was lost, the client repeats the request.
      if let post = try Self.lockedPost(id, db) {
        guard email == nil || user == post.userID else { throw StoreError.notOwner }
        return post
      }
      let deleted = try db.run("SELECT deleted_by FROM deleted_posts WHERE id = $1", id).first
      guard let deleted else { throw StoreError.unknownPost(id) }
      guard email == nil || user == deleted[0] else { throw StoreError.notOwner }
      try Self.restoreRow(id, db)
      guard let post = try Self.post(id, db) else { throw StoreError.unknownPost(id) }
      if let id = post.parentID, let parent = try Self.undeletedPost(id, db) {
        try repliers.checkAuthor(of: post, below: parent)
      }
      try db.run(
        "UPDATE posts SET words = $1::tsvector WHERE id = $2", try SearchVector.text(of: post), id)
      return post
    }
  }

  /// Restores the row of a deleted post.
  private static func restoreRow(_ id: Int, _ db: PostgresSession) throws {
    let columns = StoredPost.common
    let placeholder = try db.run(
      "UPDATE posts SET (\(columns)) = (SELECT \(columns) FROM deleted_posts WHERE id = $1) WHERE id = $1",
      id)
    if placeholder.changesCount == 0 {
      try db.run(
        """
        INSERT INTO posts (\(columns), child_count)
        SELECT \(columns),
          (SELECT count(*) FROM posts c WHERE c.parent_id = d.id AND c.id <> d.id)
        FROM deleted_posts d WHERE id = $1
        """, id)
      try PostgresTreePaths.setPaths(of: [id], db)
    }
    try db.run("DELETE FROM deleted_posts WHERE id = $1", id)
    // The placeholder was already counted as a child.
    if placeholder.changesCount > 0 { return }
    // The parent may be gone.
    try db.run(
      """
      UPDATE posts SET child_count = child_count + 1
      WHERE id = (SELECT parent_id FROM posts WHERE id = $1) AND id <> $1
      """, id)
  }

  func purgeDeleted(at now: Date) async throws(StoreError) {
    let isDue = try await read { db in
      try db.isTrue(
        "SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE deleted_at <= $1 OR deleted_at > $2)",
        Self.end(at: now), StoredTime.latest(at: now))
    }
    guard isDue else { return }
    let unused = try await write { db in
      // A clock that was ahead must not keep them for longer.
      try db.run(
        "UPDATE deleted_posts SET deleted_at = $1 WHERE deleted_at > $2",
        StoredTime.milliseconds(now), StoredTime.latest(at: now))
      return try Self.purgeDeleted(at: now, db)
    }
    await removePictures(unused, at: now)
  }

  /// Purges deleted posts that can no longer be restored, and other old rows.
  /// - Returns: the names of pictures without a post.
  /// - Throws: `PostgresError`.
  static func purgeDeleted(at now: Date, _ db: PostgresSession) throws -> [String] {
    // Rows locked by another process are left to it.
    let rows = try db.run(
      """
      SELECT id, image_url FROM deleted_posts WHERE deleted_at <= $1
      ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED
      """, end(at: now))
    guard !rows.isEmpty else { return [] }
    let ids = PostgresList(rows.map { $0[0] as Int })
    try db.run("DELETE FROM deleted_posts WHERE id = ANY($1::bigint[])", ids)
    try db.run("DELETE FROM query_views WHERE query_id = ANY($1::bigint[])", ids)
    try removeEmptyPlaceholders(db)
    var unused: [String] = []
    for row in rows { unused += try unusedPicture(row[1], db) }
    return unused
  }

  /// Removes placeholders without children, including deleted children that can be restored.
  ///
  /// Imported ones, which have a digest, stay.
  private static func removeEmptyPlaceholders(_ db: PostgresSession) throws {
    while true {
      let gone = try db.run(
        """
        DELETE FROM posts
        WHERE template_name = 'deleted' AND child_count = 0 AND source_digest IS NULL
          AND NOT EXISTS (SELECT 1 FROM deleted_posts d WHERE d.parent_id = posts.id)
        RETURNING id, parent_id
        """)
      if gone.isEmpty { return }
      for row in gone { try uncountChild(row[0], below: row[1], db) }
    }
  }

  /// Returns the time before which deletions can't be undone.
  private static func end(at now: Date) -> Int64 {
    StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.restorable))
  }
}

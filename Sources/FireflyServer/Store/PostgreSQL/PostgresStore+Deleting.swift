import FireflyCore
import Foundation

extension PostgresStore {
  func delete(
    _ id: Int, if condition: PostCondition, by email: String?, at now: Date
  ) async throws(StoreError) {
    try await writePosts(at: now) { _, db in
      guard let post = try await Self.lockedPost(id, db) else { throw StoreError.unknownPost(id) }
      let user = try await Self.userID(email, db)
      if email != nil, user != post.userID { throw StoreError.notOwner }
      try condition.check(post)
      try await Self.moveToDeleted(post, by: user, at: now, db)
    }
  }

  /// Takes a post out of the tree, which is locked; where it has children, it leaves a post that says so.
  static func moveToDeleted(
    _ post: Post, by user: Int?, at now: Date, _ db: PostgresSession
  ) async throws {
    guard post.template != .deleted else { return }
    try await db.run("DELETE FROM deleted_posts WHERE id = $1", post.id)
    try await db.run(
      """
      INSERT INTO deleted_posts (\(PostgresPost.kept), deleted_at, deleted_by)
      SELECT \(PostgresPost.kept), $1::bigint, $2::bigint FROM posts WHERE id = $3
      """, StoredTime.milliseconds(now), user, post.id)
    guard (post.childCount ?? 0) > 0 else {
      try await db.run("DELETE FROM posts WHERE id = $1", post.id)
      return try await uncountChild(post.id, below: post.parentID, db)
    }
    try await db.run(
      """
      UPDATE posts SET user_id = 0, title = 'deleted', summary = '', body = '', image_url = NULL,
        clip_offset_x = 0, clip_offset_y = 0, timezone = '', location_tag = NULL,
        ai_generated = false, template_name = $1, words = NULL WHERE id = $2
      """, Post.Template.deleted.name, post.id)
  }

  /// A post is no longer a child of its parent.
  static func uncountChild(
    _ id: Int, below parent: Int?, _ db: PostgresSession
  ) async throws {
    guard let parent, parent >= 0, parent != id else { return }
    try await db.run("UPDATE posts SET child_count = child_count - 1 WHERE id = $1", parent)
  }

  func restore(_ id: Int, by email: String?, at now: Date) async throws(StoreError) -> Post {
    try await writePosts(at: now) { _, db in
      let user = try await Self.userID(email, db)
      // A post and its child may come back at the same time.
      try await Self.lock("tree", db)
      // The answer to a request may be lost, and it is sent again.
      if let post = try await Self.lockedPost(id, db) {
        guard email == nil || user == post.userID else { throw StoreError.notOwner }
        return post
      }
      let deleted = try await db.run("SELECT deleted_by FROM deleted_posts WHERE id = $1", id).first
      guard let deleted else { throw StoreError.unknownPost(id) }
      guard email == nil || user == deleted[0] else { throw StoreError.notOwner }
      try await Self.restoreRow(id, db)
      guard let post = try await Self.post(id, db) else { throw StoreError.unknownPost(id) }
      try await db.run(
        "UPDATE posts SET words = $1::tsvector WHERE id = $2", try SearchVector.text(of: post), id)
      return post
    }
  }

  /// Puts a deleted post into its place.
  private static func restoreRow(_ id: Int, _ db: PostgresSession) async throws {
    let columns = PostgresPost.kept
    let place = try await db.run(
      "UPDATE posts SET (\(columns)) = (SELECT \(columns) FROM deleted_posts WHERE id = $1) WHERE id = $1",
      id)
    if place.changesCount == 0 {
      try await db.run(
        """
        INSERT INTO posts (\(columns), child_count)
        SELECT \(columns),
          (SELECT count(*) FROM posts c WHERE c.parent_id = d.id AND c.id <> d.id)
        FROM deleted_posts d WHERE id = $1
        """, id)
      try await PostgresTreePaths.setPaths(of: [id], db)
    }
    try await db.run("DELETE FROM deleted_posts WHERE id = $1", id)
    // What stood in its place was a child already.
    if place.changesCount > 0 { return }
    // It may be gone by now.
    try await db.run(
      """
      UPDATE posts SET child_count = child_count + 1
      WHERE id = (SELECT parent_id FROM posts WHERE id = $1) AND id <> $1
      """, id)
  }

  func purgeDeleted(at now: Date) async throws(StoreError) {
    let isDue = try await read { db in
      try await db.isTrue(
        "SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE deleted_at <= $1)", Self.end(at: now))
    }
    guard isDue else { return }
    let unused = try await write { db in try await Self.purgeDeleted(at: now, db) }
    await removePictures(unused, at: now)
  }

  /// Removes what can't come back any more, and other rows that have grown old.
  /// - Returns: the uploads that nothing shows any more.
  static func purgeDeleted(at now: Date, _ db: PostgresSession) async throws -> [String] {
    // Of several processes one does it; what it has locked is left to it.
    let rows = try await db.run(
      """
      SELECT id, image_url FROM deleted_posts WHERE deleted_at <= $1
      ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED
      """, end(at: now))
    guard !rows.isEmpty else { return [] }
    let ids = PostgresList(rows.map { $0[0] as Int })
    try await db.run("DELETE FROM deleted_posts WHERE id = ANY($1::bigint[])", ids)
    try await db.run("DELETE FROM query_views WHERE query_id = ANY($1::bigint[])", ids)
    try await removeEmptyPlaceholders(db)
    var unused: [String] = []
    for row in rows { unused += try await unusedPicture(row[1], db) }
    return unused
  }

  /// Removes what stands for deleted posts and has nothing below it any more, not even what may come back.
  private static func removeEmptyPlaceholders(_ db: PostgresSession) async throws {
    while true {
      let gone = try await db.run(
        """
        DELETE FROM posts WHERE template_name = 'deleted' AND child_count = 0
          AND NOT EXISTS (SELECT 1 FROM deleted_posts d WHERE d.parent_id = posts.id)
        RETURNING id, parent_id
        """)
      if gone.isEmpty { return }
      for row in gone { try await uncountChild(row[0], below: row[1], db) }
    }
  }

  /// The time of the last deletion that can't be undone any more.
  private static func end(at now: Date) -> Int64 {
    StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.restorable))
  }
}

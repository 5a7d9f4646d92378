import FireflyCore
import Foundation
import Synchronization

/// When a store has last purged deleted posts, by the clock of the calls.
final class PurgeClock: Sendable {
  private let last = Mutex(Date.distantPast)

  /// Whether the last purge was a minute ago, or at a time of a clock that was ahead; the next one counts from
  /// now on.
  func isDue(at now: Date) -> Bool {
    last.withLock { last in
      guard abs(now.timeIntervalSince(last)) >= 60 else { return false }
      last = now
      return true
    }
  }
}

extension SQLStore {
  func delete(
    _ id: Int, if condition: PostCondition, by email: String?, at now: Date
  ) async throws(StoreError) {
    defer { pathsAreOutdated() }
    try await writePosts(at: now) { _, db in
      guard let post = try db.lockedPost(id) else { throw StoreError.unknownPost(id) }
      let user = try db.userID(email)
      if email != nil, user != post.userID { throw StoreError.notOwner }
      try condition.check(post)
      try db.moveToDeleted(SQLCondition("id = ?", id), by: user, at: now)
      try db.refreshUsers([post.userID])
    }
  }

  func takeBack(_ ids: [Int], at now: Date) async throws(StoreError) -> TakenBack {
    defer { pathsAreOutdated() }
    return try await writePosts(at: now) { _, db in try db.takeBack(ids, at: now) }
  }

  func restore(
    _ id: Int, by email: String?, at now: Date
  ) async throws(StoreError) -> Post {
    defer { pathsAreOutdated() }
    return try await writePosts(at: now) { _, db in
      let user = try db.userID(email)
      // A post and its child may be restored at the same time.
      try db.lock("tree")
      // If a response was lost, the client repeats the request.
      if let post = try db.lockedPost(id) {
        guard email == nil || user == post.userID else { throw StoreError.notOwner }
        return post
      }
      let deleted = try db.first(
        "SELECT deleted_by FROM deleted_posts WHERE id = ?1 AND deleted_at > ?2\(db.dialect.forUpdate)",
        id, StoredTime.endOfDeleted(at: now), convert: { [$0[0] as Int?] })
      guard let deleted else { throw StoreError.unknownPost(id) }
      guard email == nil || user == deleted[0] else { throw StoreError.notOwner }
      guard let post = try db.restoreDeleted(id) else { throw StoreError.unknownPost(id) }
      return post
    }
  }

  func purgeDeleted(at now: Date) async throws(StoreError) {
    let isDue = try await read { db in
      try db.isTrue(
        "SELECT EXISTS (SELECT 1 FROM deleted_posts WHERE deleted_at <= ?1 OR deleted_at > ?2)",
        StoredTime.endOfDeleted(at: now), StoredTime.latest(at: now))
    }
    guard isDue else { return }
    var purged: (count: Int, unused: [String])
    repeat {
      purged = try await write { db in
        // A clock that was ahead must not keep them for longer.
        try db.run(
          "UPDATE deleted_posts SET deleted_at = ?1 WHERE deleted_at > ?2",
          StoredTime.milliseconds(now), StoredTime.latest(at: now))
        return try db.purgeDeleted(at: now)
      }
      await removePictures(purged.unused, at: now)
    } while purged.count == StoreLimits.purged
  }
}

extension StoredTime {
  /// Returns the time before which deletions can't be undone.
  fileprivate static func endOfDeleted(at now: Date) -> Int64 {
    milliseconds(now.addingTimeInterval(-StoreLimits.restorable))
  }
}

extension SQLSession {
  /// Moves the posts that match a condition to `deleted_posts`; those that others have replied to
  /// leave a placeholder.
  ///
  /// - Parameters:
  ///   - condition: the posts; its last columns are those of `posts`, without a name.
  ///   - user: who deletes them.
  ///   - now: the current time.
  /// - Throws: the error of the database.
  func moveToDeleted(_ condition: SQLCondition, by user: Int?, at now: Date) throws {
    var all = condition
    all.add("template_name <> ?", Post.Template.deleted.name)
    try run(
      "DELETE FROM deleted_posts WHERE id IN (SELECT id FROM posts WHERE \(all.text))",
      with: all.arguments)
    try removeWords(where: all)
    var copied = all
    let (time, author) = (
      copied.placeholder(StoredTime.milliseconds(now)), copied.placeholder(user)
    )
    try run(
      """
      INSERT INTO deleted_posts (\(StoredPost.common), deleted_at, deleted_by)
      SELECT \(StoredPost.common), CAST(\(time) AS bigint), CAST(\(author) AS bigint)
      FROM posts WHERE \(all.text)
      """, with: copied.arguments)
    // A post whose whole branch is deleted needs no placeholder.
    let isParent = """
      id IN (
        WITH RECURSIVE kept (id) AS (
          SELECT c.parent_id FROM posts c
            WHERE c.parent_id IN (SELECT id FROM posts WHERE \(all.text)) AND c.id <> c.parent_id
              AND c.id NOT IN (SELECT id FROM posts WHERE \(all.text))
          UNION SELECT p.parent_id FROM kept JOIN posts p ON p.id = kept.id
            WHERE p.parent_id IN (SELECT id FROM posts WHERE \(all.text))
        )
        SELECT id FROM kept)
      """
    var kept = all
    kept.add(isParent)
    let placeholder = kept.placeholder(Post.Template.deleted.name)
    try run(
      """
      UPDATE posts SET user_id = 0, title = 'deleted', summary = '', body = '', image_url = NULL,
        clip_offset_x = 0, clip_offset_y = 0, timezone = '', location_tag = NULL,
        ai_generated = false, source_digest = NULL, template_name = \(placeholder)
      WHERE \(kept.text)
      """, with: kept.arguments)
    // The placeholders no longer match.
    try removePosts(where: all)
  }

  /// Removes posts that were imported; see `Store.takeBack`.
  func takeBack(_ ids: [Int], at now: Date) throws -> TakenBack {
    let all = SQLList(ids)
    let among = { dialect.isIn($0, "?1") }
    let edited = try edited(among: all)
    let kept = try rows(
      """
      WITH RECURSIVE kept (id) AS (
        SELECT c.parent_id FROM posts c
          WHERE \(among("c.parent_id")) AND c.id <> c.parent_id AND NOT \(among("c.id"))
        UNION SELECT id FROM posts WHERE \(dialect.isIn("id", "?2"))
        UNION SELECT p.parent_id FROM kept JOIN posts p ON p.id = kept.id
          WHERE \(among("p.parent_id"))
      )
      SELECT id, title FROM posts WHERE id IN (SELECT id FROM kept) ORDER BY id
      """, all, SQLList(edited), convert: { ($0[0] as Int, $0[1] as String) })
    let gone = Set(ids).subtracting(kept.map(\.0))
    let list = SQLList(gone)
    let users = try rows(
      "SELECT DISTINCT user_id FROM posts WHERE \(dialect.isIn("id", "?1"))", list,
      convert: { $0[0] as Int })
    let existing = try rows(
      "SELECT id FROM posts WHERE \(dialect.isIn("id", "?1")) ORDER BY id", list,
      convert: { $0[0] as Int })
    var condition = SQLCondition()
    let place = condition.placeholder(list)
    condition.add(dialect.isIn("id", place))
    try moveToDeleted(condition, by: nil, at: now)
    // A post that was deleted is not imported again; these may be.
    try run(
      """
      UPDATE deleted_posts SET source = NULL, source_key = NULL, source_digest = NULL
      WHERE \(dialect.isIn("id", "?1"))
      """, list)
    try refreshUsers(users)
    return TakenBack(gone: existing, kept: kept.map(\.1), edited: edited.count)
  }

  /// Returns those of some imported posts that users have edited since.
  private func edited(among ids: SQLList) throws -> [Int] {
    var edited: [Int] = []
    try read(
      """
      SELECT \(StoredPost.columns), p.source_digest \(StoredPost.tables)
      WHERE \(dialect.isIn("p.id", "?1")) AND p.template_name <> ?2
      """, with: [ids.sqlValue, Post.Template.deleted.name.sqlValue]
    ) { row in
      let known = KnownPost(Post(row), digest: row[StoredPost.next])
      if known.isEdited { edited.append(known.post.id) }
      return true
    }
    return edited
  }

  /// Restores a deleted post; nil if there is none.
  func restoreDeleted(_ id: Int) throws -> Post? {
    try restoreRow(id)
    guard let post = try post(id) else { return nil }
    try index(post)
    try keepPictures(of: post)
    try refreshUsers([post.userID])
    return post
  }

  /// Restores the row of a deleted post.
  fileprivate func restoreRow(_ id: Int) throws {
    let columns = StoredPost.common
    // Its parent may be deleted at the same time: then that happens before, or sees this reply.
    if let parent: Int = try value("SELECT parent_id FROM deleted_posts WHERE id = ?1", id) {
      try lockRow("posts", parent)
    }
    let placeholders = try run(
      """
      UPDATE posts SET (\(columns)) = (SELECT \(columns) FROM deleted_posts WHERE id = ?1)
      WHERE id = ?1
      """, id)
    if placeholders == 0 {
      try run(
        "INSERT INTO posts (\(columns)) SELECT \(columns) FROM deleted_posts WHERE id = ?1", id)
    }
    try run("DELETE FROM deleted_posts WHERE id = ?1", id)
    // A placeholder was already counted as a child.
    if placeholders == 0 { try wasRestored(id) }
    // Replies that were restored before answer it again, and are no threads of their own.
    try run("UPDATE posts SET answers_user = NULL WHERE parent_id = ?1 AND id <> ?1", id)
  }

  /// Purges deleted posts that can no longer be restored, `StoreLimits.purged` at most.
  /// - Returns: their number, and the names of pictures without a post.
  fileprivate func purgeDeleted(at now: Date) throws -> (count: Int, unused: [String]) {
    // Rows locked by another process are left to it.
    let gone = try rows(
      """
      SELECT id, parent_id, image_url FROM deleted_posts WHERE deleted_at <= ?1
      ORDER BY id LIMIT \(StoreLimits.purged)\(dialect.forUpdateSkippingLocked)
      """, StoredTime.endOfDeleted(at: now),
      convert: { (id: $0[0] as Int, parent: $0[1] as Int?, image: $0[2] as String?) })
    guard !gone.isEmpty else { return (0, []) }
    let ids = SQLList(gone.map(\.id))
    try run(
      """
      INSERT INTO deleted_sources (source, source_key, post)
      SELECT source, source_key, min(id) FROM deleted_posts
      WHERE \(dialect.isIn("id", "?1")) AND source IS NOT NULL GROUP BY source, source_key
      ON CONFLICT (source, source_key) DO NOTHING
      """, ids)
    try run(
      """
      DELETE FROM source_pages WHERE (source, source_key) IN (
        SELECT source, source_key FROM deleted_posts WHERE \(dialect.isIn("id", "?1")))
      """, ids)
    try run("DELETE FROM deleted_posts WHERE \(dialect.isIn("id", "?1"))", ids)
    try run("DELETE FROM query_views WHERE \(dialect.isIn("query_id", "?1"))", ids)
    // A purged post may have a placeholder itself.
    try removeEmptyPlaceholders(gone.map(\.id) + gone.compactMap(\.parent))
    let inTexts = try forgetPictures(of: ids).map { "/uploads/" + $0 }
    let unused = try Set(gone.compactMap(\.image) + inTexts).flatMap { try unusedPicture($0) }
    return (gone.count, unused)
  }

  /// Removes those of the placeholders that have no children, including deleted children that can
  /// be restored, and then their parents.
  ///
  /// Imported ones, which have a digest, stay.
  private func removeEmptyPlaceholders(_ candidates: [Int]) throws {
    func isEmpty(_ post: String, children: Int) -> String {
      """
      \(post).template_name = 'deleted' AND \(post).source_digest IS NULL
        AND \(post).child_count = \(children)
        AND NOT EXISTS (SELECT 1 FROM deleted_posts d WHERE d.parent_id = \(post).id)
      """
    }
    var next = Set(candidates)
    while !next.isEmpty {
      // With each, the placeholders above that have no other child: a long chain is one statement.
      let gone = try rows(
        """
        WITH RECURSIVE up (id, parent_id) AS (
          SELECT p.id, p.parent_id FROM posts p
            WHERE \(dialect.isIn("p.id", "?1")) AND \(isEmpty("p", children: 0))
          UNION SELECT p.id, p.parent_id FROM up JOIN posts p ON p.id = up.parent_id
            WHERE \(isEmpty("p", children: 1))
        )
        SELECT id, parent_id FROM up
        """, SQLList(next), convert: { (id: $0[0] as Int, parent: $0[1] as Int?) })
      if gone.isEmpty { return }
      let ids = Set(gone.map(\.id))
      var condition = SQLCondition()
      let list = condition.placeholder(SQLList(ids))
      condition.add(dialect.isIn("id", list))
      try removePosts(where: condition)
      next = Set(gone.compactMap(\.parent)).subtracting(ids)
    }
  }
}

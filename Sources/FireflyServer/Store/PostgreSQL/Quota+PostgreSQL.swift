import FireflyCore
import Foundation

extension Quota {
  /// Counts a new post of a user.
  /// - Throws: `StoreError.overQuota`, `PostgresError`.
  func countPost(of user: Int, at now: Date, _ db: PostgresSession) throws {
    guard let posts, try PostgresStore.ownerID(db) != user else { return }
    // Serializes concurrent posts of the user.
    try db.run("SELECT id FROM users WHERE id = $1 FOR UPDATE", user)
    let start = StoredTime.milliseconds(now.addingTimeInterval(-seconds))
    try db.run(
      "DELETE FROM posts_made WHERE user_id = $1 AND (at <= $2 OR at > $3)", user, start,
      StoredTime.latest(at: now))
    let newest = try db.run(
      "SELECT at FROM posts_made WHERE user_id = $1 ORDER BY at DESC LIMIT $2", user, posts)
    guard newest.count < posts else {
      let filling = newest.last.map { StoredTime.date(milliseconds: $0[0]) } ?? now
      throw postsUsedUp(secondsToWait: filling.timeIntervalSince(now) + seconds)
    }
    try db.run(
      "INSERT INTO posts_made (user_id, at) VALUES ($1, $2)", user, StoredTime.milliseconds(now))
  }

  /// Checks that the user may store a picture of this size.
  /// - Throws: `StoreError.overQuota`, `PostgresError`.
  func checkPictureQuota(_ bytes: Int, of user: Int, _ db: PostgresSession) throws {
    guard let pictureBytes, try PostgresStore.ownerID(db) != user else { return }
    try db.run("SELECT id FROM users WHERE id = $1 FOR UPDATE", user)
    let used: Int? = try db.value(
      "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = $1", user)
    if (used ?? 0) + bytes > pictureBytes { throw picturesUsedUp }
  }
}

extension CreationKey {
  /// Claims the key for a new post of a user.
  ///
  /// - Returns: the post that was created with the key before; nil if there is none.
  /// - Throws: `StoreError.deletedMeanwhile` if that post was deleted; `PostgresError`.
  func claim(by user: Int, at now: Date, _ db: PostgresSession) throws -> Post? {
    let end = StoredTime.milliseconds(now.addingTimeInterval(-Self.lifetime))
    try db.run(
      "DELETE FROM creation_keys WHERE user_id = $1 AND name = $2 AND created_at <= $3",
      user, name, end)
    // Waits for a concurrent transaction with the same key.
    let claimed = try db.run(
      """
      INSERT INTO creation_keys (user_id, name, post_id, created_at) VALUES ($1, $2, 0, $3)
      ON CONFLICT (user_id, name) DO NOTHING
      """, user, name, StoredTime.milliseconds(now))
    if claimed.changesCount > 0 { return nil }
    let id: Int? = try db.value(
      "SELECT post_id FROM creation_keys WHERE user_id = $1 AND name = $2", user, name)
    guard let id, let post = try PostgresStore.post(id, db) else {
      throw StoreError.deletedMeanwhile
    }
    return post
  }

  /// Records the post that was created with the key.
  /// - Throws: `PostgresError`.
  func record(_ post: Post, of user: Int, _ db: PostgresSession) throws {
    try db.run(
      "UPDATE creation_keys SET post_id = $1 WHERE user_id = $2 AND name = $3", post.id, user, name)
  }
}

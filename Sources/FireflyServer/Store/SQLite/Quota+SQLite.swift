import Foundation
import GRDB

extension Quota {
  /// Counts a new post of a user.
  /// - Throws: `StoreError.overQuota`.
  func countPost(of user: Int, at now: Date, _ db: Database) throws {
    guard let posts, try SQLiteStore.ownerID(db) != user else { return }
    let start = StoredTime.milliseconds(now.addingTimeInterval(-seconds))
    try db.execute(
      sql: "DELETE FROM posts_made WHERE user_id = ? AND (at <= ? OR at > ?)",
      arguments: [user, start, StoredTime.latest(at: now)])
    let filling = try Int64.fetchOne(
      db, sql: "SELECT at FROM posts_made WHERE user_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
      arguments: [user, max(0, posts - 1)])
    if filling != nil || posts == 0 {
      let wait = filling.map { StoredTime.date(milliseconds: $0).timeIntervalSince(now) + seconds }
      throw postsUsedUp(secondsToWait: wait ?? seconds)
    }
    try db.execute(
      sql: "INSERT INTO posts_made (user_id, at) VALUES (?, ?)",
      arguments: [user, StoredTime.milliseconds(now)])
  }

  /// Checks that the user may store a picture of this size.
  /// - Throws: `StoreError.overQuota`.
  func checkPictureQuota(_ bytes: Int, of user: Int, _ db: Database) throws {
    guard let pictureBytes, try SQLiteStore.ownerID(db) != user else { return }
    let used =
      try Int.fetchOne(
        db, sql: "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = ?",
        arguments: [user]) ?? 0
    if used + bytes > pictureBytes { throw picturesUsedUp }
  }
}

import FireflyCore
import Foundation
import GRDB

extension CreationKey {
  /// Returns the post that a user created with the key; nil if there is none.
  /// - Throws: `StoreError.deletedMeanwhile` if that post was deleted.
  func post(of user: Int, at now: Date, _ db: Database) throws -> Post? {
    try db.execute(
      sql: "DELETE FROM creation_keys WHERE created_at <= ?",
      arguments: [StoredTime.milliseconds(now.addingTimeInterval(-Self.lifetime))])
    let id = try Int.fetchOne(
      db, sql: "SELECT post_id FROM creation_keys WHERE user_id = ? AND name = ?",
      arguments: [user, name])
    guard let id else { return nil }
    guard let post = try SQLiteStore.post(id, db) else { throw StoreError.deletedMeanwhile }
    return post
  }

  /// Records the post that a user created with the key.
  func record(_ post: Post, of user: Int, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO creation_keys (user_id, name, post_id, created_at) VALUES (?, ?, ?, ?)",
      arguments: [user, name, post.id, StoredTime.milliseconds(now)])
  }
}

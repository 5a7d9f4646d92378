import FireflyCore
import Foundation
import GRDB

extension CreationKey {
  /// The post that a user has made with it; nil if there is none yet.
  /// - Throws: `StoreError.deletedMeanwhile` if there is none any more.
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

  /// Remembers what a user has made with it.
  func remember(_ post: Post, of user: Int, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO creation_keys (user_id, name, post_id, created_at) VALUES (?, ?, ?, ?)",
      arguments: [user, name, post.id, StoredTime.milliseconds(now)])
  }
}

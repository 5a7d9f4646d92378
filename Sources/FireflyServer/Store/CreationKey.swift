import FireflyCore
import Foundation
import GRDB

/// What a post is sent with so that it is made once, however often it is sent: its
/// `Idempotency-Key`.
struct CreationKey: Hashable, Sendable {
  /// Seconds for which it is remembered.
  static let lifetime = 86_400.0
  /// Bytes of a key.
  private static let maximumBytes = 255

  /// As it was sent.
  let name: String

  /// A key; nil for what can't be one: nothing, more than 255 bytes, or other letters than visible ones
  /// of ASCII.
  init?(_ name: String) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumBytes,
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }

  /// The post that a user has made with it; nil if there is none yet.
  /// - Throws: `StoreError.deletedMeanwhile` if there is none any more.
  func post(of user: Int, at now: Date, _ db: Database) throws -> Post? {
    try db.execute(
      sql: "DELETE FROM creation_keys WHERE created_at <= ?",
      arguments: [PostRow.milliseconds(now.addingTimeInterval(-Self.lifetime))])
    let id = try Int.fetchOne(
      db, sql: "SELECT post_id FROM creation_keys WHERE user_id = ? AND name = ?",
      arguments: [user, name])
    guard let id else { return nil }
    guard let post = try PostStore.post(id, db) else { throw StoreError.deletedMeanwhile }
    return post
  }

  /// Remembers what a user has made with it.
  func remember(_ post: Post, of user: Int, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO creation_keys (user_id, name, post_id, created_at) VALUES (?, ?, ?, ?)",
      arguments: [user, name, post.id, PostRow.milliseconds(now)])
  }
}

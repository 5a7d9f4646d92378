import Foundation
import GRDB

extension SQLiteStore {
  func invite(
    _ email: String, at now: Date
  ) async throws(StoreError) -> Bool {
    try await write { db in
      guard try Self.userID(email, db) == nil else { return false }
      try db.execute(
        sql: "INSERT OR IGNORE INTO invitations (email, invited_by, created_at) VALUES (?, ?, ?)",
        arguments: [
          StoredText.clean(email), try Self.ownerID(db), StoredTime.milliseconds(now),
        ])
      return true
    }
  }

  func withdrawInvitation(_ email: String) async throws(StoreError) -> Bool {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM invitations WHERE email = ?", arguments: [StoredText.clean(email)])
      return db.changesCount > 0
    }
  }

  func members() async throws(StoreError) -> [Member] {
    try await read { db in
      let users = try Row.fetchAll(
        db,
        sql: """
          SELECT email, name, created_at, (
            SELECT count(*) FROM devices d WHERE d.user_id = users.id AND d.revoked_at IS NULL)
          FROM users ORDER BY id
          """)
      let invited = try Row.fetchAll(
        db, sql: "SELECT email, created_at FROM invitations ORDER BY created_at, email")
      return users.map { row in
        Member(
          email: row[0], name: row[1], since: StoredTime.date(milliseconds: row[2]),
          devices: row[3])
      }
        + invited.map { row in
          Member(email: row[0], since: StoredTime.date(milliseconds: row[1]), isInvited: true)
        }
    }
  }

  /// Whether an e-mail belongs to a user, or was invited.
  static func isKnown(_ email: String, _ db: Database) throws -> Bool {
    if try userID(email, db) != nil { return true }
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM invitations WHERE email = ?)",
      arguments: [StoredText.clean(email)]) ?? false
  }

  /// Deletes an invitation.
  /// - Returns: the inviter; nil if unknown.
  static func redeemInvitation(_ email: String, _ db: Database) throws -> Int? {
    let inviter = try Row.fetchOne(
      db, sql: "SELECT invited_by FROM invitations WHERE email = ?",
      arguments: [StoredText.clean(email)])
    try db.execute(
      sql: "DELETE FROM invitations WHERE email = ?", arguments: [StoredText.clean(email)])
    return inviter?[0]
  }
}

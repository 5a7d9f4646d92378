import FireflyCore
import Foundation

extension PostgresStore {
  func invite(_ email: String, at now: Date) async throws(StoreError) -> Bool {
    try await write { db in
      guard try Self.userID(email, db) == nil else { return false }
      try db.run(
        """
        INSERT INTO invitations (email_key, email, invited_by, created_at)
        VALUES ($1, $2, $3, $4) ON CONFLICT (email_key) DO NOTHING
        """, Self.emailKey(email), email, try Self.ownerID(db), StoredTime.milliseconds(now))
      return true
    }
  }

  func withdrawInvitation(_ email: String) async throws(StoreError) -> Bool {
    try await write { db in
      try db.run("DELETE FROM invitations WHERE email_key = $1", Self.emailKey(email))
        .changesCount > 0
    }
  }

  func members() async throws(StoreError) -> [Member] {
    try await read { db in
      let users = try db.run(
        """
        SELECT email, name, created_at, (
          SELECT count(*) FROM devices d WHERE d.user_id = users.id AND d.revoked_at IS NULL)
        FROM users ORDER BY id
        """)
      let invited = try db.run(
        "SELECT email, created_at FROM invitations ORDER BY created_at, email_key")
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
  /// - Throws: `PostgresError`.
  static func isKnown(_ email: String, _ db: PostgresSession) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM users WHERE email_key = $1)
        OR EXISTS (SELECT 1 FROM invitations WHERE email_key = $1)
      """, emailKey(email))
  }

  /// Deletes an invitation.
  /// - Returns: the inviter; nil if unknown.
  /// - Throws: `PostgresError`.
  static func redeemInvitation(_ email: String, _ db: PostgresSession) throws -> Int? {
    try db.value(
      "DELETE FROM invitations WHERE email_key = $1 RETURNING invited_by", emailKey(email))
  }

  func removeMember(
    _ email: String, withPosts: Bool, at now: Date
  ) async throws(StoreError) -> Int? {
    try await write(within: .seconds(60)) { db in
      guard let user = try Self.user(email, db) else { return nil }
      if try Self.ownerID(db) == user.id { throw StoreError.isOwner }
      let rows = try db.run(
        "SELECT id, template_name FROM posts WHERE user_id = $1 ORDER BY id DESC", user.id)
      let posts = rows.count { ($0[1] as String) == "post" }
      for row in rows where withPosts || ["profile", "query"].contains(row[1] as String) {
        guard let post = try Self.lockedPost(row[0], db) else { continue }
        try Self.moveToDeleted(post, by: nil, at: now, db)
      }
      try Self.signOut(user, at: now, db)
      return posts
    }
  }

  /// Signs a removed user out everywhere and frees their e-mail; their posts keep the name.
  private static func signOut(
    _ user: RegisteredUser, at now: Date, _ db: PostgresSession
  ) throws {
    try db.run(
      "UPDATE devices SET revoked_at = $1 WHERE user_id = $2 AND revoked_at IS NULL",
      StoredTime.milliseconds(now), user.id)
    for table in ["invitations", "sign_in_codes"] {
      try db.run("DELETE FROM \(table) WHERE email_key = $1", emailKey(user.email))
    }
    try db.run(
      "UPDATE users SET email = $1, email_key = $1 WHERE id = $2", user.removedEmail, user.id)
    try setName(user.removedName, of: user.id, db)
  }
}

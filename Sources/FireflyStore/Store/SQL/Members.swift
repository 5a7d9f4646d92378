import FireflyCore
import Foundation

extension SQLStore {
  func invite(_ email: String, at now: Date) async throws(StoreError) -> Bool {
    try await write { db in
      guard try db.userID(email) == nil else { return false }
      try db.run(
        """
        INSERT INTO invitations (email_key, email, invited_by, created_at)
        VALUES (?1, ?2, ?3, ?4) ON CONFLICT (email_key) DO NOTHING
        """, SQLText.key(email), email, db.ownerID(), StoredTime.milliseconds(now))
      return true
    }
  }

  func withdrawInvitation(_ email: String) async throws(StoreError) -> Bool {
    try await write { db in
      try db.run("DELETE FROM invitations WHERE email_key = ?1", SQLText.key(email)) > 0
    }
  }

  func members() async throws(StoreError) -> [Member] {
    try await read { db in
      let users = try db.rows(
        """
        SELECT email, name, created_at, (
          SELECT count(*) FROM devices d WHERE d.user_id = users.id AND d.revoked_at IS NULL)
        FROM users ORDER BY id
        """,
        convert: { row in
          Member(
            email: row[0], name: row[1], since: StoredTime.date(milliseconds: row[2]),
            devices: row[3])
        })
      let invited = try db.rows(
        "SELECT email, created_at FROM invitations ORDER BY created_at, email_key",
        convert: { row in
          Member(email: row[0], since: StoredTime.date(milliseconds: row[1]), isInvited: true)
        })
      return users + invited
    }
  }

  func removeMember(
    _ email: String, withPosts: Bool, at now: Date
  ) async throws(StoreError) -> Int? {
    let removed: (count: Int, pictures: [String])? = try await write(within: SQLTime.removal) {
      db in
      guard let user = try db.user(email) else { return nil }
      if try db.ownerID() == user.id { throw StoreError.isOwner }
      try db.lock("tree")
      if !db.dialect.hasOneWriter {
        try db.run(
          "SELECT id FROM posts WHERE user_id = ?1 ORDER BY id\(db.dialect.forUpdate)", user.id)
      }
      let posts: Int? = try db.value(
        "SELECT count(*) FROM posts WHERE user_id = ?1 AND template_name = 'post'", user.id)
      var condition = SQLCondition("user_id = ?", user.id)
      if !withPosts { condition.add("template_name IN ('profile', 'query')") }
      try db.moveToDeleted(condition, by: nil, at: now)
      // A removed user's posts may be imported again.
      try db.run(
        "UPDATE deleted_posts SET source = NULL, source_key = NULL WHERE user_id = ?1", user.id)
      try db.refreshUsers([user.id])
      try db.signOut(user, at: now)
      return (posts ?? 0, try db.forgetUploads(of: user.id))
    }
    await removePictures(removed?.pictures ?? [], at: now)
    await updateOutdated()
    return removed?.count
  }
}

extension SQLSession {
  /// Whether an e-mail belongs to a user, or was invited.
  func isKnown(_ email: String) throws -> Bool {
    try isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ?1)
        OR EXISTS (SELECT 1 FROM invitations WHERE email_key = ?1)
      """, SQLText.key(email))
  }

  /// Deletes an invitation.
  /// - Returns: the inviter; nil if unknown.
  func redeemInvitation(_ email: String) throws -> Int? {
    let inviter: Int? = try value(
      "SELECT invited_by FROM invitations WHERE email_key = ?1", SQLText.key(email))
    try run("DELETE FROM invitations WHERE email_key = ?1", SQLText.key(email))
    return inviter
  }

  /// Signs a removed user out everywhere and frees their e-mail; their posts keep the name.
  fileprivate func signOut(_ user: RegisteredUser, at now: Date) throws {
    try run(
      "UPDATE devices SET revoked_at = ?1 WHERE user_id = ?2 AND revoked_at IS NULL",
      StoredTime.milliseconds(now), user.id)
    try run("DELETE FROM marks WHERE user_id = ?1", user.id)
    for table in ["invitations", "sign_in_codes"] {
      try run("DELETE FROM \(table) WHERE email_key = ?1", SQLText.key(user.email))
    }
    try run(
      "UPDATE users SET email = ?1, email_key = ?1 WHERE id = ?2", user.removedEmail, user.id)
    try setName(user.removedName, of: user.id)
  }
}

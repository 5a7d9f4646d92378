import Foundation
import GRDB

extension SQLiteStore {
  func removeMember(
    _ email: String, withPosts: Bool, at now: Date
  ) async throws(StoreError) -> Int? {
    try await write { db in
      guard let user = try Self.user(email, db) else { return nil }
      if try Self.ownerID(db) == user.id { throw StoreError.isOwner }
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, template_name FROM posts WHERE user_id = ? ORDER BY id DESC",
        arguments: [user.id])
      let posts = rows.count { ($0[1] as String) == "post" }
      for row in rows where withPosts || ["profile", "query"].contains(row[1] as String) {
        if let post = try Self.post(row[0], db) {
          try Self.moveToDeleted(post, by: nil, at: now, db)
        }
      }
      try db.execute(
        sql: "UPDATE devices SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL",
        arguments: [StoredTime.milliseconds(now), user.id])
      for table in ["invitations", "sign_in_codes"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE email = ?", arguments: [user.email])
      }
      try db.execute(
        sql: "UPDATE users SET email = ? WHERE id = ?", arguments: [user.removedEmail, user.id])
      try Self.setName(user.removedName, of: user.id, db)
      return posts
    }
  }
}

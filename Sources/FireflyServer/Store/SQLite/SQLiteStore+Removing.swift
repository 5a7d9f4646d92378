import Foundation
import GRDB

extension SQLiteStore {
  /// Ends the account of a user: no device is signed in any more, and profile and saved searches go.
  ///
  /// Their posts stay with their name.
  ///
  /// - Parameters:
  ///   - email: whose account it is.
  ///   - withPosts: whether their posts go too; replies of others stay below them.
  ///   - now: when it ends.
  /// - Returns: how many posts there were; nil if there is no such user.
  /// - Throws: `StoreError.isOwner`, `.database`.
  public func removeMember(
    _ email: String, withPosts: Bool, at now: Date = Date()
  ) throws -> Int? {
    let end = PostRow.milliseconds(now)
    return try write { db in
      guard let user = try Self.user(email, db) else { return nil }
      if try Self.setting("local-email", db).flatMap({ try Self.userID($0, db) }) == user.id {
        throw StoreError.isOwner
      }
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, template_name FROM posts WHERE user_id = ? ORDER BY id DESC",
        arguments: [user.id])
      let posts = rows.count { ($0[1] as String) == "post" }
      for row in rows where withPosts || ["profile", "query"].contains(row[1] as String) {
        if let post = try Self.post(row[0], db) { try Self.take(post, by: nil, at: now, db) }
      }
      try db.execute(
        sql: "UPDATE devices SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL",
        arguments: [end, user.id])
      for table in ["invitations", "sign_in_codes"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE email = ?", arguments: [user.email])
      }
      let name = user.name.flatMap { $0.isEmpty ? nil : $0 }
      // Nobody can have this address (RFC 2606); who signs in by the old one is a new user.
      try db.execute(
        sql: "UPDATE users SET email = ? WHERE id = ?",
        arguments: ["removed-\(user.id)@firefly.invalid", user.id])
      try Self.setName(
        name ?? String(user.email.prefix { $0 != "@" }), of: user.id, db)
      return posts
    }
  }
}

import Foundation
import GRDB

/// What came of a code that somebody typed.
public enum CodeCheck: Hashable, Sendable {
  /// Right: this is the user, made just now if there was none.
  case right(User, isNew: Bool)
  /// Wrong; the code stays good.
  case wrong
  /// None was asked for in the last ten minutes.
  case nonePending
}

extension PostStore {
  /// Seconds for which a sign-in code is good.
  static let codeLifetime = 600

  /// A new six-digit code for an e-mail, in place of any older one.
  ///
  /// The embedded server sends no mail: who runs it passes the code on.
  /// - Throws: `DatabaseError`.
  public func newCode(for email: String, now: Date = Date()) async throws -> String {
    let digits = String(Int.random(in: 0...999_999))
    let code = String(repeating: "0", count: 6 - digits.count) + digits
    try await database.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO sign_in_codes (email, code, expires_at) VALUES (?, ?, ?)",
        arguments: [
          email, code, PostRow.milliseconds(now.addingTimeInterval(Double(Self.codeLifetime))),
        ])
    }
    return code
  }

  /// Checks a code; a right one is used up, and its user is made if there is none.
  /// - Throws: `DatabaseError`.
  public func check(code: String, for email: String, now: Date = Date()) async throws -> CodeCheck {
    try await database.write { db in
      let pending = try String.fetchOne(
        db, sql: "SELECT code FROM sign_in_codes WHERE email = ? AND expires_at > ?",
        arguments: [email, PostRow.milliseconds(now)])
      guard let pending else { return .nonePending }
      guard pending == code else { return .wrong }
      try db.execute(sql: "DELETE FROM sign_in_codes WHERE email = ?", arguments: [email])
      if let user = try Self.user(email, db) { return .right(user, isNew: false) }
      let inviter = try Self.setting("local-email", db).flatMap { try Self.userID($0, db) }
      let id = try Self.ensureUser(email, name: nil, invitedBy: inviter, at: now, db)
      return .right(User(id: id, email: email, name: nil), isNew: true)
    }
  }
}

import Foundation
import GRDB

/// What came of a code that somebody typed.
public enum CodeCheck: Hashable, Sendable {
  /// Right: this is the user, made just now if there was none.
  case right(RegisteredUser, isNew: Bool)
  /// Wrong; the code stays good for as many tries as are left.
  case wrong
  /// None was asked for in the last ten minutes, or it has been tried too often.
  case nonePending
}

extension PostStore {
  /// Seconds for which a sign-in code is good.
  static let codeLifetime = 600.0
  /// Wrong tries that make a code void.
  static let codeTries = 5

  /// A new four-digit code for an e-mail, in place of any older one.
  ///
  /// Who runs the server passes it on: whoever asked for it must not get it with the answer.
  /// - Throws: `StoreError`.
  public func newCode(for email: String, now: Date = Date()) async throws(StoreError) -> String {
    var generator = SystemRandomNumberGenerator()
    let code = String(String(10_000 + Int.random(in: 0..<10_000, using: &generator)).dropFirst())
    try await write { db in
      try Self.forgetOldCodes(now, db)
      try db.execute(
        sql: "INSERT OR REPLACE INTO sign_in_codes (email, code, expires_at) VALUES (?, ?, ?)",
        arguments: [
          email, code, PostRow.milliseconds(now.addingTimeInterval(Self.codeLifetime)),
        ])
    }
    return code
  }

  /// Checks a code; a right one is used up, and its user is made if there is none.
  /// - Throws: `StoreError`.
  public func check(
    code: String, for email: String, now: Date = Date()
  ) async throws(StoreError) -> CodeCheck {
    try await write { db in
      try Self.forgetOldCodes(now, db)
      let pending = try String.fetchOne(
        db, sql: "SELECT code FROM sign_in_codes WHERE email = ?", arguments: [email])
      guard let pending else { return .nonePending }
      guard pending == code else {
        try db.execute(
          sql: "UPDATE sign_in_codes SET tries = tries + 1 WHERE email = ?", arguments: [email])
        try db.execute(
          sql: "DELETE FROM sign_in_codes WHERE tries >= ?", arguments: [Self.codeTries])
        return .wrong
      }
      try db.execute(sql: "DELETE FROM sign_in_codes WHERE email = ?", arguments: [email])
      if let user = try Self.user(email, db) { return .right(user, isNew: false) }
      let inviter = try Self.setting("local-email", db).flatMap { try Self.userID($0, db) }
      let id = try Self.ensureUser(email, name: nil, invitedBy: inviter, at: now, db)
      return .right(RegisteredUser(id: id, email: email, name: nil), isNew: true)
    }
  }

  private static func forgetOldCodes(_ now: Date, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM sign_in_codes WHERE expires_at <= ?",
      arguments: [PostRow.milliseconds(now)])
  }
}

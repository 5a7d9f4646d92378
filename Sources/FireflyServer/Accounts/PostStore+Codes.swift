import Foundation
import GRDB

/// What came of a code that somebody typed.
public enum CodeCheck: Hashable, Sendable {
  /// Right.
  case right(NewSignIn)
  /// Wrong; the code stays good for as many tries as are left.
  case wrong
  /// None was asked for in the last ten minutes, or it has been tried too often.
  case nonePending
}

/// Who has signed in with a code.
public struct NewSignIn: Hashable, Sendable {
  /// The user.
  public var user: RegisteredUser
  /// Whether the user was made just now.
  public var isNew: Bool
  /// The token of their device.
  public var token: String
}

extension PostStore {
  /// Seconds for which a sign-in code is good.
  static let codeLifetime = 600.0
  /// Wrong tries that make a code void.
  static let codeTries = 5

  /// A new four-digit code for an e-mail, in place of any older one.
  ///
  /// Who runs the server passes it on: whoever asked for it must not get it with the answer.
  /// - Throws: `StoreError.notInvited`, `.tooManyAttempts`, `.database`.
  public func newCode(
    for email: String, registration: Access.Registration = .open, now: Date = Date()
  ) async throws(StoreError) -> String {
    var generator = SystemRandomNumberGenerator()
    let code = String(String(10_000 + Int.random(in: 0..<10_000, using: &generator)).dropFirst())
    try await write { db in
      guard try Self.mayJoin(email, registration, db) else { throw StoreError.notInvited }
      try AttemptLimits.check(.send, email, at: now, db)
      try AttemptLimits.count(.send, email, at: now, db)
      try Self.forgetOldCodes(now, db)
      try db.execute(
        sql: "INSERT OR REPLACE INTO sign_in_codes (email, code, expires_at) VALUES (?, ?, ?)",
        arguments: [
          StoredText.clean(email), code,
          PostRow.milliseconds(now.addingTimeInterval(Self.codeLifetime)),
        ])
    }
    return code
  }

  /// Makes the code of an e-mail void, as where it could not be passed on.
  /// - Throws: `StoreError`.
  func voidCode(for email: String) async throws(StoreError) {
    try await write { db in try Self.voidCode(for: email, db) }
  }

  /// Checks a code; a right one is used up, its device is made known, and its user is made, with a
  /// blank profile, if there is none.
  /// - Throws: `StoreError.tooManyAttempts`, `.database`.
  public func check(
    code: String, for email: String, device: DeviceClaim = DeviceClaim(),
    registration: Access.Registration = .open, now: Date = Date()
  ) async throws(StoreError) -> CodeCheck {
    try await write { db in
      try Self.forgetOldCodes(now, db)
      let pending = try String.fetchOne(
        db, sql: "SELECT code FROM sign_in_codes WHERE email = ?",
        arguments: [StoredText.clean(email)])
      guard let pending, try Self.mayJoin(email, registration, db) else { return .nonePending }
      // Before the code is looked at: who has guessed too often learns nothing by a right one.
      try AttemptLimits.check(.guess, email, at: now, db)
      guard pending.equalsInConstantTime(code) else {
        try Self.countWrongTry(email, at: now, db)
        return .wrong
      }
      try Self.voidCode(for: email, db)
      return .right(try Self.signIn(email, device, at: now, db))
    }
  }

  private static func signIn(
    _ email: String, _ device: DeviceClaim, at now: Date, _ db: Database
  ) throws -> NewSignIn {
    let known = try user(email, db)
    if known == nil {
      let inviter =
        try takeInvitation(email, db)
        ?? setting("local-email", db).flatMap { try userID($0, db) }
      _ = try ensureUser(email, name: nil, invitedBy: inviter, at: now, db)
      _ = try ensureProfile(of: email, at: now, db)
    }
    guard let user = try user(email, db) else { throw StoreError.unknownUser(email: email) }
    let token = try addDevice(device, of: user.id, at: now, db)
    return NewSignIn(user: user, isNew: known == nil, token: token.text)
  }

  private static func countWrongTry(_ email: String, at now: Date, _ db: Database) throws {
    try AttemptLimits.count(.guess, email, at: now, db)
    try db.execute(
      sql: "UPDATE sign_in_codes SET tries = tries + 1 WHERE email = ?",
      arguments: [StoredText.clean(email)])
    try db.execute(
      sql: "DELETE FROM sign_in_codes WHERE tries >= ?", arguments: [Self.codeTries])
  }

  private static func voidCode(for email: String, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM sign_in_codes WHERE email = ?", arguments: [StoredText.clean(email)])
  }

  private static func forgetOldCodes(_ now: Date, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM sign_in_codes WHERE expires_at <= ?",
      arguments: [PostRow.milliseconds(now)])
  }
}

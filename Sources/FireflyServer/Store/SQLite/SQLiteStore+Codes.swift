import Foundation
import GRDB

extension SQLiteStore {
  func newCode(
    for email: String, from peer: String, access: Access, now: Date
  ) async throws(StoreError) -> String {
    let code = String(format: "%04d", Int.random(in: 0..<10_000))
    let isInvited = try await write { db in
      let attempt = try Self.attempt(
        .send, email, from: peer, access, at: now, db)
      let mayJoin = attempt.isKnown || access.registration == .open
      try AttemptLimits.count(attempt, at: now, db)
      try Self.purgeExpiredCodes(now, db)
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO sign_in_codes (email, peer, code, expires_at) VALUES (?, ?, ?, ?)
          """,
        arguments: [
          StoredText.clean(email), peer, mayJoin ? code : UUID().uuidString,
          StoredTime.milliseconds(now.addingTimeInterval(StoreLimits.codeLifetime)),
        ])
      return mayJoin
    }
    guard isInvited else { throw .notInvited }
    return code
  }

  /// Returns an attempt if the limits allow it.
  /// - Throws: `StoreError.tooManyAttempts`.
  private static func attempt(
    _ kind: SignInAttempt.Kind, _ email: String, from peer: String, _ access: Access,
    at now: Date, _ db: Database
  ) throws -> SignInAttempt {
    let attempt = SignInAttempt(
      kind: kind, email: email, peer: peer, isKnown: try isKnown(email, db))
    try AttemptLimits.check(attempt, access, at: now, db)
    return attempt
  }

  func voidCode(for email: String, from peer: String) async throws(StoreError) {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM sign_in_codes WHERE email = ? AND peer = ?",
        arguments: [StoredText.clean(email), peer])
    }
  }

  func check(
    code: String, for email: String, from peer: String, device: DeviceInfo,
    access: Access, now: Date
  ) async throws(StoreError) -> CodeCheck {
    try await write { db in
      try Self.purgeExpiredCodes(now, db)
      // The code requested by this peer; otherwise the newest, because the user may have changed
      // networks.
      let pending = try String.fetchOne(
        db,
        sql: """
          SELECT code FROM sign_in_codes WHERE email = ?1
          ORDER BY peer = ?2 DESC, expires_at DESC LIMIT 1
          """, arguments: [StoredText.clean(email), peer])
      guard let pending else { return .nonePending }
      // Before the code is compared, so that too many guesses reveal nothing.
      let attempt = try Self.attempt(
        .guess, email, from: peer, access, at: now, db)
      guard pending.equalsInConstantTime(code) else {
        try AttemptLimits.count(attempt, at: now, db)
        try Self.countTry(of: attempt, db)
        return .wrong
      }
      guard attempt.isKnown || access.registration == .open else { return .nonePending }
      try db.execute(
        sql: "DELETE FROM sign_in_codes WHERE email = ?", arguments: [StoredText.clean(email)])
      return .right(try Self.signIn(email, from: peer, device, at: now, db))
    }
  }

  private static func signIn(
    _ email: String, from peer: String, _ device: DeviceInfo, at now: Date, _ db: Database
  ) throws -> NewSignIn {
    let known = try user(email, db)
    if known == nil {
      let inviter = try redeemInvitation(email, db) ?? ownerID(db)
      _ = try ensureUser(email, name: nil, invitedBy: inviter, at: now, db)
      _ = try ensureProfile(of: email, at: now, db)
    }
    guard let user = try user(email, db) else { throw StoreError.unknownUser(email: email) }
    let failedGuesses = try AttemptLimits.guesses(
      at: email, since: try lastSignIn(of: user.id, at: now, db), exceptOf: peer, at: now,
      db)
    let token = try addDevice(device, of: user.id, at: now, db)
    return NewSignIn(
      user: user, isNew: known == nil, token: token.text, failedGuesses: failedGuesses)
  }

  private static func lastSignIn(of user: Int, at now: Date, _ db: Database) throws -> Date {
    let time = try Int64.fetchOne(
      db, sql: "SELECT max(created_at) FROM devices WHERE user_id = ? AND created_at <= ?",
      arguments: [user, StoredTime.latest(at: now)])
    return StoredTime.date(milliseconds: time ?? 0)
  }

  /// Counts a wrong attempt against the code of the same peer only.
  private static func countTry(of attempt: SignInAttempt, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE sign_in_codes SET tries = tries + 1 WHERE email = ? AND peer = ?",
      arguments: [StoredText.clean(attempt.email), attempt.peer])
    try db.execute(
      sql: "DELETE FROM sign_in_codes WHERE tries >= ?", arguments: [StoreLimits.codeTries])
  }

  private static func purgeExpiredCodes(_ now: Date, _ db: Database) throws {
    try db.execute(
      // A code of a clock that was ahead would be valid for too long.
      sql: "DELETE FROM sign_in_codes WHERE expires_at <= ? OR expires_at > ?",
      arguments: [StoredTime.milliseconds(now), StoredTime.latestExpiry(at: now)])
  }
}

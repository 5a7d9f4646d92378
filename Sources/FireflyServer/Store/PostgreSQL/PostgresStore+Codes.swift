import Foundation

extension PostgresStore {
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
      try db.run(
        """
        INSERT INTO sign_in_codes (email_key, peer, code, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (email_key, peer) DO UPDATE
          SET code = excluded.code, expires_at = excluded.expires_at, tries = 0
        """, Self.emailKey(email), peer, mayJoin ? code : UUID().uuidString,
        StoredTime.milliseconds(now.addingTimeInterval(StoreLimits.codeLifetime)))
      return mayJoin
    }
    guard isInvited else { throw .notInvited }
    return code
  }

  /// Returns an attempt if the limits allow it; attempts at all processes are counted together.
  /// - Throws: `StoreError.tooManyAttempts`.
  private static func attempt(
    _ kind: SignInAttempt.Kind, _ email: String, from peer: String, _ access: Access,
    at now: Date, _ db: PostgresSession
  ) throws -> SignInAttempt {
    let attempt = SignInAttempt(
      kind: kind, email: email, peer: peer, isKnown: try isKnown(email, db))
    // First without the lock, so that rejected attempts don't delay others.
    try AttemptLimits.check(attempt, access, at: now, db)
    try lock("sign-in", db)
    try AttemptLimits.check(attempt, access, at: now, db)
    return attempt
  }

  func voidCode(for email: String, from peer: String) async throws(StoreError) {
    try await write { db in
      try db.run(
        "DELETE FROM sign_in_codes WHERE email_key = $1 AND peer = $2", Self.emailKey(email), peer)
    }
  }

  func check(
    code: String, for email: String, from peer: String, device: DeviceInfo,
    access: Access, now: Date
  ) async throws(StoreError) -> CodeCheck {
    try await write { db in
      try Self.purgeExpiredCodes(now, db)
      if try Self.pendingCode(for: email, from: peer, at: now, db) == nil {
        return .nonePending
      }
      // Before the code is compared, so that too many guesses reveal nothing.
      let attempt = try Self.attempt(
        .guess, email, from: peer, access, at: now, db)
      // Again, because other guesses may have held the lock before.
      guard let pending = try Self.pendingCode(for: email, from: peer, at: now, db) else {
        return .nonePending
      }
      guard pending.equalsInConstantTime(code) else {
        try AttemptLimits.count(attempt, at: now, db)
        try Self.countTry(of: attempt, db)
        return .wrong
      }
      guard attempt.isKnown || access.registration == .open else { return .nonePending }
      try db.run("DELETE FROM sign_in_codes WHERE email_key = $1", Self.emailKey(email))
      return .right(try Self.signIn(email, from: peer, device, at: now, db))
    }
  }

  /// Returns the code requested by this peer; otherwise the newest, because the user may have
  /// changed networks.
  private static func pendingCode(
    for email: String, from peer: String, at now: Date, _ db: PostgresSession
  ) throws -> String? {
    try db.value(
      """
      SELECT code FROM sign_in_codes WHERE email_key = $1 AND expires_at > $3
      ORDER BY peer = $2 DESC, expires_at DESC LIMIT 1
      """, emailKey(email), peer, StoredTime.milliseconds(now))
  }

  private static func signIn(
    _ email: String, from peer: String, _ device: DeviceInfo, at now: Date, _ db: PostgresSession
  ) throws -> NewSignIn {
    let known = try user(email, db)
    if known == nil {
      let (invitation, owner) = (try redeemInvitation(email, db), try ownerID(db))
      _ = try ensureUser(email, name: nil, invitedBy: invitation ?? owner, at: now, db)
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

  private static func lastSignIn(of user: Int, at now: Date, _ db: PostgresSession) throws
    -> Date
  {
    let time: Int64? = try db.value(
      "SELECT max(created_at) FROM devices WHERE user_id = $1 AND created_at <= $2", user,
      StoredTime.latest(at: now))
    return StoredTime.date(milliseconds: time ?? 0)
  }

  /// Counts a wrong attempt against the code of the same peer only.
  private static func countTry(of attempt: SignInAttempt, _ db: PostgresSession) throws {
    let key = emailKey(attempt.email)
    try db.run(
      "UPDATE sign_in_codes SET tries = tries + 1 WHERE email_key = $1 AND peer = $2", key,
      attempt.peer)
    try db.run(
      "DELETE FROM sign_in_codes WHERE email_key = $1 AND tries >= $2", key, StoreLimits.codeTries)
  }

  private static func purgeExpiredCodes(_ now: Date, _ db: PostgresSession) throws {
    // A code of a clock that was ahead would be valid for too long.
    try db.run(
      "DELETE FROM sign_in_codes WHERE expires_at <= $1 OR expires_at > $2",
      StoredTime.milliseconds(now), StoredTime.latestExpiry(at: now))
  }
}

import Foundation

extension SQLStore {
  func newCode(
    for email: String, from peer: String, access: Access, now: Date
  ) async throws(StoreError) -> String {
    let code = String(format: "%04d", Int.random(in: 0..<10_000))
    let isInvited = try await write { db in
      let attempt = try db.attempt(.send, email, from: peer, access, at: now)
      let mayJoin = attempt.isKnown || access.registration == .open
      try db.count(attempt, at: now)
      try db.purgeExpiredCodes(at: now)
      try db.run(
        """
        INSERT INTO sign_in_codes (email_key, peer, code, expires_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (email_key, peer) DO UPDATE
          SET code = excluded.code, expires_at = excluded.expires_at, tries = 0
        """, SQLText.key(email), peer, mayJoin ? code : UUID().uuidString,
        StoredTime.milliseconds(now.addingTimeInterval(StoreLimits.codeLifetime)))
      return mayJoin
    }
    guard isInvited else { throw .notInvited }
    return code
  }

  func voidCode(for email: String, from peer: String) async throws(StoreError) {
    try await write { db in
      try db.run(
        "DELETE FROM sign_in_codes WHERE email_key = ?1 AND peer = ?2", SQLText.key(email), peer)
    }
  }

  func check(
    code: String, for email: String, from peer: String, device: DeviceInfo,
    access: Access, now: Date
  ) async throws(StoreError) -> CodeCheck {
    try await write { db in
      try db.purgeExpiredCodes(at: now)
      if try db.pendingCode(for: email, from: peer, at: now) == nil { return .nonePending }
      // Before the code is compared, so that too many guesses reveal nothing.
      let attempt = try db.attempt(.guess, email, from: peer, access, at: now)
      // Again, because other guesses may have held the lock before.
      guard let pending = try db.pendingCode(for: email, from: peer, at: now) else {
        return .nonePending
      }
      guard pending.equalsInConstantTime(code) else {
        try db.count(attempt, at: now)
        try db.countTry(of: attempt)
        return .wrong
      }
      guard attempt.isKnown || access.registration == .open else { return .nonePending }
      try db.run("DELETE FROM sign_in_codes WHERE email_key = ?1", SQLText.key(email))
      return .right(try db.signIn(email, from: peer, device, at: now))
    }
  }
}

extension SQLSession {
  /// Returns an attempt if the limits allow it; attempts at all processes are counted together.
  /// - Throws: `StoreError.tooManyAttempts`.
  fileprivate func attempt(
    _ kind: SignInAttempt.Kind, _ email: String, from peer: String, _ access: Access, at now: Date
  ) throws -> SignInAttempt {
    let attempt = SignInAttempt(
      kind: kind, email: email, peer: peer, isKnown: try isKnown(email))
    try checkLimits(of: attempt, access, at: now)
    guard !dialect.hasOneWriter else { return attempt }
    // First without the lock, so that rejected attempts don't delay others.
    try lock("sign-in")
    try checkLimits(of: attempt, access, at: now)
    return attempt
  }

  /// Returns the code requested by this peer; otherwise the newest, because the user may have
  /// changed networks.
  fileprivate func pendingCode(
    for email: String, from peer: String, at now: Date
  ) throws -> String? {
    try value(
      """
      SELECT code FROM sign_in_codes WHERE email_key = ?1 AND expires_at > ?3
      ORDER BY peer = ?2 DESC, expires_at DESC LIMIT 1
      """, SQLText.key(email), peer, StoredTime.milliseconds(now))
  }

  fileprivate func signIn(
    _ email: String, from peer: String, _ device: DeviceInfo, at now: Date
  ) throws -> NewSignIn {
    let known = try user(email)
    if known == nil {
      let inviter = try redeemInvitation(email) ?? ownerID()
      _ = try ensureUser(email, name: nil, invitedBy: inviter, at: now)
      _ = try ensureProfile(of: email, at: now)
    }
    guard let user = try user(email) else { throw StoreError.unknownUser(email: email) }
    let failedGuesses = try guesses(
      at: email, since: lastSignIn(of: user.id, at: now), exceptOf: peer, at: now)
    let token = try addDevice(device, of: user.id, at: now)
    return NewSignIn(
      user: user, isNew: known == nil, token: token.text, failedGuesses: failedGuesses)
  }

  private func lastSignIn(of user: Int, at now: Date) throws -> Date {
    let time: Int64? = try value(
      "SELECT max(created_at) FROM devices WHERE user_id = ?1 AND created_at <= ?2", user,
      StoredTime.latest(at: now))
    return StoredTime.date(milliseconds: time ?? 0)
  }

  /// Counts a wrong attempt against the code of the same peer only.
  fileprivate func countTry(of attempt: SignInAttempt) throws {
    let key = SQLText.key(attempt.email)
    try run(
      "UPDATE sign_in_codes SET tries = tries + 1 WHERE email_key = ?1 AND peer = ?2", key,
      attempt.peer)
    try run(
      "DELETE FROM sign_in_codes WHERE email_key = ?1 AND tries >= ?2", key, StoreLimits.codeTries)
  }

  fileprivate func purgeExpiredCodes(at now: Date) throws {
    // A code of a clock that was ahead would be valid for too long.
    try run(
      "DELETE FROM sign_in_codes WHERE expires_at <= ?1 OR expires_at > ?2",
      StoredTime.milliseconds(now), StoredTime.latestExpiry(at: now))
  }

  // MARK: Limits

  /// Checks whether one more attempt is allowed.
  /// - Throws: `StoreError.tooManyAttempts`.
  private func checkLimits(
    of attempt: SignInAttempt, _ access: Access, at now: Date
  ) throws {
    var (wait, isOfOthers) = (0.0, true)
    for rule in AttemptLimits.rules(attempt, access) {
      for window in rule.windows {
        let seconds = try secondsToWait(window, rule.scope, attempt, now)
        wait = max(wait, seconds)
        if seconds > 0, rule.scope.isOfEmail { isOfOthers = false }
      }
    }
    guard wait <= 0 else {
      throw StoreError.tooManyAttempts(seconds: Int(wait.rounded(.up)), isOfOthers: isOfOthers)
    }
  }

  /// Records an attempt.
  fileprivate func count(_ attempt: SignInAttempt, at now: Date) throws {
    // Those of a clock that was ahead would count when their time comes.
    try run(
      "DELETE FROM sign_in_attempts WHERE kind = ?1 AND (at <= ?2 OR at > ?3)",
      attempt.kind.rawValue,
      StoredTime.milliseconds(now.addingTimeInterval(-AttemptLimits.retention)),
      StoredTime.milliseconds(now.addingTimeInterval(AttemptLimits.retention)))
    try run(
      """
      INSERT INTO sign_in_attempts (kind, email_key, peer, is_known, at)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """, attempt.kind.rawValue, SQLText.key(attempt.email), attempt.peer, attempt.isKnown,
      StoredTime.milliseconds(now))
  }

  /// Returns the number of wrong codes for an e-mail since a time, except recent ones of one peer,
  /// who may have mistyped.
  private func guesses(
    at email: String, since start: Date, exceptOf peer: String, at now: Date
  ) throws -> Int {
    try value(
      """
      SELECT count(*) FROM sign_in_attempts
      WHERE kind = ?1 AND email_key = ?2 AND at > ?3 AND at <= ?6 AND (peer <> ?4 OR at <= ?5)
      """, SignInAttempt.Kind.guess.rawValue, SQLText.key(email), StoredTime.milliseconds(start),
      peer, StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.codeLifetime)),
      StoredTime.latest(at: now)) ?? 0
  }

  /// Returns the seconds until a window has room again; 0 if it has.
  private func secondsToWait(
    _ window: AttemptLimits.Window, _ scope: AttemptLimits.Scope, _ attempt: SignInAttempt,
    _ now: Date
  ) throws -> Double {
    var condition = attempt.condition(scope)
    condition.add("kind = ?", attempt.kind.rawValue)
    // After a clock was set back, attempts may be in the future; those don't count.
    condition.add(
      "at > ? AND at <= ?", StoredTime.milliseconds(now.addingTimeInterval(-window.seconds)),
      StoredTime.latest(at: now))
    let limit = condition.placeholder(window.maximum)
    let newest = try rows(
      """
      SELECT count(*), min(at) FROM (
        SELECT at FROM sign_in_attempts WHERE \(condition.text) ORDER BY at DESC LIMIT \(limit)
      ) AS newest
      """, with: condition.arguments, convert: { (count: $0[0] as Int, filling: $0[1] as Int64?) }
    ).first
    guard let newest, newest.count == window.maximum, let filling = newest.filling else { return 0 }
    return StoredTime.date(milliseconds: filling).timeIntervalSince(now) + window.seconds
  }
}

extension SignInAttempt {
  /// The condition for the attempts that are counted together with this one.
  fileprivate func condition(_ scope: AttemptLimits.Scope) -> SQLCondition {
    switch scope {
    case .emailAndPeer: SQLCondition("email_key = ? AND peer = ?", SQLText.key(email), peer)
    case .email: SQLCondition("email_key = ?", SQLText.key(email))
    case .peer(let isKnown?): SQLCondition("peer = ? AND is_known = ?", peer, isKnown)
    case .peer(nil): SQLCondition("peer = ?", peer)
    case .all(let isKnown): SQLCondition("is_known = ?", isKnown)
    }
  }
}

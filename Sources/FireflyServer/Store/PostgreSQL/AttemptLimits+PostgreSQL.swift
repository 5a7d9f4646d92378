import Foundation

extension AttemptLimits {
  /// Checks whether one more attempt is allowed.
  /// - Throws: `StoreError.tooManyAttempts`.
  static func check(
    _ attempt: SignInAttempt, _ access: Access, at now: Date, _ db: PostgresSession
  ) throws {
    var wait = 0.0
    for rule in rules(attempt, access) {
      for window in rule.windows {
        wait = max(wait, try secondsToWait(window, rule.scope, attempt, now, db))
      }
    }
    guard wait <= 0 else { throw StoreError.tooManyAttempts(seconds: Int(wait.rounded(.up))) }
  }

  /// Records an attempt.
  static func count(_ attempt: SignInAttempt, at now: Date, _ db: PostgresSession) throws {
    // Those of a clock that was ahead would count when their time comes.
    try db.run(
      "DELETE FROM sign_in_attempts WHERE kind = $1 AND (at <= $2 OR at > $3)",
      attempt.kind.rawValue, StoredTime.milliseconds(now.addingTimeInterval(-retention)),
      StoredTime.milliseconds(now.addingTimeInterval(retention)))
    try db.run(
      """
      INSERT INTO sign_in_attempts (kind, email_key, peer, is_known, at)
      VALUES ($1, $2, $3, $4, $5)
      """, attempt.kind.rawValue, PostgresStore.emailKey(attempt.email), attempt.peer,
      attempt.isKnown, StoredTime.milliseconds(now))
  }

  /// Returns the number of wrong codes for an e-mail since a time, except recent ones of one peer,
  /// who may have mistyped.
  static func guesses(
    at email: String, since start: Date, exceptOf peer: String, at now: Date,
    _ db: PostgresSession
  ) throws -> Int {
    try db.value(
      """
      SELECT count(*) FROM sign_in_attempts
      WHERE kind = $1 AND email_key = $2 AND at > $3 AND at <= $6 AND (peer <> $4 OR at <= $5)
      """, SignInAttempt.Kind.guess.rawValue, PostgresStore.emailKey(email),
      StoredTime.milliseconds(start), peer,
      StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.codeLifetime)),
      StoredTime.latest(at: now)) ?? 0
  }

  /// Returns the seconds until a window has room again; 0 if it has.
  private static func secondsToWait(
    _ window: Window, _ scope: Scope, _ attempt: SignInAttempt, _ now: Date, _ db: PostgresSession
  ) throws -> Double {
    var condition = condition(scope, attempt)
    condition.add("kind = ?", attempt.kind.rawValue)
    // After a clock was set back, attempts may be in the future; those don't count.
    condition.add(
      "at > ? AND at <= ?", StoredTime.milliseconds(now.addingTimeInterval(-window.seconds)),
      StoredTime.latest(at: now))
    let limit = condition.placeholder(window.maximum)
    let newest = try db.run(
      "SELECT at FROM sign_in_attempts WHERE \(condition.text) ORDER BY at DESC LIMIT \(limit)",
      with: condition.arguments)
    guard newest.count == window.maximum, let filling = newest.last else { return 0 }
    return StoredTime.date(milliseconds: filling[0]).timeIntervalSince(now) + window.seconds
  }

  private static func condition(
    _ scope: Scope, _ attempt: SignInAttempt
  ) -> PostgresCondition {
    var condition = PostgresCondition()
    switch scope {
    case .emailAndPeer:
      condition.add(
        "email_key = ? AND peer = ?", PostgresStore.emailKey(attempt.email), attempt.peer)
    case .email: condition.add("email_key = ?", PostgresStore.emailKey(attempt.email))
    case .peer(let isKnown?): condition.add("peer = ? AND is_known = ?", attempt.peer, isKnown)
    case .peer(nil): condition.add("peer = ?", attempt.peer)
    case .all(let isKnown): condition.add("is_known = ?", isKnown)
    }
    return condition
  }
}

import Foundation
import GRDB

extension AttemptLimits {
  /// Checks whether one more attempt is allowed.
  /// - Throws: `StoreError.tooManyAttempts`.
  static func check(
    _ attempt: SignInAttempt, _ access: Access, at now: Date, _ db: Database
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
  static func count(_ attempt: SignInAttempt, at now: Date, _ db: Database) throws {
    try db.execute(
      // Those of a clock that was ahead would count when their time comes.
      sql: "DELETE FROM sign_in_attempts WHERE kind = ? AND (at <= ? OR at > ?)",
      arguments: [
        attempt.kind.rawValue, StoredTime.milliseconds(now.addingTimeInterval(-retention)),
        StoredTime.milliseconds(now.addingTimeInterval(retention)),
      ])
    try db.execute(
      sql: "INSERT INTO sign_in_attempts (kind, email, peer, is_known, at) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        attempt.kind.rawValue, StoredText.clean(attempt.email), attempt.peer, attempt.isKnown,
        StoredTime.milliseconds(now),
      ])
  }

  /// Returns the number of wrong codes for an e-mail since a time, except recent ones of one peer,
  /// who may have mistyped.
  static func guesses(
    at email: String, since start: Date, exceptOf peer: String, at now: Date,
    _ db: Database
  ) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM sign_in_attempts
        WHERE kind = ? AND email = ? AND at > ? AND at <= ? AND (peer <> ? OR at <= ?)
        """,
      arguments: [
        SignInAttempt.Kind.guess.rawValue, StoredText.clean(email), StoredTime.milliseconds(start),
        StoredTime.latest(at: now), peer,
        StoredTime.milliseconds(now.addingTimeInterval(-StoreLimits.codeLifetime)),
      ]) ?? 0
  }

  /// Returns the seconds until a window has room again; 0 if it has.
  private static func secondsToWait(
    _ window: Window, _ scope: Scope, _ attempt: SignInAttempt, _ now: Date, _ db: Database
  ) throws -> Double {
    let (condition, arguments) = condition(scope, attempt)
    // After a clock was set back, attempts may be in the future; those don't count.
    let filling = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT at FROM sign_in_attempts WHERE kind = ? AND \(condition) AND at > ? AND at <= ?
          ORDER BY at DESC LIMIT 1 OFFSET ?
          """),
      arguments: [attempt.kind.rawValue] + arguments + [
        StoredTime.milliseconds(now.addingTimeInterval(-window.seconds)),
        StoredTime.latest(at: now),
        window.maximum - 1,
      ])
    guard let filling else { return 0 }
    return StoredTime.date(milliseconds: filling).timeIntervalSince(now) + window.seconds
  }
  private static func condition(
    _ scope: Scope, _ attempt: SignInAttempt
  ) -> (String, StatementArguments) {
    let (email, peer) = (StoredText.clean(attempt.email), attempt.peer)
    return switch scope {
    case .emailAndPeer: ("email = ? AND peer = ?", [email, peer])
    case .email: ("email = ?", [email])
    case .peer(let isKnown?): ("peer = ? AND is_known = ?", [peer, isKnown])
    case .peer(nil): ("peer = ?", [peer])
    case .all(let isKnown): ("is_known = ?", [isKnown])
    }
  }
}

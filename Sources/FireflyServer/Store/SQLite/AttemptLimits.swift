import Foundation
import GRDB

/// A code that is asked for, or a guess at one.
struct SignInAttempt {
  /// What is counted.
  enum Kind: String {
    /// A code that is asked for.
    case send
    /// A wrong code.
    case guess
  }

  var kind: Kind
  var email: String
  /// Where it comes from: `HTTPPeer.household`.
  var peer: String
  /// Whether the e-mail is a user's, or was invited.
  var isKnown: Bool
}

/// How often codes are sent and guessed, at most: four digits allow no more.
///
/// What is refused is not counted, so that waiting helps. No peer can use up what an e-mail or the
/// server allows, and e-mails that the server doesn't know use up nothing of what is kept for its users.
enum AttemptLimits {
  private struct Window {
    let seconds: Double
    let maximum: Int
  }

  /// Windows for the attempts that a condition finds.
  private struct Rule {
    let condition: String
    let arguments: StatementArguments
    let windows: [Window]
  }

  /// - `hidesMembers`: whether who asks must not see if the e-mail is known.
  private static func rules(_ attempt: SignInAttempt, hidesMembers: Bool) -> [Rule] {
    let (email, peer) = (StoredText.clean(attempt.email), attempt.peer)
    let known = hidesMembers || attempt.isKnown
    let windows: [[Window]] =
      switch (attempt.kind, known) {
      case (.send, true): [send(2, 6, 12), send(4, 12, 24), send(10, 60, 200), send(30, 200, 500)]
      case (.send, false): [send(2, 6, 12), send(4, 12, 24), send(3, 6, 10), send(10, 30, 50)]
      // Of a thousand who guess at an e-mail's code for a month, from wherever they can, 20 come in.
      case (.guess, true):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(20, 60, 150),
          send(40, 200, 600),
        ]
      case (.guess, false):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(10, 20, 50),
          send(20, 60, 150),
        ]
      }
    return [
      Rule(
        condition: "email = ? AND peer = ?", arguments: [email, peer], windows: windows[0]),
      Rule(condition: "email = ?", arguments: [email], windows: windows[1]),
      hidesMembers
        ? Rule(condition: "peer = ?", arguments: [peer], windows: windows[2])
        : Rule(
          condition: "peer = ? AND is_known = ?", arguments: [peer, known], windows: windows[2]),
      Rule(condition: "is_known = ?", arguments: [known], windows: windows[3]),
    ]
  }

  private static func send(_ minute: Int, _ hour: Int, _ day: Int) -> [Window] {
    zip([60, 3_600, 86_400], [minute, hour, day]).map { Window(seconds: $0, maximum: $1) }
  }

  private static func guess(
    _ minute: Int, _ hour: Int, _ day: Int, _ week: Int, _ month: Int
  ) -> [Window] {
    send(minute, hour, day)
      + zip([7 * 86_400, memory], [week, month]).map { Window(seconds: $0, maximum: $1) }
  }

  /// Seconds after which an attempt is forgotten.
  private static let memory = 30 * 86_400.0

  /// Refuses one more attempt where there were too many.
  /// - Throws: `StoreError.tooManyAttempts`, with the seconds to wait.
  static func check(
    _ attempt: SignInAttempt, hidesMembers: Bool, at now: Date, _ db: Database
  ) throws {
    var wait = 0.0
    for rule in rules(attempt, hidesMembers: hidesMembers) {
      for window in rule.windows {
        wait = max(wait, try secondsToWait(window, rule, attempt.kind, now, db))
      }
    }
    guard wait <= 0 else { throw StoreError.tooManyAttempts(seconds: Int(wait.rounded(.up))) }
  }

  /// Counts an attempt.
  static func count(_ attempt: SignInAttempt, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM sign_in_attempts WHERE kind = ? AND at <= ?",
      arguments: [
        attempt.kind.rawValue, PostRow.milliseconds(now.addingTimeInterval(-memory)),
      ])
    try db.execute(
      sql: "INSERT INTO sign_in_attempts (kind, email, peer, is_known, at) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        attempt.kind.rawValue, StoredText.clean(attempt.email), attempt.peer, attempt.isKnown,
        PostRow.milliseconds(now),
      ])
  }

  /// Wrong codes for an e-mail since a time, without those of a peer who has just mistyped a code.
  static func guesses(
    at email: String, since start: Date, exceptOf peer: String, within seconds: Double,
    at now: Date, _ db: Database
  ) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM sign_in_attempts
        WHERE kind = ? AND email = ? AND at > ? AND (peer <> ? OR at <= ?)
        """,
      arguments: [
        SignInAttempt.Kind.guess.rawValue, StoredText.clean(email), PostRow.milliseconds(start),
        peer, PostRow.milliseconds(now.addingTimeInterval(-seconds)),
      ]) ?? 0
  }

  /// Until the oldest attempt that fills the window is out of it; 0 if there is room.
  private static func secondsToWait(
    _ window: Window, _ rule: Rule, _ kind: SignInAttempt.Kind, _ now: Date, _ db: Database
  ) throws -> Double {
    // A clock that was set back leaves attempts in the future: those don't count.
    let filling = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT at FROM sign_in_attempts WHERE kind = ? AND \(rule.condition) AND at > ? AND at <= ?
          ORDER BY at DESC LIMIT 1 OFFSET ?
          """),
      arguments: [kind.rawValue] + rule.arguments + [
        PostRow.milliseconds(now.addingTimeInterval(-window.seconds)), PostRow.milliseconds(now),
        window.maximum - 1,
      ])
    guard let filling else { return 0 }
    return PostRow.date(milliseconds: filling).timeIntervalSince(now) + window.seconds
  }
}

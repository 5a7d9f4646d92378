import Foundation
import GRDB

/// How often codes are sent and guessed, at most: four digits bear no more.
///
/// What is refused for it is not counted, so that waiting helps.
enum AttemptLimits {
  /// What is counted.
  enum Kind: String {
    /// A code that was sent.
    case send
    /// A wrong code.
    case guess
  }

  private struct Window {
    let seconds: Double
    let maximum: Int
  }

  /// For one e-mail.
  ///
  /// With these, of a thousand who guess at one all day, three come in.
  private static func perEmail(_ kind: Kind) -> [Window] {
    switch kind {
    case .send:
      [Window(seconds: 60, maximum: 2), Window(seconds: 3_600, maximum: 6), day(12)]
    case .guess:
      [Window(seconds: 60, maximum: 10), Window(seconds: 3_600, maximum: 20), day(30)]
    }
  }

  /// For all together: who knows many e-mails has no more guesses for it.
  private static func overall(_ kind: Kind) -> [Window] {
    switch kind {
    case .send:
      [Window(seconds: 60, maximum: 30), Window(seconds: 3_600, maximum: 200), day(500)]
    case .guess:
      [Window(seconds: 60, maximum: 30), Window(seconds: 3_600, maximum: 100), day(300)]
    }
  }

  private static func day(_ maximum: Int) -> Window {
    Window(seconds: memory, maximum: maximum)
  }

  /// Seconds after which an attempt is forgotten.
  private static let memory = 86_400.0

  /// Refuses one more attempt where there were too many.
  /// - Throws: `StoreError.tooManyAttempts`, with the seconds to wait.
  static func check(_ kind: Kind, _ email: String, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM sign_in_attempts WHERE at <= ?",
      arguments: [PostRow.milliseconds(now.addingTimeInterval(-memory))])
    var wait = 0.0
    for window in perEmail(kind) {
      wait = max(
        wait,
        try secondsToWait(
          window, "kind = ? AND email = ?", [kind.rawValue, StoredText.clean(email)], now, db))
    }
    for window in overall(kind) {
      wait = max(wait, try secondsToWait(window, "kind = ?", [kind.rawValue], now, db))
    }
    guard wait <= 0 else { throw StoreError.tooManyAttempts(seconds: Int(wait.rounded(.up))) }
  }

  /// Counts an attempt.
  static func count(_ kind: Kind, _ email: String, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO sign_in_attempts (kind, email, at) VALUES (?, ?, ?)",
      arguments: [kind.rawValue, StoredText.clean(email), PostRow.milliseconds(now)])
  }

  /// Until the oldest attempt that fills the window is out of it; 0 if there is room.
  private static func secondsToWait(
    _ window: Window, _ condition: String, _ arguments: StatementArguments, _ now: Date,
    _ db: Database
  ) throws -> Double {
    // A clock that was set back leaves attempts in the future: those don't count.
    let filling = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT at FROM sign_in_attempts WHERE \(condition) AND at > ? AND at <= ?
          ORDER BY at DESC LIMIT 1 OFFSET ?
          """),
      arguments: arguments + [
        PostRow.milliseconds(now.addingTimeInterval(-window.seconds)), PostRow.milliseconds(now),
        window.maximum - 1,
      ])
    guard let filling else { return 0 }
    return PostRow.date(milliseconds: filling).timeIntervalSince(now) + window.seconds
  }
}

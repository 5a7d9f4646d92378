import GRDB
import GRDBSQLite
import Glibc

/// How much time of a processor core the searches of one answer may still take.
struct SearchTimeLimit {
  /// Seconds for all searches of an answer.
  static let standard = 0.25
  /// Steps of SQLite's machine between two looks at the clock: with ranking, some milliseconds.
  private static let steps: Int32 = 250

  /// Seconds that are left.
  private(set) var left: Double

  /// - `seconds`: of the thread, not of the day: waiting for others does not count.
  init(seconds: Double = standard) { left = seconds }

  /// Whether nothing is left.
  var isOver: Bool { left <= 0 }

  /// Does something with a database; SQLite breaks it off when the time is over.
  /// - Throws: `StoreError.searchTooLong`, and what `body` throws.
  mutating func limit<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
    guard !isOver else { throw StoreError.searchTooLong }
    let start = Self.threadSeconds
    var end = start + left
    defer { left = end - Self.threadSeconds }
    return try withUnsafeMutablePointer(to: &end) { end in
      sqlite3_progress_handler(
        db.sqliteConnection, Self.steps,
        { end in
          guard let end else { return 0 }
          return SearchTimeLimit.threadSeconds > end.load(as: Double.self) ? 1 : 0
        }, end)
      defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
      do {
        return try body()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_INTERRUPT && Self.threadSeconds > end.pointee
      {
        throw StoreError.searchTooLong
      }
    }
  }

  /// Seconds of a processor core that this thread has taken.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

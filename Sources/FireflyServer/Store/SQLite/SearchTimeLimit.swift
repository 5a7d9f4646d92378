import GRDB
import GRDBSQLite
import Glibc

/// The CPU time left for the searches of one response.
struct SearchTimeLimit {
  /// Seconds for all searches of a response.
  static let standard = 0.25
  /// Number of SQLite's virtual machine instructions between two checks: some milliseconds, with
  /// ranking.
  private static let steps: Int32 = 250

  /// Seconds left.
  private(set) var left: Double

  /// Creates a limit in seconds of CPU time; waiting for other threads doesn't count.
  init(seconds: Double = standard) { left = seconds }

  /// Whether no time is left.
  var isOver: Bool { left <= 0 }

  /// Runs a closure; SQLite interrupts it when the time is over.
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

  /// CPU time of the current thread in seconds.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

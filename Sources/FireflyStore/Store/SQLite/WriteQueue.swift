import GRDB
import Synchronization

/// The writes that wait for the only writer of a store.
///
/// Those that wait together share a transaction, with a savepoint each: so one that fails fails
/// alone, and they wait for the disk together. A write ends after the commit.
final class WriteQueue: Sendable {
  /// A write that waits.
  struct Write: Sendable {
    /// When it has waited too long.
    let limit: ContinuousClock.Instant
    /// Whether it takes long, so that others must not wait for its commit.
    let isLong: Bool
    /// Runs its statements; returns what ends it after the commit.
    let run: @Sendable (Database) throws -> @Sendable () -> Void
    /// Ends it with an error.
    let fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var waiting: [Write] = []
    /// Whether `writeNext` is due.
    var isScheduled = false
  }

  private let state = Mutex(State())

  /// Number of writes that wait.
  var count: Int { state.withLock(\.waiting.count) }

  /// Adds a write.
  func add(_ write: Write, to store: SQLiteStore) {
    let isFirst = state.withLock { state in
      state.waiting.append(write)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule(store) }
  }

  private func schedule(_ store: SQLiteStore) {
    store.database.asyncWriteWithoutTransaction { db in self.writeNext(db, store) }
  }

  private func writeNext(_ db: Database, _ store: SQLiteStore) {
    Self.write(takeNext(), db, store)
    let isOver = state.withLock { state in
      state.isScheduled = !state.waiting.isEmpty
      return !state.isScheduled
    }
    // An import may wait for the writer, too.
    if !isOver { schedule(store) }
  }

  /// Takes the first writes: a long one, or all until the next long one.
  private func takeNext() -> [Write] {
    state.withLock { state in
      let next = state.waiting.prefix { !$0.isLong }
      let count = max(next.count, min(state.waiting.count, 1))
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  private static func write(_ writes: [Write], _ db: Database, _ store: SQLiteStore) {
    var ends: [Int: @Sendable () -> Void] = [:]
    var failures: [Int: any Error] = [:]
    // Earlier writes may have waited for another program.
    for (index, write) in writes.enumerated() where write.limit <= .now {
      failures[index] = StoreError.unavailable(store.file, .locked)
    }
    do {
      // What is refused must not be found when the file is back.
      try store.files.check()
      try db.inTransaction(.immediate) {
        for (index, write) in writes.enumerated() where failures[index] == nil {
          do {
            try db.inSavepoint {
              ends[index] = try write.run(db)
              return .commit
            }
          } catch {
            failures[index] = error
            // SQLite ends the whole transaction if, for example, the disk is full.
            guard db.isInsideTransaction else { throw error }
          }
        }
        return .commit
      }
      // What was written is safe only if the file was in its place afterwards.
      try store.files.check()
    } catch {
      for index in writes.indices where failures[index] == nil { failures[index] = error }
    }
    for (index, write) in writes.enumerated() {
      if let error = failures[index] { write.fail(error) } else { ends[index]?() }
    }
  }
}

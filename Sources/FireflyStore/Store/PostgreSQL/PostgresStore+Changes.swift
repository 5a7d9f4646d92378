import Foundation
import Synchronization

extension PostgresStore {
  /// Seconds between two checks for changes by other processes.
  private static let pollSeconds = 0.9

  func version() async throws(StoreError) -> Int {
    // All wait for it.
    try await Asker.run(as: .program) { () async throws(StoreError) in
      try await versionReads.share(0) { () async throws(StoreError) in
        try await session { [changeCount] db in try changeCount.version(db) }
      }
    }
  }

  func changes() -> AsyncStream<Void>? {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = changeCount.add(signal)
    let looking = Task.detached { [self] in
      var version: Int?
      while !Task.isCancelled {
        // Posts that wait for an earlier number must be announced later without another change.
        if let now = try? await self.version(), now != version || idWatermark.isWaiting {
          version = now
          signal.yield()
        }
        try? await Task.sleep(for: .seconds(Self.pollSeconds))
      }
    }
    signal.onTermination = { [changeCount] _ in
      looking.cancel()
      changeCount.remove(number)
    }
    return changes
  }
}

/// Counts the changes to a database by any process, as seen by this process.
///
/// Each writing transaction inserts a row into `changes`. Their highest number isn't enough,
/// because 101 may become visible before 100. So the rows of the last seconds are counted each
/// time; a different count is a change.
final class PostgresChangeCount: Sendable {
  /// How long a row may take to become visible after its number was drawn.
  private static let overlap = Duration.seconds(5)
  /// Seconds for which rows are kept, and the time between two purges.
  private static let lifetime = 3_600.0
  private static let clearing = Duration.seconds(60)
  /// Maximum number of rows removed by a purge.
  private static let maximumCleared = 100_000
  /// Number of rows that are counted at the start.
  private static let firstRows = 1_000

  private struct State {
    var version = 0
    /// The number after which rows are counted; nil at the start.
    var start: Int?
    /// The last count.
    var count = 0
    /// The next value of `start`, and since when it has been known.
    var nextStart = 0
    var since = ContinuousClock.now
    var cleared = ContinuousClock.now
    var lastSignal = 0
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Returns the version: a number that grows with each change.
  /// - Throws: `PostgresError`.
  func version(_ db: PostgresSession) throws -> Int {
    let (known, next) = state.withLock { ($0.start, $0.nextStart) }
    let start: Int
    if let known {
      start = known
    } else {
      let newest: Int? = try db.value("SELECT max(id) FROM changes")
      start = max(0, (newest ?? 0) - Self.firstRows)
    }
    let row = try db.query(
      """
      SELECT count(*), count(CASE WHEN id > $2 THEN 1 END), max(id) FROM changes WHERE id > $1
      """, start, next
    ).first
    guard let row else { return state.withLock(\.version) }
    let version = state.withLock { state in
      Self.count(row[0], behindNext: row[1], newest: row[2] ?? start, from: start, &state)
      return state.version
    }
    // The result doesn't depend on the purge.
    try? clear(db)
    return version
  }

  private static func count(
    _ count: Int, behindNext: Int, newest: Int, from start: Int, _ state: inout State
  ) {
    let now = ContinuousClock.now
    if state.start == nil { (state.nextStart, state.since) = (newest, now) }
    if state.start == nil || count != state.count { state.version += 1 }
    (state.start, state.count) = (start, count)
    guard state.since + overlap < now, state.start != newest else { return }
    (state.start, state.count) = (state.nextStart, behindNext)
    (state.nextStart, state.since) = (newest, now)
  }

  /// Purges old rows periodically.
  private func clear(_ db: PostgresSession) throws {
    let isDue = state.withLock { state in
      guard state.cleared + Self.clearing < .now else { return false }
      state.cleared = .now
      return true
    }
    guard isDue else { return }
    func end(_ seconds: Double) -> Int64 {
      StoredTime.milliseconds(.now.addingTimeInterval(-seconds))
    }
    // After days without readers there may be many; each purge removes a part.
    try db.query(
      """
      DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE at < $1 ORDER BY at LIMIT $2)
      """, end(Self.lifetime), Self.maximumCleared)
    try db.query(
      "DELETE FROM creation_keys WHERE created_at <= $1", end(CreationKey.lifetime))
  }

  /// Notifies observers of a change by this process without waiting for the next check.
  func wasWritten() {
    let signals = state.withLock { Array($0.signals.values) }
    for signal in signals { signal.yield() }
  }

  /// Adds an observer.
  /// - Returns: its number, for `remove`.
  func add(_ signal: AsyncStream<Void>.Continuation) -> Int {
    state.withLock { state in
      state.lastSignal += 1
      state.signals[state.lastSignal] = signal
      return state.lastSignal
    }
  }

  /// Removes an observer.
  func remove(_ number: Int) { state.withLock { $0.signals[number] = nil } }
}

import Foundation
import Synchronization

extension PostgresStore {
  /// Seconds between two looks for changes by others: a change is seen within one.
  private static let pollSeconds = 0.9

  func version() async throws(StoreError) -> Int {
    try await versionReads.share(0) { () async throws(StoreError) in
      try await read { db in try await changeCount.version(db) }
    }
  }

  func changes() -> AsyncStream<Void>? {
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = changeCount.add(signal)
    let looking = Task {
      var version: Int?
      while !Task.isCancelled {
        // A post that waits for an earlier number is announced without another change.
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

/// Counts the changes of a database, by whatever process, as this process sees them.
///
/// Each transaction that writes leaves a row in `changes`. Their numbers alone don't do: 101 can be there before
/// 100. So the rows of the last seconds are counted again each time: one more of them is a change.
final class PostgresChangeCount: Sendable {
  /// After how long a row can be seen for sure, once its number was drawn.
  private static let overlap = Duration.seconds(5)
  /// Seconds for which rows are kept, and between two times that they are cleared away.
  private static let lifetime = 3_600.0
  private static let clearing = Duration.seconds(60)
  /// Rows that are cleared away at a time.
  private static let maximumCleared = 100_000
  /// Rows that are counted at the start.
  private static let firstRows = 1_000

  private struct State {
    var version = 0
    /// The number behind which rows are counted; nil at the start.
    var start: Int?
    /// How many there were.
    var count = 0
    /// The number behind which rows will be counted, and since when it has been known.
    var nextStart = 0
    var since = ContinuousClock.now
    var cleared = ContinuousClock.now
    var lastSignal = 0
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far; only its growth means something.
  func version(_ db: PostgresSession) async throws -> Int {
    let (known, next) = state.withLock { ($0.start, $0.nextStart) }
    let start: Int
    if let known {
      start = known
    } else {
      let newest: Int? = try await db.value("SELECT max(id) FROM changes")
      start = max(0, (newest ?? 0) - Self.firstRows)
    }
    let row = try await db.run(
      """
      SELECT count(*), count(CASE WHEN id > $2 THEN 1 END), max(id) FROM changes WHERE id > $1
      """, start, next
    ).first
    guard let row else { return state.withLock(\.version) }
    let version = state.withLock { state in
      Self.count(row[0], behindNext: row[1], newest: row[2] ?? start, from: start, &state)
      return state.version
    }
    // The answer does not depend on that.
    try? await clear(db)
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

  /// Removes rows that have grown old, now and then.
  private func clear(_ db: PostgresSession) async throws {
    let isDue = state.withLock { state in
      guard state.cleared + Self.clearing < .now else { return false }
      state.cleared = .now
      return true
    }
    guard isDue else { return }
    func end(_ seconds: Double) -> Int64 {
      StoredTime.milliseconds(.now.addingTimeInterval(-seconds))
    }
    // After days without a reader there may be many, so only some are removed at a time.
    try await db.run(
      """
      DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE at < $1 ORDER BY at LIMIT $2)
      """, end(Self.lifetime), Self.maximumCleared)
    try await db.run(
      "DELETE FROM creation_keys WHERE created_at <= $1", end(CreationKey.lifetime))
  }

  /// Something was written by this process: nobody has to wait for the next look.
  func wasWritten() {
    let signals = state.withLock { Array($0.signals.values) }
    for signal in signals { signal.yield() }
  }

  /// Adds who wants to know of changes.
  func add(_ signal: AsyncStream<Void>.Continuation) -> Int {
    state.withLock { state in
      state.lastSignal += 1
      state.signals[state.lastSignal] = signal
      return state.lastSignal
    }
  }

  /// Removes who wanted to know of changes.
  func remove(_ number: Int) { state.withLock { $0.signals[number] = nil } }
}

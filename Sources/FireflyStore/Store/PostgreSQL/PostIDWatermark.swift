import Synchronization

/// The number up to which all posts are visible and can be announced.
///
/// A transaction draws its number before its post is visible, so 101 may appear before 100. The
/// watermark waits for missing numbers; some seconds after a higher number appeared, all of them
/// count as unused.
final class PostIDWatermark: Sendable {
  /// How long to wait for a missing number: longer than a transaction needs from drawing it to the
  /// commit.
  private static let timeout = Duration.seconds(3)
  /// Age in milliseconds of posts before which no number can be missing when a process starts.
  private static let oldAge: Int64 = 10_000
  /// Maximum number of posts checked in one call.
  private static let maximumStep = 10_000

  /// Time between two entries of `State.seen`.
  private static let precision = Duration.milliseconds(250)

  private struct State {
    var newest: Int?
    /// Numbers before which others are missing, and when they were first seen, oldest first.
    var seen: [(number: Int, time: ContinuousClock.Instant)] = []
  }

  private let state = Mutex(State())

  /// Whether posts wait for an earlier number.
  var isWaiting: Bool { state.withLock { !$0.seen.isEmpty } }

  /// Returns the number up to which all posts are visible.
  /// - Throws: `PostgresError`.
  func newest(_ db: any SQLSession) throws -> Int {
    let known: Int
    if let newest = state.withLock(\.newest) {
      known = newest
    } else {
      known = try Self.oldest(db)
    }
    let ids = try db.rows(
      """
      SELECT id FROM posts WHERE id > $1 UNION SELECT id FROM deleted_posts WHERE id > $1
      ORDER BY id LIMIT $2
      """, known, Self.maximumStep, convert: { $0[0] as Int })
    return state.withLock { Self.advance(&$0, from: known, over: ids) }
  }

  /// Returns a number before which no transaction can be in flight.
  private static func oldest(_ db: any SQLSession) throws -> Int {
    let time = StoredTime.milliseconds(.now) - oldAge
    return try db.value("SELECT max(id) FROM posts WHERE created_at < $1", time) ?? 0
  }

  private static func advance(_ state: inout State, from known: Int, over ids: [Int]) -> Int {
    let now = ContinuousClock.now
    // One deadline for all numbers that were missing at that time.
    let overdue = state.seen.last { $0.time + timeout < now }?.number ?? 0
    var newest = known
    for id in ids {
      if id > newest + 1, newest + 1 > overdue { break }
      newest = id
    }
    // A concurrent call may have advanced further.
    guard newest >= state.newest ?? 0 else { return state.newest ?? 0 }
    state.newest = newest
    state.seen.removeAll { $0.number <= newest }
    if let last = ids.last, last > newest, last > state.seen.last?.number ?? 0,
      state.seen.last.map({ $0.time + precision < now }) ?? true
    {
      state.seen.append((last, now))
    }
    return newest
  }
}

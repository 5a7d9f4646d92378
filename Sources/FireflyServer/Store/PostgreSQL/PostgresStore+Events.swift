import FireflyAPI
import FireflyCore
import Synchronization

extension PostgresStore {
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch {
    let (first, readerID, queries) = try await read { [idWatermark] db in
      let newest = max(last ?? 0, try idWatermark.newest(db))
      let readerID = try Self.userID(reader, db)
      var batch = EventBatch(newest: newest)
      if let last, last < newest {
        batch.events = try Self.events(after: last, upTo: newest, for: readerID, db)
      }
      guard let readerID else { return (batch, readerID, [Post]()) }
      return (batch, readerID, try Self.queries(of: readerID, db))
    }
    guard !queries.isEmpty else { return first }
    var batch = first
    // Waits for its turn without a connection, so that one reader can't use up the pool.
    do {
      batch.badges = try await searchQueue.run(for: reader) { () async throws(StoreError) in
        try await read { db in try Self.newMatches(of: queries, for: readerID, db) }
      }
    } catch .tooManySearches {
      for query in queries { batch.badges.updateValue(nil, forKey: query.id) }
    }
    return batch
  }

  private static func events(
    after last: Int, upTo newest: Int, for readerID: Int?, _ db: PostgresSession
  ) throws -> [StreamedEvent] {
    let rows = try db.run(
      """
      SELECT id, parent_id, template_name, user_id FROM posts WHERE id > $1 AND id <= $2
      ORDER BY id DESC LIMIT $3
      """, last, newest, StoreLimits.news)
    return rows.reversed().compactMap { row in
      let author: Int = row[3]
      return StreamedEvent(
        newPost: row[0], parent: row[1], template: Post.Template(name: row[2]),
        isOwn: author == readerID)
    }
  }

  /// Returns the newest saved searches of a reader, at most `StoreLimits.badges`.
  private static func queries(of readerID: Int, _ db: PostgresSession) throws -> [Post] {
    try PostgresPost.posts(
      db,
      """
      WHERE p.user_id = $1 AND p.template_name = 'query'
      ORDER BY p.created_at DESC, p.id DESC LIMIT $2
      """, readerID, StoreLimits.badges)
  }
}

/// The number up to which all posts are visible and can be announced.
///
/// A transaction draws its number before its post is visible, so 101 may appear before 100. The
/// watermark waits for a missing number; after some seconds, the number counts as unused.
final class PostIDWatermark: Sendable {
  /// How long to wait for a missing number: longer than a transaction needs from drawing it to the
  /// commit.
  private static let timeout = Duration.seconds(3)
  /// Age in milliseconds of posts before which no number can be missing when a process starts.
  private static let oldAge: Int64 = 10_000
  /// Maximum number of posts checked in one call.
  private static let maximumStep = 10_000

  private struct State {
    var newest: Int?
    /// The first missing number, and since when it is missing.
    var missing: (number: Int, since: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())

  /// Whether posts wait for an earlier number.
  var isWaiting: Bool { state.withLock { $0.missing != nil } }

  /// Returns the number up to which all posts are visible.
  /// - Throws: `PostgresError`.
  func newest(_ db: PostgresSession) throws -> Int {
    let known: Int
    if let newest = state.withLock(\.newest) {
      known = newest
    } else {
      known = try Self.oldest(db)
    }
    let rows = try db.run(
      """
      SELECT id FROM posts WHERE id > $1 UNION SELECT id FROM deleted_posts WHERE id > $1
      ORDER BY id LIMIT $2
      """, known, Self.maximumStep)
    return state.withLock { Self.advance(&$0, from: known, over: rows.map { $0[0] }) }
  }

  /// Returns a number before which no transaction can be in flight.
  private static func oldest(_ db: PostgresSession) throws -> Int {
    let time = StoredTime.milliseconds(.now) - oldAge
    return try db.value("SELECT max(id) FROM posts WHERE created_at < $1", time) ?? 0
  }

  private static func advance(_ state: inout State, from known: Int, over ids: [Int]) -> Int {
    var newest = known
    let now = ContinuousClock.now
    var missing: (number: Int, since: ContinuousClock.Instant)?
    for id in ids {
      if id > newest + 1 {
        let since = state.missing?.number == newest + 1 ? state.missing?.since ?? now : now
        guard since + timeout < now else {
          missing = (newest + 1, since)
          break
        }
      }
      newest = id
    }
    // A concurrent call may have advanced further.
    guard newest >= state.newest ?? 0 else { return state.newest ?? 0 }
    (state.newest, state.missing) = (newest, missing)
    return newest
  }
}

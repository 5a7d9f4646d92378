import FireflyAPI
import FireflyCore
import Synchronization

extension PostgresStore {
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch {
    var (batch, readerID, queries) = try await read { db in
      let newest = max(last ?? 0, try await idWatermark.newest(db))
      let readerID = try await Self.userID(reader, db)
      var batch = EventBatch(newest: newest)
      if let last, last < newest {
        batch.events = try await Self.events(after: last, upTo: newest, for: readerID, db)
      }
      guard let readerID else { return (batch, readerID, [Post]()) }
      return (batch, readerID, try await Self.queries(of: readerID, db))
    }
    guard !queries.isEmpty else { return batch }
    // In turn with the other searches, without a connection: no reader takes all of them.
    do {
      batch.badges = try await searchQueue.run(for: reader) { () async throws(StoreError) in
        try await read { db in try await Self.newMatches(of: queries, for: readerID, db) }
      }
    } catch .tooManySearches {
      for query in queries { batch.badges.updateValue(nil, forKey: query.id) }
    }
    return batch
  }

  private static func events(
    after last: Int, upTo newest: Int, for readerID: Int?, _ db: PostgresSession
  ) async throws -> [StreamedEvent] {
    let rows = try await db.run(
      """
      SELECT id, parent_id, template_name, user_id FROM posts WHERE id > $1 AND id <= $2
      ORDER BY id DESC LIMIT $3
      """, last, newest, StoreLimits.news)
    return rows.reversed().compactMap { row in
      let (id, parent, author): (Int, Int?, Int) = (row[0], row[1], row[3])
      let template = Post.Template(name: row[2])
      let isOwn = author == readerID
      guard template != .profile else {
        return isOwn ? nil : StreamedEvent(id: id, .user(profile: id))
      }
      let place = parent.flatMap { $0 >= 0 ? $0 : nil }
      return StreamedEvent(
        id: id, .post(.init(id: id, parent: place, template: template, isOwn: isOwn)))
    }
  }

  /// The saved searches of a reader, as many as there are badges for.
  private static func queries(of readerID: Int, _ db: PostgresSession) async throws -> [Post] {
    try await PostgresPost.posts(
      db,
      """
      WHERE p.user_id = $1 AND p.template_name = 'query'
      ORDER BY p.created_at DESC, p.id DESC LIMIT $2
      """, readerID, StoreLimits.badges)
  }
}

/// Up to which number posts can be announced.
///
/// A transaction draws its number a moment before others can see the post: 101 may be there before 100. A
/// number that is missing is waited for; after some seconds there is no post of that number.
final class PostIDWatermark: Sendable {
  /// How long a number is waited for: longer than a transaction takes between drawing and committing.
  private static let timeout = Duration.seconds(3)
  /// How old posts are behind which no number is waited for when a process starts, in milliseconds.
  private static let oldAge: Int64 = 10_000
  /// Posts that are looked at in one turn.
  private static let maximumStep = 10_000

  private struct State {
    var newest: Int?
    /// The first number that is missing, and since when.
    var missing: (number: Int, since: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())

  /// Whether posts wait for an earlier number.
  var isWaiting: Bool { state.withLock { $0.missing != nil } }

  /// The number up to which all posts are there that will ever be.
  func newest(_ db: PostgresSession) async throws -> Int {
    let known: Int
    if let newest = state.withLock(\.newest) {
      known = newest
    } else {
      known = try await Self.oldest(db)
    }
    let rows = try await db.run(
      """
      SELECT id FROM posts WHERE id > $1 UNION SELECT id FROM deleted_posts WHERE id > $1
      ORDER BY id LIMIT $2
      """, known, Self.maximumStep)
    return state.withLock { Self.advance(&$0, from: known, over: rows.map { $0[0] }) }
  }

  /// A number before which nothing is under way.
  private static func oldest(_ db: PostgresSession) async throws -> Int {
    let time = StoredTime.milliseconds(.now) - oldAge
    return try await db.value("SELECT max(id) FROM posts WHERE created_at < $1", time) ?? 0
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
    // Another call may have come further.
    guard newest >= state.newest ?? 0 else { return state.newest ?? 0 }
    (state.newest, state.missing) = (newest, missing)
    return newest
  }
}

import FireflyCore

/// Reads the profiles of all users, by proximity to the reader, then by activity.
struct PostgresUsers: PostgresPostList {
  private let reader: String?
  private let before: Int?
  private var left: Int
  private var order: (people: UserProximity, profiles: ArraySlice<Int>)?

  /// Creates a reader; `before` is the profile after which the list starts; nil for the first.
  init(reader: String?, before: Int?, limit: Int) {
    self.reader = reader
    self.before = before
    left = min(limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 || order?.profiles.isEmpty == true }

  mutating func next(_ db: PostgresSession) throws -> [PostListPage.Entry] {
    guard left > 0 else { return [] }
    if order == nil { order = try begin(db) }
    guard let (people, profiles) = order else { return [] }
    let ids = profiles.prefix(min(left, FeedRequest.pageLength))
    left -= ids.count
    order = (people, profiles.dropFirst(ids.count))
    let posts = try PostgresStore.posts(ids, db)
    return ids.compactMap { id in
      guard var profile = posts[id] else { return nil }
      profile.feed = people.details(of: profile)
      return PostListPage.Entry(post: profile)
    }
  }

  private func begin(_ db: PostgresSession) throws -> (UserProximity, ArraySlice<Int>) {
    let people = try UserProximity(everybodyFor: reader, db)
    let rows = try db.run(
      """
      SELECT min(p.id), p.user_id FROM posts p
      WHERE p.template_name = 'profile' AND (\(StoredPost.isComplete) OR p.user_id = $1)
      GROUP BY p.user_id
      """, people.readerID ?? 0)
    return (people, people.order(rows.map { ($0[0], $0[1]) }, after: before))
  }
}

// One query for all users of a page.
extension UserProximity {
  /// Reads the proximities of the authors of some posts.
  /// - Throws: `PostgresError`.
  init(reader: String?, authors: some Sequence<Int>, _ db: PostgresSession) throws {
    let readerID = try PostgresStore.userID(reader, db)
    let ids = Set(authors).union(readerID.map { [$0] } ?? [])
    guard !ids.isEmpty else {
      self.init(readerID: nil, ids: [], inviters: [:], activity: [:])
      return
    }
    let list = PostgresList(ids)
    // Closest inviters first, so that the limit doesn't cut a chain too early.
    let inviters = try db.run(
      """
      WITH RECURSIVE up (person, inviter) AS (
        SELECT id, invited_by FROM users WHERE id = ANY($1::bigint[])
        UNION SELECT u.id, u.invited_by FROM up JOIN users u ON u.id = up.inviter
      )
      SELECT person, inviter FROM up LIMIT $2
      """, list, ids.count * Self.maximumChain)
    let times = try db.run(
      """
      SELECT a.id, (SELECT max(created_at) FROM posts WHERE user_id = a.id)
      FROM unnest($1::bigint[]) AS a (id)
      """, list)
    self.init(
      readerID: readerID, ids: ids,
      inviters: Dictionary(inviters.map { ($0[0], $0[1] as Int?) }) { first, _ in first },
      activity: Dictionary(times.map { ($0[0], $0[1] as Int64? ?? 0) }) { first, _ in first })
  }

  /// Reads the proximities of all users.
  /// - Throws: `PostgresError`.
  init(everybodyFor reader: String?, _ db: PostgresSession) throws {
    let rows = try db.run(
      """
      SELECT id, invited_by, (SELECT max(created_at) FROM posts WHERE user_id = users.id)
      FROM users
      """)
    self.init(
      readerID: try PostgresStore.userID(reader, db), ids: rows.map { $0[0] as Int },
      inviters: Dictionary(rows.map { ($0[0], $0[1] as Int?) }) { first, _ in first },
      activity: Dictionary(rows.map { ($0[0], $0[2] as Int64? ?? 0) }) { first, _ in first })
  }
}

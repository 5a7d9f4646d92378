import FireflyCore

/// Reads the profiles of all users, by proximity to the reader, then by activity.
struct UserList: SQLPostList {
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

  /// The first page reads all users, so it waits for its turn.
  var searcher: String? { order == nil ? reader ?? "" : nil }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    guard left > 0 else { return [] }
    let (people, profiles) = try order ?? begin(db)
    let ids = profiles.prefix(min(left, FeedRequest.pageLength))
    left -= ids.count
    order = (people, profiles.dropFirst(ids.count))
    let posts = try db.posts(ids)
    return ids.compactMap { id in
      guard var profile = posts[id] else { return nil }
      profile.feed = people.details(of: profile)
      return PostListPage.Entry(post: profile)
    }
  }

  private func begin(_ db: any SQLSession) throws -> (UserProximity, ArraySlice<Int>) {
    let people = try db.proximityOfAll(to: reader)
    let profiles = try db.rows(
      """
      SELECT min(p.id), p.user_id FROM posts p
      WHERE p.template_name = 'profile' AND (\(StoredPost.isComplete) OR p.user_id = ?1)
      GROUP BY p.user_id
      """, people.readerID ?? 0, convert: { (id: $0[0] as Int, user: $0[1] as Int) })
    return (people, people.order(profiles, after: before))
  }
}

// One query for all users of a page.
extension SQLSession {
  /// Reads the proximities of the authors of some posts.
  func proximity(to reader: String?, of authors: some Sequence<Int>) throws -> UserProximity {
    let readerID = try userID(reader)
    let ids = Set(authors).union(readerID.map { [$0] } ?? [])
    guard !ids.isEmpty else {
      return UserProximity(readerID: nil, ids: [], inviters: [:], activity: [:])
    }
    // Closest inviters first, so that the limit doesn't cut a chain too early.
    var inviters: [Int: Int?] = [:]
    try read(
      """
      WITH RECURSIVE up (person, inviter) AS (
        SELECT id, invited_by FROM users WHERE \(dialect.isIn("id", "?1"))
        UNION SELECT u.id, u.invited_by FROM up JOIN users u ON u.id = up.inviter
      )
      SELECT person, inviter FROM up LIMIT ?2
      """,
      with: [SQLList(ids).sqlValue, (ids.count * UserProximity.maximumChain).sqlValue]
    ) { row in
      inviters.updateValue(row[1], forKey: row[0])
      return true
    }
    var activity: [Int: Int64] = [:]
    try read(
      """
      SELECT a.id, (SELECT max(created_at) FROM posts WHERE user_id = a.id)
      FROM \(dialect.table("?1", "a"))
      """, with: [SQLList(ids).sqlValue]
    ) { row in
      activity[row[0]] = row[1] as Int64? ?? 0
      return true
    }
    return UserProximity(readerID: readerID, ids: ids, inviters: inviters, activity: activity)
  }

  /// Reads the proximities of all users.
  func proximityOfAll(to reader: String?) throws -> UserProximity {
    var inviters: [Int: Int?] = [:]
    var activity: [Int: Int64] = [:]
    try read(
      """
      SELECT id, invited_by, (SELECT max(created_at) FROM posts WHERE user_id = users.id)
      FROM users
      """, with: []
    ) { row in
      inviters.updateValue(row[1], forKey: row[0])
      activity[row[0]] = row[2] as Int64? ?? 0
      return true
    }
    return UserProximity(
      readerID: try userID(reader), ids: inviters.keys, inviters: inviters, activity: activity)
  }
}

import FireflyCore
import Foundation

/// Reads the profiles of all users, by proximity to the reader, then by activity.
///
/// Users with the same proximity have inviters of the same proximity, so each group of them is a few
/// ranges of an index: the users whom one user has invited, by their activity.
struct UserList: SQLPostList {
  private let reader: String?
  private let before: Int?
  private let now: Int64
  private var left: Int
  private var walk: UserWalk?

  /// Creates a reader; `before` is the profile after which the list starts; nil for the first.
  init(reader: String?, before: Int?, limit: Int, at now: Date = Date()) {
    self.reader = reader
    self.before = before
    self.now = StoredTime.milliseconds(now)
    left = min(limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 || walk?.isAtEnd == true }

  /// The first page reads all inviters, so it waits for its turn.
  var searcher: String? { walk == nil ? reader ?? "" : nil }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    var walk = try walk ?? UserWalk(to: reader, after: before, at: now, db)
    defer { self.walk = walk }
    while left > 0, !walk.isAtEnd {
      let length = min(left, FeedRequest.pageLength)
      var ids: [Int] = []
      while ids.count < length, !walk.isAtEnd { ids += try walk.next(length - ids.count, db) }
      left -= ids.count
      let posts = try db.posts(ids)
      let profiles = ids.compactMap { posts[$0] }.filter { $0.template == .profile }
      if profiles.isEmpty { continue }
      return profiles.map { profile in
        var profile = profile
        profile.feed = walk.people.details(of: profile)
        return PostListPage.Entry(post: profile)
      }
    }
    return []
  }
}

extension SQLSession {
  /// Records that a user writes a post at a time; a later time was that of a clock that was ahead.
  ///
  /// Posts that a user writes at the same time don't wait for each other: one of them is recorded.
  func recordActivity(of user: Int, at time: Date) throws {
    try run(
      """
      UPDATE users SET active_at = ?1 WHERE id = (
        SELECT id FROM users
        WHERE id = ?2 AND (active_at < ?1 OR active_at > ?3)\(dialect.forUpdateSkippingLocked))
      """, StoredTime.milliseconds(time), user, StoredTime.latest(at: time))
  }

  /// Finds the profiles of users, and the times of their last posts.
  ///
  /// Profiles with a name only are listed for their users alone.
  func refreshUsers(_ ids: some Sequence<Int>) throws {
    let (users, isListed) = (SQLList(Set(ids)), dialect.isIn("id", "?1"))
    if !dialect.hasOneWriter {
      // In one order, so that two batches can't block each other.
      try run("SELECT id FROM users WHERE \(isListed) ORDER BY id\(dialect.forUpdate)", users)
    }
    try run("\(Self.refreshUsers) WHERE \(isListed)", users)
  }

  /// Schema versions run it: it must not use columns of later ones.
  static var refreshUsers: String {
    """
    UPDATE users SET
      active_at = coalesce((SELECT max(created_at) FROM posts WHERE user_id = users.id), 0),
      profile_id = (SELECT min(p.id) FROM posts p
        WHERE p.user_id = users.id AND p.template_name = 'profile' AND \(StoredPost.isComplete))
    """
  }

  /// Reads the proximities of the authors of some posts.
  func proximity(to reader: String?, of authors: some Sequence<Int>) throws -> UserProximity {
    let readerID = try userID(reader)
    let ids = Set(authors).union(readerID.map { [$0] } ?? [])
    var inviters: [Int: Int?] = [:]
    var activity: [Int: Int64] = [:]
    guard !ids.isEmpty else {
      return UserProximity(readerID: nil, ids: ids, inviters: inviters, activity: activity)
    }
    // Closest inviters first, so that the limit doesn't cut a chain too early.
    try read(
      """
      WITH RECURSIVE up (person, inviter, active_at) AS (
        SELECT id, invited_by, active_at FROM users WHERE \(dialect.isIn("id", "?1"))
        UNION SELECT u.id, u.invited_by, u.active_at FROM up JOIN users u ON u.id = up.inviter
      )
      SELECT person, inviter, active_at FROM up LIMIT ?2
      """,
      with: [SQLList(ids).sqlValue, (ids.count * UserProximity.maximumChain).sqlValue]
    ) { row in
      inviters.updateValue(row[1], forKey: row[0])
      activity[row[0]] = row[2] as Int64
      return true
    }
    return UserProximity(readerID: readerID, ids: ids, inviters: inviters, activity: activity)
  }
}

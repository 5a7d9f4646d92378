import FireflyCore

/// The profiles in the order of the list of users.
struct UserWalk {
  /// Users with the same proximity.
  private struct Group {
    /// The user of the reader's chain of inviters.
    var user: Int?
    /// Whose invited users belong to it; nil for users without an inviter.
    var inviters: [Int?] = []
    /// Whether it has the users whose last post has a time in the future: they come last.
    var isAhead = false
  }

  /// Number of ranges that are read one by one; of more, all users are read.
  private static let maximumRanges = 50

  private let now: Int64
  private(set) var people = UserProximity(readerID: nil, ids: [], inviters: [:], activity: [:])
  /// The reader, their inviter, that user's inviter, and so on.
  private var chain: [Int] = []
  private var groups: ArraySlice<Group> = []
  /// The last profile of the first group; nil at its beginning.
  private var position: (activity: Int64, id: Int)?

  var isAtEnd: Bool { groups.isEmpty }

  init(to reader: String?, after before: Int?, at now: Int64, _ db: any SQLSession) throws {
    self.now = now
    let start = try before.flatMap { try db.placeInList(of: $0) }
    // Nothing follows an unknown profile.
    if before != nil, start == nil { return }
    let inviters = try db.inviters()
    people = try db.proximity(to: reader, of: inviters + (start.map { [$0.user] } ?? []))
    chain = people.readerID.map(people.chain) ?? []
    var byProximity = [UserProximity.unrelated: Group(inviters: [nil])]
    for (proximity, user) in chain.enumerated() {
      byProximity[proximity, default: Group()].user = user
    }
    for inviter in inviters {
      let proximity = min(people.proximity(of: inviter) + 1, UserProximity.unrelated)
      byProximity[proximity, default: Group()].inviters.append(inviter)
    }
    var known = byProximity.sorted { $0.key < $1.key }[...]
    if let start {
      let proximity = people.proximity(of: start.user)
      known = known.drop { $0.key < proximity }
      position = (start.activity, start.id)
    }
    groups =
      known.flatMap { group in
        var ahead = group.value
        (ahead.isAhead, ahead.user) = (true, ahead.user == chain.first ? nil : ahead.user)
        return [group.value, ahead]
      }[...]
    if let start, start.activity > now { groups = groups.dropFirst() }
  }

  /// Returns the next profiles of the first group, and goes on to the next group at its end.
  mutating func next(_ limit: Int, _ db: any SQLSession) throws -> [Int] {
    guard let group = groups.popFirst() else { return [] }
    if let reader = chain.first, group.user == reader {
      // Also if it has only a name.
      let own = position == nil ? try db.profile(of: reader) : nil
      position = nil
      return own.map { [$0.id] } ?? []
    }
    var condition = SQLCondition()
    let statement = statement(for: group, limit, &condition, db.dialect)
    let found = try db.rows(statement, with: condition.arguments) { row in
      people.add(row[2], invitedBy: row[3], activity: row[1])
      return (id: row[0] as Int, activity: row[1] as Int64)
    }
    position = nil
    if let last = found.last, found.count == limit {
      position = (last.activity, last.id)
      groups.insert(group, at: groups.startIndex)
    }
    return found.map(\.id)
  }

  private func statement(
    for group: Group, _ limit: Int, _ condition: inout SQLCondition, _ dialect: SQLDialect
  ) -> String {
    // PostgreSQL needs the column to see that the index has the order.
    var (ranges, order) = ([String](), "invited_by, ")
    if group.inviters.count > Self.maximumRanges {
      let list = condition.placeholder(SQLList(group.inviters.compactMap(\.self)))
      let others = group.inviters.contains(nil) ? " OR invited_by IS NULL" : ""
      (ranges, order) = (["(\(dialect.isIn("invited_by", list))\(others))"], "")
    } else {
      ranges = group.inviters.map { inviter in
        inviter.map { "invited_by = \(condition.placeholder($0))" } ?? "invited_by IS NULL"
      }
    }
    if !ranges.isEmpty, !chain.isEmpty {
      let others = "NOT (\(dialect.isIn("id", condition.placeholder(SQLList(chain)))))"
      ranges = ranges.map { "\($0) AND \(others)" }
    }
    if let user = group.user { ranges.append("id = \(condition.placeholder(user))") }
    // A reader who is alone in a group has no second one.
    if ranges.isEmpty { ranges = ["false"] }
    // A position has the upper end of the range: of two, SQLite would use either.
    if group.isAhead || position == nil {
      let end = condition.placeholder(now)
      ranges = ranges.map { "\($0) AND active_at \(group.isAhead ? ">" : "<=") \(end)" }
    }
    if let position {
      let (activity, id) = (
        condition.placeholder(position.activity), condition.placeholder(position.id)
      )
      // One range of the index each, however many have the same time.
      ranges = ranges.flatMap { range in
        [
          "\(range) AND active_at = \(activity) AND profile_id > \(id)",
          "\(range) AND active_at < \(activity)",
        ]
      }
    }
    let rest = "active_at DESC, profile_id LIMIT \(condition.placeholder(limit))"
    let parts = ranges.map { range in
      """
      SELECT * FROM (
        SELECT profile_id, active_at, id, invited_by FROM users
        WHERE profile_id IS NOT NULL AND \(range) ORDER BY \(order)\(rest)
      ) part
      """
    }
    return parts.joined(separator: " UNION ALL ") + " ORDER BY \(rest)"
  }
}

extension SQLSession {
  /// Returns all users who have invited others that are listed.
  fileprivate func inviters() throws -> [Int] {
    try rows(
      """
      WITH RECURSIVE inviter (id) AS (
        SELECT min(invited_by) FROM users WHERE profile_id IS NOT NULL
        UNION ALL SELECT (
          SELECT min(invited_by) FROM users WHERE profile_id IS NOT NULL AND invited_by > inviter.id)
        FROM inviter WHERE inviter.id IS NOT NULL
      )
      SELECT id FROM inviter WHERE id IS NOT NULL
      """, convert: { $0[0] })
  }

  /// Returns the place of a profile in the list of users; nil if it isn't one.
  fileprivate func placeInList(of id: Int) throws -> (id: Int, user: Int, activity: Int64)? {
    try first(
      """
      SELECT p.id, u.id, u.active_at FROM posts p JOIN users u ON u.id = p.user_id
      WHERE p.id = ?1 AND p.template_name = ?2
      """, id, Post.Template.profile.name, convert: { ($0[0], $0[1], $0[2]) })
  }
}

import FireflyCore
import GRDB

// One query for all users of a page.
extension UserProximity {
  /// Reads the proximities of the authors of some posts.
  init(reader: String?, authors: some Sequence<Int>, _ db: Database) throws {
    let readerID = try SQLiteStore.userID(reader, db)
    let ids = Set(authors).union(readerID.map { [$0] } ?? [])
    let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
    self.init(
      readerID: readerID, ids: ids,
      inviters: ids.isEmpty ? [:] : try Self.inviters(list, count: ids.count, db),
      activity: ids.isEmpty ? [:] : try Self.activity(list, db))
  }

  /// Reads the proximities of all users.
  init(everybodyFor reader: String?, _ db: Database) throws {
    var inviters: [Int: Int?] = [:]
    var activity: [Int: Int64] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, invited_by, (SELECT max(created_at) FROM posts WHERE user_id = users.id)
          FROM users
          """))
    while let row = try rows.next() {
      inviters.updateValue(row[1], forKey: row[0])
      activity[row[0]] = row[2] as Int64? ?? 0
    }
    self.init(
      readerID: try SQLiteStore.userID(reader, db), ids: inviters.keys,
      inviters: inviters, activity: activity)
  }

  /// Returns the inviters of users, their inviters, and so on.
  private static func inviters(
    _ list: String, count: Int, _ db: Database
  ) throws -> [Int: Int?] {
    var inviters: [Int: Int?] = [:]
    // UNION reads each inviter once, closest first, so that the limit doesn't cut a chain too
    // early.
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          WITH RECURSIVE up (person, inviter) AS (
            SELECT id, invited_by FROM users WHERE id IN (SELECT value FROM json_each(?))
            UNION
            SELECT u.id, u.invited_by FROM up CROSS JOIN users u ON u.id = up.inviter
            LIMIT ?
          )
          SELECT person, inviter FROM up
          """), arguments: [list, count * maximumChain])
    while let row = try rows.next() { inviters.updateValue(row[1], forKey: row[0]) }
    return inviters
  }

  private static func activity(_ list: String, _ db: Database) throws -> [Int: Int64] {
    var activity: [Int: Int64] = [:]
    let times = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT value, (SELECT max(created_at) FROM posts WHERE user_id = value) FROM json_each(?)
          """), arguments: [list])
    while let row = try times.next() { activity[row[0]] = row[1] as Int64? ?? 0 }
    return activity
  }
}

import FireflyCore
import Foundation
import GRDB

/// Who invited whom and who wrote last, as far as one answer needs it: ancestor chains, proximity,
/// last activity.
///
/// Asks once for all people of a page.
struct People {
  /// How far apart two people are who have no common inviter, or for an anonymous caller.
  static let unrelated = 9999
  /// Levels of inviters that are followed.
  private static let maximumChain = 100

  /// The number of who asks.
  let readerID: Int?
  private var readerChain: [Int] = []
  private var chains: [Int: [Int]] = [:]
  private var activity: [Int: Int64] = [:]

  /// Knows the reader and the authors of some posts.
  init(reader: String?, authors: some Sequence<Int>, _ db: Database) throws {
    readerID = try reader.flatMap { try SQLiteStore.userID($0, db) }
    try learn(Set(authors).union(readerID.map { [$0] } ?? []), db)
    if let readerID { readerChain = chain(of: readerID) }
  }

  /// Knows everybody, for a list of all users.
  init(everybodyFor reader: String?, _ db: Database) throws {
    readerID = try reader.flatMap { try SQLiteStore.userID($0, db) }
    var inviters: [Int: Int?] = [:]
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
    join(inviters.keys, inviters)
    if let readerID { readerChain = chain(of: readerID) }
  }

  /// Asks for all that is needed to tell of these people.
  private mutating func learn(_ ids: Set<Int>, _ db: Database) throws {
    guard !ids.isEmpty else { return }
    let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
    var inviters: [Int: Int?] = [:]
    // The inviters of all chains, each once, those that are fewer steps away first, so that the limit does not
    // cut a chain too early.
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
          """), arguments: [list, ids.count * Self.maximumChain])
    while let row = try rows.next() { inviters.updateValue(row[1], forKey: row[0]) }
    let times = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT value, (SELECT max(created_at) FROM posts WHERE user_id = value) FROM json_each(?)
          """), arguments: [list])
    while let row = try times.next() { activity[row[0]] = row[1] as Int64? ?? 0 }
    join(ids, inviters)
  }

  /// Makes the chains of some people out of who invited whom.
  private mutating func join(_ ids: some Sequence<Int>, _ inviters: [Int: Int?]) {
    for id in ids {
      var chain = [id]
      while chain.count < Self.maximumChain, let last = chain.last,
        let next = inviters[last] ?? nil, !chain.contains(next)
      {
        chain.append(next)
      }
      chains[id] = chain
    }
  }

  /// What a feed tells of a post beside the post; its author is known.
  func details(of post: Post) -> Post.FeedDetails {
    Post.FeedDetails(
      ancestorChain: chain(of: post.userID),
      lastActivity: PostRow.date(milliseconds: lastActivity(of: post.userID)),
      proximity: proximity(of: post.userID))
  }

  /// How many steps of invitation lie between a person and the reader.
  func proximity(of id: Int) -> Int {
    for (steps, person) in chain(of: id).enumerated() {
      if let up = readerChain.firstIndex(of: person) { return steps + up }
    }
    return Self.unrelated
  }

  /// When the person last wrote anything, in milliseconds since 1970; 0 if never.
  func lastActivity(of id: Int) -> Int64 { activity[id] ?? 0 }

  /// The person, their inviter, and so on up.
  private func chain(of id: Int) -> [Int] { chains[id] ?? [id] }
}

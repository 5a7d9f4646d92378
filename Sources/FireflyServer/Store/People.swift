import FireflyCore
import Foundation
import GRDB

/// Who invited whom and who wrote last, as far as one answer needs it: ancestor chains, proximity,
/// last activity.
///
/// Asks once for all people of a page.
struct People {
  /// How far apart two people are who have no common inviter, or if nobody asks.
  static let unrelated = 9999
  /// Levels of inviters that are followed.
  private static let maximumChain = 100

  /// The number of who asks.
  let readerID: Int?
  private var readerChain: [Int] = []
  private var chains: [Int: [Int]] = [:]
  private var activity: [Int: Int64] = [:]

  /// Knows only the reader yet.
  init(reader: String?, _ db: Database) throws {
    readerID = try reader.flatMap { try PostStore.userID($0, db) }
    if let readerID {
      try learn([readerID], db)
      readerChain = chain(of: readerID)
    }
  }

  /// Knows everybody, for a list of all users.
  init(everybodyFor reader: String?, _ db: Database) throws {
    readerID = try reader.flatMap { try PostStore.userID($0, db) }
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
    for id in inviters.keys {
      var chain = [id]
      while chain.count < Self.maximumChain, let last = chain.last,
        let next = inviters[last] ?? nil,
        !chain.contains(next)
      {
        chain.append(next)
      }
      chains[id] = chain
    }
    if let readerID { readerChain = chain(of: readerID) }
  }

  /// Asks for all that is needed to tell of these people.
  mutating func learn(_ ids: some Sequence<Int>, _ db: Database) throws {
    let unknown = Set(ids).filter { activity[$0] == nil }
    guard !unknown.isEmpty else { return }
    for id in unknown { (chains[id], activity[id]) = ([id], 0) }
    let list = "[" + unknown.map(String.init).joined(separator: ",") + "]"
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          WITH RECURSIVE up (id, person, step) AS (
            SELECT value, value, 0 FROM json_each(?)
            UNION ALL
            SELECT up.id, u.invited_by, step + 1 FROM up JOIN users u ON u.id = up.person
              WHERE u.invited_by IS NOT NULL AND step + 1 < ?
          )
          SELECT id, person, CASE step WHEN 0 THEN
            (SELECT max(created_at) FROM posts WHERE user_id = up.id) END
          FROM up ORDER BY id, step
          """), arguments: [list, Self.maximumChain])
    var closed: Set<Int> = []
    while let row = try rows.next() {
      let (id, person): (Int, Int) = (row[0], row[1])
      if let time = row[2] as Int64? { activity[id] = time }
      if person == id && chains[id] == [id] || closed.contains(id) { continue }
      if chains[id]?.contains(person) == true {
        closed.insert(id)
      } else {
        chains[id]?.append(person)
      }
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

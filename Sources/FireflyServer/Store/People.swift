import FireflyCore
import Foundation
import GRDB

/// Who invited whom, as far as one answer needs it: ancestor chains, proximity, last activity.
struct People {
  /// How far apart two people are who have no common inviter, or if nobody asks.
  static let unrelated = 9999

  /// The number of who asks.
  let readerID: Int?
  private var readerChain: [Int] = []
  private var inviters: [Int: Int?] = [:]
  private var activity: [Int: Int64] = [:]

  /// Knows only the reader yet.
  init(reader: String?, _ db: Database) throws {
    readerID = try reader.flatMap { try PostStore.userID($0, db) }
    if let readerID { readerChain = try chain(of: readerID, db) }
  }

  /// What a feed tells of a post beside the post.
  mutating func details(of post: Post, _ db: Database) throws -> Post.FeedDetails {
    Post.FeedDetails(
      ancestorChain: try chain(of: post.userID, db),
      lastActivity: PostRow.date(milliseconds: try lastActivity(of: post.userID, db)),
      proximity: try proximity(of: post.userID, db))
  }

  /// The person, their inviter, and so on up, at most 100.
  mutating func chain(of id: Int, _ db: Database) throws -> [Int] {
    var chain = [id]
    while chain.count < 100, let last = chain.last, let inviter = try inviter(of: last, db),
      !chain.contains(inviter)
    {
      chain.append(inviter)
    }
    return chain
  }

  /// How many steps of invitation lie between a person and the reader.
  mutating func proximity(of id: Int, _ db: Database) throws -> Int {
    for (steps, person) in try chain(of: id, db).enumerated() {
      if let up = readerChain.firstIndex(of: person) { return steps + up }
    }
    return Self.unrelated
  }

  /// When the person last wrote anything, in milliseconds since 1970; 0 if never.
  mutating func lastActivity(of id: Int, _ db: Database) throws -> Int64 {
    if let known = activity[id] { return known }
    let time =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(created_at) FROM posts WHERE user_id = ?"),
        arguments: [id]) ?? 0
    activity[id] = time
    return time
  }

  private mutating func inviter(of id: Int, _ db: Database) throws -> Int? {
    if let known = inviters[id] { return known }
    let inviter = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT invited_by FROM users WHERE id = ?"), arguments: [id])
    inviters[id] = .some(inviter)
    return inviter
  }
}

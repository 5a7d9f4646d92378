import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func post(_ id: Int) async throws(StoreError) -> Post? {
    try await read { db in try Self.undeletedPost(id, db) }
  }

  func ancestors(of post: Post) async throws(StoreError) -> [Post] {
    try await read { db in try Self.ancestors(of: post, db) }
  }

  func cursor(over list: PostList) -> any PostListCursor {
    switch list {
    case .feed(let request): cursor(over: SQLiteFeed(request))
    case .users(let reader, let before, let limit):
      cursor(over: SQLiteUsers(reader: reader, before: before, limit: limit))
    case .children(let id, let depth, let before, let budget):
      cursor(over: SQLiteBranch(below: id, depth: depth, before: before, budget: budget))
    }
  }

  func pictureURLs() async throws(StoreError) -> Set<String> {
    try await read { db in try Self.pictureURLs(db) }
  }

  static func pictureURLs(_ db: Database) throws -> Set<String> {
    try String.fetchSet(
      db,
      sql: """
        SELECT image_url FROM posts WHERE image_url IS NOT NULL
        UNION SELECT image_url FROM deleted_posts WHERE image_url IS NOT NULL
        """)
  }

  static func post(_ id: Int, _ db: Database) throws -> Post? {
    try SQLitePost.posts(db, "WHERE p.id = ?", [id]).first
  }

  /// Returns the existing posts with these numbers, by number.
  static func posts(_ ids: [Int], _ db: Database) throws -> [Int: Post] {
    let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
    let posts = try SQLitePost.posts(
      db, "WHERE p.id IN (SELECT value FROM json_each(?))", [list])
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func ancestors(of post: Post, _ db: Database) throws -> [Post] {
    var seen: Set<Int> = [post.id]
    var chain: [Post] = []
    var next = post.parentID
    while let id = next, id >= 0, chain.count < StoreLimits.ancestors, seen.insert(id).inserted,
      let parent = try Self.post(id, db)
    {
      chain.append(parent)
      next = parent.parentID
    }
    return chain
  }
}

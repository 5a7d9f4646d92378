import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  /// The most levels of ancestors that are followed.
  static let maxAncestors = 200

  /// The post with this number, or nil; one that was deleted is none, even if something is below it.
  /// - Throws: `StoreError`.
  public func post(_ id: Int) async throws(StoreError) -> Post? {
    try await read { db in try Self.livingPost(id, db) }
  }

  /// The posts above a post, nearest first; ends at the root, where a parent is missing, or where the
  /// chain bites its tail.
  /// - Throws: `StoreError`.
  public func ancestors(of post: Post) async throws(StoreError) -> [Post] {
    try await read { db in try Self.ancestors(of: post, db) }
  }

  /// The newest children of a post, newest first; `limit` of them, or fewer if they are long.
  /// - Throws: `StoreError`.
  public func children(of id: Int, limit: Int) async throws(StoreError) -> [Post] {
    try await read { db in
      try Self.children(of: id, after: .start, limit: limit, db).posts
    }
  }

  static func post(_ id: Int, _ db: Database) throws -> Post? {
    try PostRow.posts(db, "WHERE p.id = ?", [id]).first
  }

  /// The posts with these numbers, as far as there are any, by their numbers.
  static func posts(_ ids: [Int], _ db: Database) throws -> [Int: Post] {
    let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
    let posts = try PostRow.posts(
      db, "WHERE p.id IN (SELECT value FROM json_each(?))", [list])
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func ancestors(of post: Post, _ db: Database) throws -> [Post] {
    var seen: Set<Int> = [post.id]
    var chain: [Post] = []
    var next = post.parentID
    while let id = next, id >= 0, chain.count < maxAncestors, seen.insert(id).inserted,
      let parent = try Self.post(id, db)
    {
      chain.append(parent)
      next = parent.parentID
    }
    return chain
  }

  /// A page of children; a post that is its own parent is not its own child.
  static func children(
    of id: Int, after position: PostCursor, limit: Int, _ db: Database
  ) throws -> PostRow.Page {
    try PostRow.page(
      db, where: "p.parent_id = ? AND p.id <> p.parent_id", [id], after: position, limit: limit)
  }
}

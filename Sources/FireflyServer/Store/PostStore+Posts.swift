import FireflyCore
import Foundation
import GRDB

extension PostStore {
  /// The most levels of ancestors that are followed.
  static let maxAncestors = 200

  /// The post with this number, or nil.
  /// - Throws: `DatabaseError`.
  public func post(_ id: Int) async throws -> Post? {
    try await database.read { db in try Self.post(id, db) }
  }

  /// The posts above a post, nearest first; ends at the root, where a parent is missing, or where the
  /// chain bites its tail.
  /// - Throws: `DatabaseError`.
  public func ancestors(of post: Post) async throws -> [Post] {
    try await database.read { db in try Self.ancestors(of: post, db) }
  }

  /// The children of a post, newest first, from a place in the list on.
  /// - Throws: `DatabaseError`.
  public func children(of id: Int, limit: Int) async throws -> [Post] {
    try await database.read { db in
      try Self.children(of: id, after: .start, limit: limit, db)
    }
  }

  static func post(_ id: Int, _ db: Database) throws -> Post? {
    try PostRow.posts(db, "WHERE p.id = ?", [id]).first
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
  static func children(of id: Int, after position: ListPosition, limit: Int, _ db: Database) throws
    -> [Post]
  {
    try PostRow.page(
      db, where: "p.parent_id = ? AND p.id <> p.parent_id", [id], after: position, limit: limit)
  }
}

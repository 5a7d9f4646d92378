import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func move(
    _ id: Int, to parent: Int?, repliers: Access.Repliers, if condition: PostCondition,
    by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(at: now) { _, db in
      guard let post = try Self.undeletedPost(id, db) else { throw StoreError.unknownPost(id) }
      guard try Self.userID(email, db) == post.userID else { throw StoreError.notOwner }
      try condition.check(post)
      let parent = parent.flatMap { $0 < 0 ? nil : $0 }
      if post.template == .profile { throw Self.profileStays }
      if let parent { try Self.validate(post, below: parent, repliers, db) }
      try db.execute(
        sql: "UPDATE posts SET parent_id = ? WHERE id = ?",
        arguments: [parent ?? post.template.rootParentID, id])
      return try Self.post(id, db) ?? post
    }
  }

  private static let profileStays = StoreError.invalidParent("A profile can't be moved.")

  /// Checks whether a post may be a child of another one.
  /// - Throws: `StoreError.invalidParent`, `.ownRepliesOnly`, `.unknownParent`.
  static func validate(_ post: Post, below id: Int, _ repliers: Access.Repliers, _ db: Database)
    throws
  {
    if post.template == .profile { throw profileStays }
    if post.template == .query {
      throw StoreError.invalidParent("A search can't be moved.")
    }
    guard let parent = try undeletedPost(id, db) else { throw StoreError.unknownParent(id) }
    try repliers.check(post, below: parent)
    // UNION drops duplicates, so cycles end.
    let isInside = try Bool.fetchOne(
      db,
      sql: """
        WITH RECURSIVE up (id) AS (
          SELECT ?1 UNION SELECT p.parent_id FROM up JOIN posts p ON p.id = up.id
            WHERE p.parent_id IS NOT NULL
        )
        SELECT EXISTS (SELECT 1 FROM up WHERE id = ?2)
        """, arguments: [id, post.id])
    if isInside == true {
      throw StoreError.invalidParent("A post can't be moved under itself or under its own replies.")
    }
    try checkDepth(of: post, below: id, db)
  }

  /// Checks that the branch of a post would not exceed the maximum depth.
  ///
  /// A branch that is already as deep may move.
  private static func checkDepth(of post: Post, below parent: Int, _ db: Database) throws {
    let depth = try self.depth(of: parent, db) + 1
    var height = 0
    if post.id > 0, (post.childCount ?? 0) > 0, try self.depth(of: post.id, db) < depth {
      // Bounded, so that cycles end.
      height =
        try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE down (id, level) AS (
              SELECT ?1, 0 UNION ALL SELECT p.id, level + 1 FROM down JOIN posts p
                ON p.parent_id = down.id AND p.id <> ?1 WHERE level < ?2
            )
            SELECT max(level) FROM down
            """, arguments: [post.id, StoreLimits.levels]) ?? 0
    }
    if depth + height >= StoreLimits.levels { throw StoreError.tooDeep }
  }

  /// Returns the number of ancestors of a post.
  private static func depth(of post: Int, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT depth FROM posts WHERE id = ?"), arguments: [post]) ?? 0
  }
}

import FireflyCore
import Foundation

extension PostgresStore {
  func move(
    _ id: Int, to parent: Int?, repliers: Access.Repliers, if condition: PostCondition,
    by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    defer { pathMaintenance.schedule() }
    return try await writePosts(at: now) { _, db in
      // Two concurrent moves could create a cycle together.
      try Self.lock("tree", db)
      guard let post = try Self.lockedPost(id, db) else { throw StoreError.unknownPost(id) }
      guard try Self.userID(email, db) == post.userID else { throw StoreError.notOwner }
      try condition.check(post)
      let parent = parent.flatMap { $0 < 0 ? nil : $0 }
      if post.template == .profile { throw Self.profileStays }
      if let parent { try Self.validate(post, below: parent, repliers, db) }
      let pathsAreUpToDate = try PostgresTreePaths.areUpToDate(db)
      try db.run(
        "UPDATE posts SET parent_id = $1 WHERE id = $2", parent ?? post.template.rootParentID, id)
      if parent != post.parentID {
        try Self.uncountChild(id, below: post.parentID, db)
        if let parent { try Self.countChild(below: parent, db) }
        // The paths of a large branch are updated later; until then it is read list by list.
        if pathsAreUpToDate { try BranchPathUpdate.start(with: id, db) }
      }
      return try Self.post(id, db) ?? post
    }
  }

  /// Locks a name until the end of the transaction.
  /// - Throws: `PostgresError`.
  static func lock(_ name: String, _ db: PostgresSession) throws {
    try db.run("SELECT name FROM locks WHERE name = $1 FOR UPDATE", name)
  }

  private static let profileStays = StoreError.invalidParent("A profile can't be moved.")

  /// Checks whether a post may be a child of another one.
  /// - Throws: `StoreError.invalidParent`, `.ownRepliesOnly`, `.unknownParent`, `PostgresError`.
  static func validate(
    _ post: Post, below id: Int, _ repliers: Access.Repliers, _ db: PostgresSession
  ) throws {
    if post.template == .profile { throw profileStays }
    if post.template == .query {
      throw StoreError.invalidParent("A search can't be moved.")
    }
    guard let parent = try undeletedPost(id, db) else { throw StoreError.unknownParent(id) }
    try repliers.check(post, below: parent)
    // A new post has no branch yet.
    guard post.id > 0 else { return }
    try checkDepth(of: post, below: id, db)
    let isInside = try PostgresTreePaths.isInBranch(id, of: post.id, db)
    if isInside {
      throw StoreError.invalidParent("A post can't be moved under itself or under its own replies.")
    }
  }

  /// Checks that the branch of a post would not exceed the maximum depth.
  private static func checkDepth(
    of post: Post, below parent: Int, _ db: PostgresSession
  ) throws {
    let above: Int? = try db.value("SELECT depth FROM posts WHERE id = $1", parent)
    let depth = (above ?? 0) + 1
    let height = try PostgresTreePaths.height(of: post.id, ifBelow: depth, db)
    if depth + height >= StoreLimits.levels { throw StoreError.tooDeep }
  }
}

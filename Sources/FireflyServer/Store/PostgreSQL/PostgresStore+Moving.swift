import FireflyCore
import Foundation

extension PostgresStore {
  func move(
    _ id: Int, to parent: Int?, if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    defer { pathMaintenance.schedule() }
    return try await writePosts(at: now) { _, db in
      // Two moves together can make a ring that neither makes.
      try await Self.lock("tree", db)
      guard let post = try await Self.lockedPost(id, db) else { throw StoreError.unknownPost(id) }
      guard try await Self.userID(email, db) == post.userID else { throw StoreError.notOwner }
      try condition.check(post)
      let parent = parent.flatMap { $0 < 0 ? nil : $0 }
      if post.template == .profile { throw Self.profileStays }
      if let parent { try await Self.validate(post, below: parent, db) }
      let placesAreRight = try await PostgresTreePaths.areUpToDate(db)
      try await db.run(
        "UPDATE posts SET parent_id = $1 WHERE id = $2", parent ?? post.template.rootParentID, id)
      if parent != post.parentID {
        try await Self.uncountChild(id, below: post.parentID, db)
        if let parent { try await Self.countChild(below: parent, db) }
        // The places of a large branch follow; until then it is read list by list.
        if placesAreRight { try await BranchPathUpdate.begin(with: id, db) }
      }
      return try await Self.post(id, db) ?? post
    }
  }

  /// Waits until no other transaction has this lock, and has it until the end.
  static func lock(_ name: String, _ db: PostgresSession) async throws {
    try await db.run("SELECT name FROM locks WHERE name = $1 FOR UPDATE", name)
  }

  private static let profileStays = StoreError.invalidParent("A profile can't be moved.")

  /// Refuses what can't be put below a post.
  static func validate(_ post: Post, below id: Int, _ db: PostgresSession) async throws {
    if post.template == .profile { throw profileStays }
    if post.template == .query {
      throw StoreError.invalidParent("A search can't be moved.")
    }
    guard let parent = try await undeletedPost(id, db) else { throw StoreError.unknownParent(id) }
    if parent.template == .query {
      throw StoreError.invalidParent("A saved search can't have replies.")
    }
    // A new post has no branch yet.
    guard post.id > 0 else { return }
    try await checkDepth(of: post, below: id, db)
    let isInside = try await PostgresTreePaths.isInBranch(id, of: post.id, db)
    if isInside {
      throw StoreError.invalidParent("A post can't be moved under itself or under its own replies.")
    }
  }

  /// Refuses what would be too deep, with all that is below it.
  private static func checkDepth(
    of post: Post, below parent: Int, _ db: PostgresSession
  ) async throws {
    let above: Int? = try await db.value("SELECT depth FROM posts WHERE id = $1", parent)
    let depth = (above ?? 0) + 1
    let height = try await PostgresTreePaths.height(of: post.id, ifBelow: depth, db)
    if depth + height >= StoreLimits.levels { throw StoreError.tooDeep }
  }
}

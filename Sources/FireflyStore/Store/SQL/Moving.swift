import FireflyCore
import Foundation

extension SQLStore {
  func move(
    _ id: Int, to parent: Int?, repliers: Access.Repliers, if condition: PostCondition,
    by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    defer { pathsAreOutdated() }
    return try await writePosts(at: now) { _, db in
      // Two concurrent moves could create a cycle together.
      try db.lock("tree")
      guard let post = try db.lockedPost(id) else { throw StoreError.unknownPost(id) }
      guard try db.userID(email) == post.userID else { throw StoreError.notOwner }
      try condition.check(post)
      let parent = parent.flatMap { $0 < 0 ? nil : $0 }
      if post.template == .profile { throw StoreError.profileStays }
      if let parent { try db.validate(post, below: parent, repliers) }
      try db.changeParent(of: post, to: parent ?? post.template.rootParentID)
      return try db.post(id) ?? post
    }
  }
}

extension StoreError {
  fileprivate static let profileStays = StoreError.invalidParent("A profile can't be moved.")
}

extension SQLSession {
  /// Checks whether a post may be a child of another one.
  /// - Throws: `StoreError.invalidParent`, `.ownRepliesOnly`, `.unknownParent`.
  func validate(_ post: Post, below id: Int, _ repliers: Access.Repliers) throws {
    if post.template == .profile { throw StoreError.profileStays }
    if post.template == .query { throw StoreError.invalidParent("A search can't be moved.") }
    guard let parent = try undeletedPost(id) else { throw StoreError.unknownParent(id) }
    try repliers.check(post, below: parent)
    try checkDepth(of: post, below: id)
    // A new post has no branch yet.
    guard post.id > 0, try isInBranch(id, of: post.id) else { return }
    throw StoreError.invalidParent("A post can't be moved under itself or under its own replies.")
  }

  /// Whether a post is in the branch of another one, or is that post.
  func isInBranch(_ post: Int, of top: Int) throws -> Bool {
    // UNION drops duplicates, so cycles end.
    try isTrue(
      """
      WITH RECURSIVE up (id) AS (
        SELECT CAST(?1 AS bigint) UNION SELECT p.parent_id FROM up JOIN posts p ON p.id = up.id
          WHERE p.parent_id IS NOT NULL
      )
      SELECT EXISTS (SELECT 1 FROM up WHERE id = ?2)
      """, post, top)
  }

  /// Checks that the branch of a post would not exceed the maximum depth.
  ///
  /// A branch that is already as deep may move.
  private func checkDepth(of post: Post, below parent: Int) throws {
    let above: Int? = try value("SELECT depth FROM posts WHERE id = ?1", parent)
    let depth = (above ?? 0) + 1
    let height = post.id > 0 ? try height(of: post.id, ifBelow: depth) : 0
    if depth + height >= StoreLimits.levels { throw StoreError.tooDeep }
  }

  /// Returns the number of levels below a post; 0 if it doesn't matter for a move to this depth.
  private func height(of post: Int, ifBelow depth: Int) throws -> Int {
    let place = try first(
      "SELECT root_id, depth FROM posts WHERE id = ?1", post,
      convert: { (root: $0[0] as Int?, depth: $0[1] as Int?) })
    guard let root = place?.root, root > 0, let old = place?.depth, old < depth else { return 0 }
    var lowest: Int? = try value(
      """
      SELECT max(c.depth) FROM posts b JOIN posts c ON c.root_id = b.root_id AND c.path > b.path
        AND c.path < \(dialect.pathEnd("b.path")) WHERE b.id = ?1
      """, post)
    // Posts without a path may be in this branch.
    if old >= TreePath.levels - 1 || lowest == TreePath.levels - 1 {
      let deepest: Int? = try value(
        "SELECT max(depth) FROM posts WHERE root_id = ?1 AND path IS NULL", root)
      lowest = deepest ?? lowest
    }
    return max(0, (lowest ?? old) - old)
  }
}

/// Gives the posts of a branch that was moved their new places, from the top down.
///
/// Until the end the topmost post counts as one without a place, so that no reader uses the paths meanwhile and
/// another process begins again where one was stopped: what is right already is only read.
struct BranchPathUpdate: Sendable {
  /// Batches that are part of the move itself, and their posts.
  private static let firstBatches = (count: 6, posts: 500)

  private let post: Int
  /// The parent for which this is done.
  private let parent: Int?
  /// Posts whose children are next, with how many there are.
  private var waiting: [(id: Int, children: Int)]
  /// The parent of a long list under way, and the last post of it.
  private var list: (id: Int, last: PostPosition)?

  /// Gives the topmost post its place, if its parent has one.
  ///
  /// - Returns: nil if it has to wait for its parent, or is gone.
  init?(of post: Int, _ db: PostgresSession) async throws {
    let rows = try await db.run(
      """
      SELECT c.parent_id, c.child_count, p.id IS NOT NULL AND p.root_id IS NULL
      FROM posts c LEFT JOIN posts p ON p.id = c.parent_id WHERE c.id = $1 FOR UPDATE OF c
      """, post)
    guard let row = rows.first, !(row[2] as Bool) else { return nil }
    self.post = post
    parent = row[0]
    // No post has this parent: it counts as without a place until the end, even if it is moved back meanwhile.
    try await db.run("UPDATE posts SET path_parent = -2 WHERE id = $1", post)
    // A post that was restored may close a ring: its parent went below its child meanwhile.
    if let parent, try await PostgresTreePaths.isInBranch(parent, of: post, db) {
      try await db.run("UPDATE posts SET root_id = 0, path = NULL, depth = 0 WHERE id = $1", post)
    } else {
      try await db.run(PostgresTreePaths.updateStatement(where: "c.id = $1"), post)
    }
    waiting = [(post, row[1])]
  }

  /// Places a branch that was just moved, all of it if it is small; all other places are right.
  static func begin(with post: Int, _ db: PostgresSession) async throws {
    guard var placing = try await BranchPathUpdate(of: post, db) else { return }
    for _ in 1...firstBatches.count {
      guard try await placing.next(limit: firstBatches.posts, db) else { return }
    }
  }

  /// Places the next posts; the lock `tree` is held.
  ///
  /// - Returns: whether there may be more.
  mutating func next(limit: Int, _ db: PostgresSession) async throws -> Bool {
    // It may have been moved again, or be gone.
    let now = try await db.run("SELECT parent_id FROM posts WHERE id = $1 FOR UPDATE", post)
    guard let row = now.first, (row[0] as Int?) == parent else { return false }
    if list != nil || (waiting.last?.children ?? 0) > limit {
      try await updateLongList(limit, db)
    } else if !waiting.isEmpty {
      try await updateLists(limit, db)
    } else {
      try await db.run("UPDATE posts SET path_parent = parent_id WHERE id = $1", post)
      return false
    }
    return true
  }

  /// Whole lists of children, as many as make a batch.
  private mutating func updateLists(_ limit: Int, _ db: PostgresSession) async throws {
    var (parents, count) = ([Int](), 0)
    while let last = waiting.last, count + last.children <= limit, parents.count < limit {
      parents.append(last.id)
      count += last.children
      waiting.removeLast()
    }
    let condition =
      "c.parent_id = ANY($1::bigint[]) AND c.id <> c.parent_id AND c.root_id IS NOT NULL"
    try await updatePaths(where: condition, PostgresList(parents), db)
  }

  /// A part of one list of children.
  private mutating func updateLongList(_ limit: Int, _ db: PostgresSession) async throws {
    let (id, last) = list ?? (waiting.removeLast().id, PostPosition(time: .min, id: .min))
    let rows = try await db.run(
      """
      SELECT created_at, id FROM posts WHERE parent_id = $1 AND (created_at, id) > ($2, $3)
      ORDER BY created_at, id LIMIT $4
      """, id, last.time, last.id, limit)
    guard let end = rows.last else { return list = nil }
    list = (id, PostPosition(time: end[0], id: end[1]))
    try await updatePaths(
      where: "c.id = ANY($1::bigint[])", PostgresList(rows.map { $0[1] as Int }), db)
  }

  private mutating func updatePaths(
    where condition: String, _ posts: PostgresList, _ db: PostgresSession
  ) async throws {
    let condition = condition + " AND c.id <> c.parent_id AND c.id <> $2 AND c.root_id IS NOT NULL"
    try await db.run(PostgresTreePaths.updateStatement(where: condition), posts, post)
    // Only now: a reply that was being written has the old place, and is there when its parent is changed.
    waiting += try await db.run(
      "SELECT c.id, c.child_count FROM posts c WHERE \(condition) AND c.child_count > 0", posts,
      post
    ).map { ($0[0], $0[1]) }
  }
}

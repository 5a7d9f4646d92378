/// Updates the paths of a moved branch, from the top down.
///
/// Until the end, the topmost post counts as outdated. So no reader uses the paths meanwhile, and
/// another process can start over after an interruption: rows that are up to date are only read.
struct BranchPathUpdate: Sendable {
  /// The number of batches in the transaction of the move itself, and their size in posts.
  private static let firstBatches = (count: 6, posts: 500)

  private let post: Int
  /// The parent for which the paths are computed.
  private let parent: Int?
  /// Posts whose children are next, with their numbers of children.
  private var waiting: [(id: Int, children: Int)]
  /// A long list of children that is updated in parts: its parent, and the last post updated.
  private var list: (id: Int, last: PostPosition)?

  /// Updates the path of the topmost post, if its parent has one.
  ///
  /// - Returns: nil if the parent must be updated first, or the post is gone.
  /// - Throws: `PostgresError`.
  init?(of post: Int, _ db: PostgresSession) throws {
    let rows = try db.query(
      """
      SELECT c.parent_id, c.child_count, p.id IS NOT NULL AND p.root_id IS NULL
      FROM posts c LEFT JOIN posts p ON p.id = c.parent_id WHERE c.id = $1 FOR UPDATE OF c
      """, post)
    guard let row = rows.first, !(row[2] as Bool) else { return nil }
    self.post = post
    parent = row[0]
    // No post has this parent, so the post counts as outdated until the end, even if it is moved
    // back meanwhile.
    try db.query("UPDATE posts SET path_parent = -2 WHERE id = $1", post)
    // Restoring a post can close a cycle: its parent may have been moved under its child meanwhile.
    if let parent, try db.isInBranch(parent, of: post) {
      try db.query("UPDATE posts SET root_id = 0, path = NULL, depth = 0 WHERE id = $1", post)
    } else {
      try db.query(PostgresTreePaths.updateStatement(where: "c.id = $1"), post)
    }
    waiting = [(post, row[1])]
  }

  /// Starts updating a moved branch; completes it if it is small.
  ///
  /// All other paths must be up to date.
  /// - Throws: `PostgresError`.
  static func start(with post: Int, _ db: PostgresSession) throws {
    guard var placing = try BranchPathUpdate(of: post, db) else { return }
    for _ in 1...firstBatches.count {
      guard try placing.next(limit: firstBatches.posts, db) else { return }
    }
  }

  /// Updates the next posts.
  ///
  /// The caller holds the lock `tree`.
  ///
  /// - Parameter limit: maximum number of posts.
  /// - Returns: whether posts may be left.
  /// - Throws: `PostgresError`.
  mutating func next(limit: Int, _ db: PostgresSession) throws -> Bool {
    // The post may have been moved again, or deleted.
    let now = try db.query("SELECT parent_id FROM posts WHERE id = $1 FOR UPDATE", post)
    guard let row = now.first, (row[0] as Int?) == parent else { return false }
    if list != nil || (waiting.last?.children ?? 0) > limit {
      try updateLongList(limit, db)
    } else if !waiting.isEmpty {
      try updateLists(limit, db)
    } else {
      try db.query("UPDATE posts SET path_parent = parent_id WHERE id = $1", post)
      return false
    }
    return true
  }

  /// Updates complete lists of children, as many as fit into a batch.
  private mutating func updateLists(_ limit: Int, _ db: PostgresSession) throws {
    var (parents, count) = ([Int](), 0)
    while let last = waiting.last, count + last.children <= limit, parents.count < limit {
      parents.append(last.id)
      count += last.children
      waiting.removeLast()
    }
    let condition =
      "c.parent_id = ANY($1::bigint[]) AND c.id <> c.parent_id AND c.root_id IS NOT NULL"
    try updatePaths(where: condition, SQLList(parents), db)
  }

  /// Updates a part of one long list of children.
  private mutating func updateLongList(_ limit: Int, _ db: PostgresSession) throws {
    let (id, last) = list ?? (waiting.removeLast().id, PostPosition(time: .min, id: .min))
    let rows = try db.query(
      """
      SELECT created_at, id FROM posts WHERE parent_id = $1 AND (created_at, id) > ($2, $3)
      ORDER BY created_at, id LIMIT $4
      """, id, last.time, last.id, limit)
    guard let end = rows.last else { return list = nil }
    list = (id, PostPosition(time: end[0], id: end[1]))
    try updatePaths(
      where: "c.id = ANY($1::bigint[])", SQLList(rows.map { $0[1] as Int }), db)
  }

  private mutating func updatePaths(
    where condition: String, _ posts: SQLList, _ db: PostgresSession
  ) throws {
    let condition = condition + " AND c.id <> c.parent_id AND c.id <> $2 AND c.root_id IS NOT NULL"
    try db.query(PostgresTreePaths.updateStatement(where: condition), posts, post)
    // After the update, so that replies written meanwhile are seen: they have copied the old path.
    waiting += try db.query(
      "SELECT c.id, c.child_count FROM posts c WHERE \(condition) AND c.child_count > 0", posts,
      post
    ).map { ($0[0], $0[1]) }
  }
}

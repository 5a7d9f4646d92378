/// SQL for the positions of posts in their trees: `root_id`, `path`, `depth`, and `path_parent`,
/// the parent for which they were computed.
///
/// New posts without a position have no `root_id`. In cycles of parents it is 0, and `path` is
/// NULL.
enum PostgresTreePaths {
  /// Whether a post has no position, or that of another parent.
  static let isOutdated = "root_id IS NULL OR path_parent IS DISTINCT FROM parent_id"
  /// The first outdated post, in the order of the partial index.
  ///
  /// Without the order, planners overestimate the number of outdated posts and scan the table.
  static let firstOutdated = """
    SELECT id FROM posts WHERE \(isOutdated) ORDER BY path_parent, id LIMIT 1
    """
  /// The position of a post `c` below its parent `p`, which is NULL for a root.
  static let root = "CASE WHEN p.id IS NULL THEN c.id ELSE p.root_id END"
  static let depth = "coalesce(p.depth + 1, 0)"
  static let path = """
    CASE WHEN p.id IS NULL THEN ''::bytea WHEN p.depth < \(TreePath.levels - 1) THEN p.path || \(key) END
    """
  private static let key = """
    decode(lpad(to_hex(\(TreePath.maximumTime) - c.created_at), 13, '0')
      || lpad(to_hex(\(TreePath.maximumNumber) - c.id), 13, '0'), 'hex')
    """

  /// Returns a statement that updates the positions of posts `c` below their parents `p`, without
  /// its end.
  static func updateStatement(where condition: String, setting more: String = "") -> String {
    """
    UPDATE posts SET root_id = n.root_id, path = n.path, depth = n.depth\(more)
    FROM (
      SELECT c.id, \(root) AS root_id, \(path) AS path, \(depth) AS depth
      FROM posts c LEFT JOIN posts p ON p.id = c.parent_id WHERE \(condition)
    ) n
    WHERE posts.id = n.id AND (posts.root_id IS DISTINCT FROM n.root_id
      OR posts.path IS DISTINCT FROM n.path OR posts.depth IS DISTINCT FROM n.depth)
    """
  }
}

extension PostgresTreePaths {
  /// Whether all positions are up to date.
  /// - Throws: `PostgresError`.
  static func areUpToDate(_ db: PostgresSession) throws -> Bool {
    try db.run(firstOutdated).isEmpty
  }

  /// Whether a post is in the branch of another one, or is that post.
  /// - Throws: `PostgresError`.
  static func isInBranch(_ post: Int, of top: Int, _ db: PostgresSession) throws -> Bool {
    // UNION drops duplicates, so cycles end.
    try db.isTrue(
      """
      WITH RECURSIVE up (id) AS (
        SELECT $1::bigint UNION SELECT p.parent_id FROM up JOIN posts p ON p.id = up.id
          WHERE p.parent_id IS NOT NULL
      )
      SELECT EXISTS (SELECT 1 FROM up WHERE id = $2)
      """, post, top)
  }

  /// Returns the number of levels below a post; 0 if it doesn't matter for a move to this depth.
  /// - Throws: `PostgresError`.
  static func height(of post: Int, ifBelow depth: Int, _ db: PostgresSession) throws -> Int {
    let row = try db.run("SELECT root_id, depth FROM posts WHERE id = $1", post).first
    guard let root = row?[0] as Int?, root > 0, let old = row?[1] as Int?, old < depth else {
      return 0
    }
    var lowest: Int? = try db.value(
      """
      SELECT max(c.depth) FROM posts b JOIN posts c ON c.root_id = b.root_id AND c.path > b.path
        AND c.path < b.path || decode('ff', 'hex') WHERE b.id = $1
      """, post)
    // Posts without a path may be in this branch.
    if old >= TreePath.levels - 1 || lowest == TreePath.levels - 1 {
      let deepest: Int? = try db.value(
        "SELECT max(depth) FROM posts WHERE root_id = $1 AND path IS NULL", root)
      lowest = deepest ?? lowest
    }
    return max(0, (lowest ?? old) - old)
  }
}

// New posts, and posts written by earlier versions.
extension PostgresTreePaths {
  /// Sets the positions of new posts and of their new ancestors.
  ///
  /// The caller holds the lock `tree`, or no other transaction sees the posts.
  /// - Throws: `PostgresError`.
  static func setPaths(of posts: [Int], _ db: PostgresSession) throws {
    var waiting = try withParents(posts, db)
    // Children that were positioned while their parent did not exist.
    try db.run(
      """
      UPDATE posts SET path_parent = NULL
      WHERE parent_id = ANY($1::bigint[]) AND root_id IS NOT NULL AND id <> parent_id
      """, PostgresList(waiting))
    while !waiting.isEmpty {
      let placed = try db.run(
        updateStatement(
          where: """
            c.id = ANY($1::bigint[]) AND c.root_id IS NULL AND (p.id IS NULL OR p.root_id IS NOT NULL)
            """, setting: ", path_parent = posts.parent_id") + " RETURNING posts.id",
        PostgresList(waiting))
      if placed.isEmpty { break }
      waiting.subtract(placed.map { $0[0] })
    }
    // The remaining posts are in or below cycles.
    guard !waiting.isEmpty else { return }
    try db.run(
      """
      UPDATE posts SET root_id = 0, depth = 0, path_parent = parent_id
      WHERE id = ANY($1::bigint[]) AND root_id IS NULL
      """, PostgresList(waiting))
  }

  /// Returns those of the posts without a position, and their ancestors without one.
  private static func withParents(_ posts: [Int], _ db: PostgresSession) throws -> Set<Int> {
    var (all, next) = (Set<Int>(), posts)
    while !next.isEmpty {
      let rows = try db.run(
        "SELECT id, parent_id FROM posts WHERE id = ANY($1::bigint[]) AND root_id IS NULL",
        PostgresList(next))
      all.formUnion(rows.map { $0[0] as Int })
      next = Array(Set(rows.compactMap { $0[1] as Int? })).filter { $0 > 0 && !all.contains($0) }
    }
    return all
  }
}

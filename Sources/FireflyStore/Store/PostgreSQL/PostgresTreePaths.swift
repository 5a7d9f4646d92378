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
    try db.query(firstOutdated).isEmpty
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
    // Children that were positioned while their parent did not exist. The sum keeps planners whose
    // statistics are older than the positions from reading all that have one.
    try db.query(
      """
      UPDATE posts SET path_parent = NULL
      WHERE parent_id = ANY($1::bigint[]) AND root_id + 0 IS NOT NULL AND id <> parent_id
      """, SQLList(waiting))
    while !waiting.isEmpty {
      let placed = try db.query(
        updateStatement(
          where: """
            c.id = ANY($1::bigint[]) AND c.root_id IS NULL AND (p.id IS NULL OR p.root_id IS NOT NULL)
            """, setting: ", path_parent = posts.parent_id") + " RETURNING posts.id",
        SQLList(waiting))
      if placed.isEmpty { break }
      waiting.subtract(placed.map { $0[0] })
    }
    // The remaining posts are in or below cycles.
    guard !waiting.isEmpty else { return }
    try db.query(
      """
      UPDATE posts SET root_id = 0, depth = 0, path_parent = parent_id
      WHERE id = ANY($1::bigint[]) AND root_id IS NULL
      """, SQLList(waiting))
  }

  /// Returns those of the posts without a position, and their ancestors without one.
  private static func withParents(_ posts: [Int], _ db: PostgresSession) throws -> Set<Int> {
    var (all, next) = (Set<Int>(), posts)
    while !next.isEmpty {
      let rows = try db.query(
        "SELECT id, parent_id FROM posts WHERE id = ANY($1::bigint[]) AND root_id IS NULL",
        SQLList(next))
      all.formUnion(rows.map { $0[0] as Int })
      next = Array(Set(rows.compactMap { $0[1] as Int? })).filter { $0 > 0 && !all.contains($0) }
    }
    return all
  }
}

import FireflyCore
import Foundation

/// Reads the children of a post, nested to a depth.
///
/// Nested posts are read as one range of paths. If paths are missing or outdated, each list of
/// children is read separately.
struct PostgresBranch: PostgresPostList {
  private let parent: Int
  private var walk: BranchWalk
  /// The child after which the list starts, until it has been looked up.
  private var before: Int?
  /// Whether posts are read as a range of paths.
  private var isScan: Bool
  private let pathMaintenance: PostgresPathMaintenance?

  var isAtEnd: Bool { walk.isAtEnd }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - parent: the post.
  ///   - depth: the number of levels.
  ///   - before: the child after which the list starts; nil for the first.
  ///   - budget: maximum number of nested posts.
  ///   - pathMaintenance: started if paths are outdated.
  init(
    below parent: Int, depth: Int, before: Int?, budget: Int,
    pathMaintenance: PostgresPathMaintenance?
  ) {
    self.parent = parent
    self.before = before
    self.pathMaintenance = pathMaintenance
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  mutating func next(_ db: PostgresSession) throws -> [PostListPage.Entry] {
    if let id = before {
      walk.start(after: try PostgresStore.post(id, db))
      before = nil
    }
    if isScan, !isAtEnd {
      if let entries = try scan(db) { return entries }
      isScan = false
      pathMaintenance?.schedule()
    }
    var entries: [PostListPage.Entry] = []
    while let list = walk.fill(&entries) {
      var condition = PostgresCondition()
      // A post that is its own parent is not its own child.
      condition.add("p.parent_id = ? AND p.id <> p.parent_id", list.parent)
      walk.addPage(
        try PostgresPost.page(
          db, where: condition, after: list.position, limit: BranchWalk.pageLength))
    }
    return entries
  }

  /// Reads the next posts as a range of paths, in one statement, which sees all paths of a moved
  /// branch updated or none.
  /// - Returns: nil if paths are missing or outdated.
  /// - Throws: `PostgresError`.
  private mutating func scan(_ db: PostgresSession) throws -> [PostListPage.Entry]? {
    let (path, isBranch) = walk.scanPosition
    let rows = try db.run(
      Self.statement, parent, path + (isBranch ? "ff" : ""), walk.depth,
      walk.scanLength)
    guard let first = rows.first else { return nil }
    guard (first[0] as Int?) != nil else {
      walk.finish()
      return []
    }
    return walk.advance(over: rows.map { (PostgresPost.post($0), $0[17]) })
  }

  /// Returns one row without a post at the end of the branch, and no rows if paths can't be used.
  static let statement = """
    SELECT \(StoredPost.columns), p.level FROM (
      SELECT root_id, path, depth FROM posts
      WHERE id = $1 AND path IS NOT NULL AND depth + $3 < \(TreePath.levels)
        AND (\(PostgresTreePaths.firstOutdated)) IS NULL
    ) b LEFT JOIN LATERAL (
      SELECT q.*, coalesce(sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body))
          OVER (ORDER BY q.path ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (
        SELECT c.*, c.depth - b.depth - 1 AS level FROM posts c
        WHERE c.root_id = b.root_id AND c.path > b.path || decode($2, 'hex')
          AND c.path < b.path || decode('ff', 'hex')
        ORDER BY c.path LIMIT $4
      ) q
    ) p ON p.bytes_before < \(StoredPost.pageBytes)
    LEFT JOIN users u ON u.id = p.user_id ORDER BY p.path
    """
}

import FireflyCore
import GRDB

/// Reads the children of a post, nested to a depth.
///
/// Nested posts are read as one range of paths. If paths are missing, each list of children is read
/// separately.
struct SQLiteBranch: SQLitePostList {
  private let parent: Int
  private var walk: BranchWalk
  /// The child after which the list starts, until it has been looked up.
  private var before: Int?
  /// Whether posts are read as a range of paths.
  private var isScan: Bool

  var isAtEnd: Bool { walk.isAtEnd }

  /// Creates a reader; for the parameters, see `PostList.children`.
  init(below parent: Int, depth: Int, before: Int?, budget: Int) {
    self.parent = parent
    self.before = before
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  mutating func next(_ db: Database) throws -> [PostListPage.Entry] {
    if let id = before {
      before = nil
      walk.start(after: try SQLiteStore.post(id, db))
    }
    if isScan, !isAtEnd {
      if let entries = try scan(db) { return entries }
      isScan = false
    }
    var entries: [PostListPage.Entry] = []
    while let list = walk.fill(&entries) {
      // A post that is its own parent is not its own child.
      walk.addPage(
        try SQLitePost.page(
          db, where: "p.parent_id = ? AND p.id <> p.parent_id", [list.parent],
          after: list.position, limit: BranchWalk.pageLength))
    }
    return entries
  }

  /// Reads the next posts as a range of paths.
  /// - Returns: nil if paths are missing or outdated.
  private mutating func scan(_ db: Database) throws -> [PostListPage.Entry]? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT root_id, path, depth FROM posts
          WHERE id = ? AND path IS NOT NULL AND depth + ? < \(TreePath.levels)
            AND \(SQLiteTreePaths.areUpToDate)
          """), arguments: [parent, walk.depth])
    guard let row else { return nil }
    let (root, path, depth) = (row[0] as Int, row[1] as String, row[2] as Int)
    let (reached, isBranch) = walk.scanPosition
    // "~" sorts after all digits.
    let rows = try SQLitePost.branch(
      db, root: root, after: path + reached + (isBranch ? "~" : ""), before: path + "~",
      limit: walk.scanLength)
    if rows.isEmpty {
      walk.finish()
      return []
    }
    return walk.advance(over: rows.map { ($0.post, $0.depth - depth - 1) })
  }
}

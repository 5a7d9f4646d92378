import FireflyCore
import GRDB

/// Reads the children of a post, nested to a depth.
///
/// Nested posts are read as one range of paths. If paths are missing, each list of children is read
/// separately.
struct SQLiteBranch: SQLitePostList {
  /// Number of posts in the first page, and the maximum of later ones.
  private static let pageLength = (first: 64, most: 512)

  private let parent: Int
  private var walk: BranchWalk
  /// The child after which the list starts, until it has been looked up.
  private var before: Int?
  /// Whether posts are read as a range of paths.
  private var isScan: Bool
  private var pageLength = Self.pageLength.first

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
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < BranchWalk.pageLength, bytes < BranchWalk.pageBytes {
      if let (parent, position) = walk.missingPage {
        let page = try SQLiteStore.children(
          of: parent, after: position, limit: BranchWalk.pageLength, db)
        walk.addPage(page.posts, isLast: page.isLast)
      }
      if let entry = walk.next() {
        entries.append(entry)
        bytes += entry.post.textBytes
      }
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
      limit: pageLength)
    if rows.isEmpty {
      walk.finish()
      return []
    }
    let entries = rows.compactMap { walk.advance(to: $0.post, level: $0.depth - depth - 1) }
    // Posts below the last level were read for nothing; small pages skip them sooner.
    let isDense = entries.count == rows.count
    pageLength = isDense ? min(2 * pageLength, Self.pageLength.most) : Self.pageLength.first
    return entries.isEmpty ? nil : entries
  }
}

import FireflyCore
import Foundation

/// The children of a post, nested to a depth.
///
/// Nested posts are one range of paths. Where there are no paths, or not the right ones while a branch moves,
/// each list of children is read by itself.
struct PostgresBranch: PostgresPostList {
  /// Posts that are read at a time, at first and at most.
  private static let pageLength = (first: 64, most: 512)

  private let parent: Int
  private var walk: BranchWalk
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?
  /// Whether the posts are read in the order of their paths.
  private var isScan: Bool
  private var pageLength = Self.pageLength.first
  private let places: PostgresPathMaintenance?

  var isAtEnd: Bool { walk.isAtEnd }

  /// The children of a post, as `PostList.children` describes them.
  ///
  /// - `places`: learns that places are missing.
  init(below parent: Int, depth: Int, before: Int?, budget: Int, places: PostgresPathMaintenance?) {
    self.parent = parent
    self.before = before
    self.places = places
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  mutating func next(_ db: PostgresSession) async throws -> [PostListPage.Entry] {
    if let id = before {
      walk.start(after: try await PostgresStore.post(id, db))
      before = nil
    }
    if isScan, !isAtEnd {
      if let entries = try await scan(db) { return entries }
      isScan = false
      places?.schedule()
    }
    return try await readLists(db)
  }

  private mutating func readLists(_ db: PostgresSession) async throws -> [PostListPage.Entry] {
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < BranchWalk.pageLength, bytes < BranchWalk.pageBytes {
      if let (parent, position) = walk.missingPage {
        var condition = PostgresCondition()
        // A post that is its own parent is not its own child.
        condition.add("p.parent_id = ? AND p.id <> p.parent_id", parent)
        let page = try await PostgresPost.page(
          db, where: condition, after: position, limit: BranchWalk.pageLength)
        walk.addPage(page.posts, isLast: page.isLast)
      }
      if let entry = walk.next() {
        entries.append(entry)
        bytes += entry.post.textBytes
      }
    }
    return entries
  }

  /// Reads the next posts by their paths: one statement, so that it sees all places right or none.
  /// - Returns: nil where there are no paths, or not all are right.
  private mutating func scan(_ db: PostgresSession) async throws -> [PostListPage.Entry]? {
    let (path, isBranch) = walk.scanPosition
    let rows = try await db.run(
      Self.statement, parent, path + (isBranch ? "ff" : ""), walk.depth, pageLength)
    guard let first = rows.first else { return nil }
    guard (first[0] as Int?) != nil else {
      walk.finish()
      return []
    }
    let entries = rows.compactMap { walk.advance(to: PostgresPost.post($0), level: $0[17]) }
    // What is below the last level is passed over by the next range.
    let isDense = entries.count == rows.count
    pageLength = isDense ? min(2 * pageLength, Self.pageLength.most) : Self.pageLength.first
    return entries.isEmpty ? nil : entries
  }

  /// One row without a post at the end, none where there are no paths.
  static let statement = """
    SELECT \(PostgresPost.columns), p.level FROM (
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
    ) p ON p.bytes_before < \(PostgresPost.pageBytes)
    LEFT JOIN users u ON u.id = p.user_id ORDER BY p.path
    """
}

import FireflyCore

/// The children of a post, nested to a depth.
///
/// What is nested below a page of children is read ahead by one statement, as far as it is short.
struct PostgresBranch: PostgresPostList {
  /// Posts that are read ahead by one statement, and kept until they have their turn.
  private static let maximumAhead = 1_000
  private static let maximumKnown = 4_000

  private var walk: BranchWalk
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?
  /// All children of some posts, newest first, that were read ahead.
  private var known: [Int: [Post]] = [:]
  private var knownCount = 0

  var isAtEnd: Bool { walk.isAtEnd }

  /// The children of a post, as `PostList.children` describes them.
  init(below parent: Int, depth: Int, before: Int?, budget: Int) {
    self.before = before
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
  }

  mutating func next(_ db: PostgresSession) async throws -> [PostListPage.Entry] {
    if let id = before {
      walk.begin(after: try await PostgresStore.post(id, db))
      before = nil
    }
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < BranchWalk.pageLength, bytes < BranchWalk.pageBytes {
      if let (parent, position) = walk.needed {
        try await read(below: parent, after: position, db)
      }
      if let entry = walk.next() {
        entries.append(entry)
        bytes += entry.post.textBytes
      }
    }
    return entries
  }

  private mutating func read(
    below parent: Int, after position: PostPosition, _ db: PostgresSession
  ) async throws {
    if position.id == PostPosition.start.id, let children = known.removeValue(forKey: parent) {
      knownCount -= children.count
      return walk.add(children, isLast: true)
    }
    var condition = PostgresCondition()
    // A post that is its own parent is not its own child.
    condition.add("p.parent_id = ? AND p.id <> p.parent_id", parent)
    let page = try await PostgresPost.page(
      db, where: condition, after: position, limit: BranchWalk.pageLength)
    let parents = page.posts.filter { ($0.childCount ?? 0) > 0 }
    if walk.levelsBelow > 0, !parents.isEmpty { try await readAhead(below: parents, db) }
    walk.add(page.posts, isLast: page.isLast)
  }

  /// Reads what is below some posts, the upper levels first.
  private mutating func readAhead(below parents: [Post], _ db: PostgresSession) async throws {
    if knownCount > Self.maximumKnown { (known, knownCount) = ([:], 0) }
    let rows = try await db.run(
      """
      WITH RECURSIVE down (id, level) AS (
        SELECT id, 1 FROM posts WHERE parent_id = ANY($1::bigint[]) AND id <> parent_id
        UNION ALL
        SELECT p.id, d.level + 1 FROM down d JOIN posts p ON p.parent_id = d.id
          WHERE d.level < $2 AND p.id <> p.parent_id
      ), first AS (SELECT id, level FROM down LIMIT $3), counted AS (
        SELECT p.*, f.level, sum(octet_length(p.title) + octet_length(p.summary)
            + octet_length(p.body)) OVER (ORDER BY f.level, p.parent_id, p.created_at DESC, p.id DESC)
          AS bytes
        FROM first f JOIN posts p ON p.id = f.id
      )
      SELECT \(PostgresPost.columns) FROM counted p LEFT JOIN users u ON u.id = p.user_id
      WHERE p.bytes <= \(PostgresPost.pageBytes)
      ORDER BY p.level, p.parent_id, p.created_at DESC, p.id DESC
      """, PostgresList(parents.map(\.id)), walk.levelsBelow, Self.maximumAhead)
    let posts = rows.map(PostgresPost.post)
    let counts = (parents + posts).map { ($0.id, $0.childCount ?? 0) }
    let childCounts = Dictionary(counts) { first, _ in first }
    for (parent, children) in Dictionary(grouping: posts, by: { $0.parentID ?? 0 })
    // Of a ring some come twice.
    where children.count == childCounts[parent] && Set(children.map(\.id)).count == children.count
      && known[parent] == nil
    {
      known[parent] = children
      knownCount += children.count
    }
  }
}

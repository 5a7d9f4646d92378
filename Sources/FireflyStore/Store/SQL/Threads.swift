import FireflyCore
import Foundation

/// A part of a branch in reading order: each post before its replies, siblings newest first.
package struct BranchPage: Sendable {
  /// A post of the branch.
  package struct Item: Sendable {
    /// The post.
    package var post: Post
    /// Its level below the topmost post; 1 for a direct reply.
    package var depth: Int
    /// Number of all posts below it; nil if unknown.
    package var repliesBelow: Int?
  }

  /// The posts.
  package var items: [Item] = []
  /// The key after which the branch continues; nil at its end.
  package var after: String?
}

/// The numbers of posts, and of their parents.
package struct LinkPage: Sendable {
  /// The posts.
  package var links: [PostLink] = []
  /// The key after which the list continues; nil at its end.
  package var after: String?
}

extension SQLStore {
  func branch(
    below id: Int, after key: String?, skipping skipped: Int?, limit: Int, at now: Date
  ) async throws(StoreError) -> BranchPage {
    let found: (page: BranchPage, open: OpenBranches) = try await read { [self] db in
      guard try db.post(id) != nil else { throw StoreError.unknownPost(id) }
      guard let walk = try db.walk(below: id, after: key, skipping: skipped) else {
        return (BranchPage(), OpenBranches())
      }
      let list = try BranchList(
        below: id, walk, at: now, db, pathsAreOutdated: { self.pathsAreOutdated() })
      return try db.page(of: list, below: id, skipping: skipped, limit: limit)
    }
    var (page, open) = found
    guard !open.isEmpty else { return page }
    // A single post is asked for to see whether there are any.
    let counts = limit > 1 && open.canBeCounted ? try await counts(of: open, below: id) : nil
    open.setCounts(counts, of: &page.items)
    return page
  }

  /// Counts the posts of branches that go on after a page, in turn with searches; nil if too many wait, or
  /// it takes too long.
  private func counts(
    of open: OpenBranches, below id: Int
  ) async throws(StoreError) -> OpenBranches.Counts? {
    do throws(StoreError) {
      return try await searchQueue.run { () async throws(StoreError) in
        try await read { db in try db.haveAllPaths(besides: id) ? db.counts(of: open) : nil }
      }
    } catch .tooManySearches {
      return nil
    }
  }

  func links(
    below id: Int?, since: Int, notBy email: String?, after key: String?
  ) async throws(StoreError) -> LinkPage {
    try await read { db in
      let user = try db.userID(email) ?? noUser
      guard let id else { return try db.links(since: since, notBy: user, after: key) }
      guard try db.post(id) != nil else { throw StoreError.unknownPost(id) }
      return try db.links(below: id, since: since, notBy: user, after: key)
    }
  }
}

/// A number that no user has.
private let noUser = -1

extension SQLSession {
  /// Whether all posts in the tree of a post have paths: deeper ones have none.
  func haveAllPaths(besides post: Int) throws -> Bool {
    try isTrue(
      """
      SELECT NOT EXISTS (
        SELECT 1 FROM posts WHERE path IS NULL
          AND root_id = (SELECT root_id FROM posts WHERE id = ?1 AND root_id > 0))
      """, post)
  }

  /// Whether the tree of a post has posts, besides its first, that a clock dated that was ahead.
  func hasPostsAhead(inTreeOf post: Int, at now: Int64) throws -> Bool {
    try isTrue(
      """
      SELECT EXISTS (
        SELECT 1 FROM (
          SELECT root_id, id FROM posts WHERE created_at > ?2 ORDER BY created_at, id LIMIT ?3
        ) p WHERE p.root_id = (SELECT root_id FROM posts WHERE id = ?1) AND p.root_id <> p.id)
      """, post, now, StoreLimits.ahead)
  }

  /// Returns the path of a post of a list, below another post, as it is stored; nil if it has none there.
  func path(of post: Int, in list: Int, below top: Int) throws -> String? {
    try first(
      """
      SELECT \(dialect.pathText("substr(p.path, length(t.path) + 1)"))
      FROM posts p JOIN posts t ON t.id = ?3 AND t.root_id = p.root_id
      WHERE p.id = ?1 AND p.parent_id = ?2 AND p.path > t.path AND p.path < \(dialect.pathEnd("t.path"))
      """, post, list, top, convert: { $0[0] as String })
  }

  /// Reads a page of a branch.
  fileprivate func page(
    of list: BranchList, below top: Int, skipping skipped: Int?, limit: Int
  ) throws -> (BranchPage, OpenBranches) {
    var (list, entries, bytes) = (list, [PostListPage.Entry](), 0)
    while !list.isAtEnd, entries.count <= limit, bytes < StoreLimits.branchBytes {
      let next = try list.next(self)
      if next.isEmpty { break }
      entries += next
      bytes += next.reduce(0) { $0 + $1.post.textBytes }
    }
    let isOver = list.isAtEnd && entries.count <= limit
    entries = Array(entries.prefix(limit))
    var page = BranchPage(
      items: entries.map { BranchPage.Item(post: $0.post, depth: $0.level + 1) })
    if !isOver, let last = entries.last { page.after = BranchKey(of: last.post, below: top).text }
    let open = OpenBranches(of: &page.items, isOver: isOver, skipping: skipped)
    return (page, list.isScan ? open : open.uncountable)
  }

  // MARK: Numbers only

  /// Returns the posts with higher numbers than `since`, in the order of their numbers.
  fileprivate func links(since: Int, notBy user: Int, after key: String?) throws -> LinkPage {
    let number = key.map { Int($0) } ?? 0
    guard let number else { return LinkPage() }
    return try linkPage(
      """
      SELECT id, parent_id, CAST(id AS text) AS key FROM posts
      WHERE id > ?1 AND user_id <> ?3 AND template_name NOT IN ('deleted', 'profile', 'query')
      ORDER BY id LIMIT ?2
      """,
      [
        max(since, number).sqlValue, StoreLimits.links.sqlValue, user.sqlValue,
      ])
  }

  /// Returns the posts of a branch with higher numbers than `since`, in reading order; while paths
  /// are outdated, in the order of their numbers.
  fileprivate func links(
    below id: Int, since: Int, notBy user: Int, after key: String?
  ) throws -> LinkPage {
    let number = key.flatMap { $0.hasPrefix("n") ? Int($0.dropFirst()) : nil }
    guard number != nil || TreePath.isPath(key ?? "") else { return LinkPage() }
    if number == nil, try branch(below: id, after: ("", false), depth: 1, limit: 1) != nil,
      try haveAllPaths(besides: id)
    {
      return try linkPage(
        Self.linksBelow(dialect),
        [
          id.sqlValue, since.sqlValue, StoreLimits.links.sqlValue, (key ?? "").sqlValue,
          user.sqlValue,
        ])
    }
    return try linkPage(
      """
      WITH RECURSIVE down (id) AS (
        SELECT id FROM posts WHERE parent_id = ?1 AND id <> ?1
        UNION SELECT p.id FROM down JOIN posts p ON p.parent_id = down.id
      )
      SELECT p.id, p.parent_id, 'n' || CAST(p.id AS text) AS key FROM down JOIN posts p ON p.id = down.id
      WHERE p.id > ?2 AND p.template_name NOT IN ('deleted', 'profile', 'query')
        AND p.user_id <> ?4
      ORDER BY p.id LIMIT ?3
      """,
      [
        id.sqlValue, max(since, number ?? 0).sqlValue, StoreLimits.links.sqlValue, user.sqlValue,
      ])
  }

  /// Returns the statement for a page of numbers: of the branch `?1`, above the number `?2`, at most `?3`, after the
  /// path `?4`, not by the user `?5`.
  ///
  /// The place of the branch is looked up before: joined, PostgreSQL would sort the whole branch for a page.
  static func linksBelow(_ dialect: SQLDialect) -> String {
    """
    SELECT p.id, p.parent_id, \(dialect.pathText("p.path")) AS key FROM posts p
    WHERE p.root_id = (SELECT root_id FROM posts WHERE id = ?1)
      AND p.path > (SELECT path FROM posts WHERE id = ?1)
      AND p.path < (SELECT \(dialect.pathEnd("path")) FROM posts WHERE id = ?1)
      AND p.id > ?2 AND p.template_name NOT IN ('deleted', 'profile', 'query')
      AND p.path > \(dialect.pathValue("?4")) AND p.user_id <> ?5
    ORDER BY p.path LIMIT ?3
    """
  }

  private func linkPage(_ statement: String, _ arguments: [SQLValue]) throws -> LinkPage {
    var page = LinkPage()
    var last: String?
    try read(statement, with: arguments) { row in
      page.links.append(PostLink(id: row[0], parent: row[1]))
      last = row[2]
      return true
    }
    if page.links.count == StoreLimits.links { page.after = last }
    return page
  }
}

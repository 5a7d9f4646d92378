import FireflyCore

/// A part of a branch in reading order: each post before its replies, siblings newest first.
public struct BranchPage: Sendable {
  /// A post of the branch.
  public struct Item: Sendable {
    /// The post.
    public var post: Post
    /// Its level below the topmost post; 1 for a direct reply.
    public var depth: Int
    /// Number of all posts below it; nil if unknown.
    public var repliesBelow: Int?
  }

  /// The posts.
  public var items: [Item] = []
  /// The key after which the branch continues; nil at its end.
  public var after: String?
}

/// The numbers of posts, and of their parents.
public struct LinkPage: Sendable {
  /// The posts.
  public var links: [PostLink] = []
  /// The key after which the list continues; nil at its end.
  public var after: String?
}

extension SQLStore {
  func branch(
    below id: Int, after key: String?, skipping skipped: Int?, limit: Int
  ) async throws(StoreError) -> BranchPage {
    try await read { [self] db in
      guard try db.post(id) != nil else { throw StoreError.unknownPost(id) }
      guard let walk = BranchWalk(below: id, after: key, skipping: skipped) else {
        return BranchPage()
      }
      let list = BranchList(
        below: id, walk, isScan: try db.haveAllPaths(besides: id),
        pathsAreOutdated: { self.pathsAreOutdated() })
      return try db.page(of: list, after: key, skipping: skipped, limit: limit)
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
  fileprivate func haveAllPaths(besides post: Int) throws -> Bool {
    try isTrue(
      """
      SELECT NOT EXISTS (
        SELECT 1 FROM posts WHERE path IS NULL
          AND root_id = (SELECT root_id FROM posts WHERE id = ?1 AND root_id > 0))
      """, post)
  }

  /// Reads a page of a branch.
  fileprivate func page(
    of list: BranchList, after key: String?, skipping skipped: Int?, limit: Int
  ) throws -> BranchPage {
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
    if !isOver, !entries.isEmpty { page.after = TreePath.key(after: entries, from: key) }
    try count(&page.items, isOver: isOver, skipping: skipped)
    return page
  }

  /// Sets how many posts are below each: within the page, by their order; of those whose branch
  /// continues after it, by their paths.
  private func count(
    _ items: inout [BranchPage.Item], isOver: Bool, skipping skipped: Int?
  ) throws {
    var open: [Int] = []
    var incomplete: Set<Int> = []
    for index in items.indices {
      while let last = open.last, items[last].depth >= items[index].depth {
        items[last].repliesBelow = index - last - 1
        open.removeLast()
      }
      open.append(index)
      if items[index].post.id == skipped { incomplete.formUnion(open) }
    }
    for index in open { items[index].repliesBelow = items.count - index - 1 }
    if !isOver { incomplete.formUnion(open) }
    for index in incomplete where (items[index].post.childCount ?? 0) > 0 {
      items[index].repliesBelow = try value(
        """
        SELECT count(*) FROM posts b JOIN posts c ON c.root_id = b.root_id AND c.path > b.path
          AND c.path < \(dialect.pathEnd("b.path")) WHERE b.id = ?1 AND b.path IS NOT NULL
        """, items[index].post.id)
    }
  }

  // MARK: Numbers only

  /// Returns the posts with higher numbers than `since`, in the order of their numbers.
  fileprivate func links(since: Int, notBy user: Int, after key: String?) throws -> LinkPage {
    try linkPage(
      """
      SELECT id, parent_id, CAST(id AS text) AS key FROM posts
      WHERE id > ?1 AND user_id <> ?3 AND template_name NOT IN ('deleted', 'profile', 'query')
      ORDER BY id LIMIT ?2
      """,
      [
        max(since, key.flatMap { Int($0) } ?? 0).sqlValue, StoreLimits.links.sqlValue,
        user.sqlValue,
      ])
  }

  /// Returns the posts of a branch with higher numbers than `since`, in reading order; while paths
  /// are outdated, in the order of their numbers.
  fileprivate func links(
    below id: Int, since: Int, notBy user: Int, after key: String?
  ) throws -> LinkPage {
    let number = key.flatMap { $0.hasPrefix("n") ? Int($0.dropFirst()) : nil }
    if number == nil, try branch(below: id, after: ("", false), depth: 1, limit: 1) != nil,
      try haveAllPaths(besides: id)
    {
      let path = dialect.pathText("p.path")
      return try linkPage(
        """
        SELECT p.id, p.parent_id, \(path) AS key FROM posts b JOIN posts p ON p.root_id = b.root_id
          AND p.path > b.path AND p.path < \(dialect.pathEnd("b.path"))
        WHERE b.id = ?1 AND p.id > ?2 AND p.template_name NOT IN ('deleted', 'profile', 'query')
          AND p.path > \(dialect.pathValue("?4")) AND p.user_id <> ?5
        ORDER BY p.path LIMIT ?3
        """,
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

extension TreePath {
  /// Returns the keys of a path; nil if it is malformed.
  static func keys(of path: String) -> [String]? {
    let digits = Array(path)
    guard digits.count.isMultiple(of: 2 * keyLength), digits.count <= 1 << 16 else { return nil }
    return stride(from: 0, to: digits.count, by: 2 * keyLength).map {
      String(digits[$0..<$0 + 2 * keyLength])
    }
  }

  /// Returns the position of the post with a key; nil if it is malformed.
  static func position(of key: String) -> PostPosition? {
    guard let time = Int64(key.prefix(keyLength), radix: 16),
      let id = Int64(key.dropFirst(keyLength), radix: 16), time >= 0, id >= 0
    else { return nil }
    return PostPosition(time: maximumTime - time, id: maximumNumber - id)
  }

  /// Returns the path of the last of some entries, which begin after a path.
  fileprivate static func key(after entries: [PostListPage.Entry], from start: String?) -> String {
    var keys = start.flatMap { Self.keys(of: $0) } ?? []
    for entry in entries {
      keys.removeLast(max(0, keys.count - entry.level))
      keys.append(key(of: .after(entry.post)))
    }
    return keys.joined()
  }
}

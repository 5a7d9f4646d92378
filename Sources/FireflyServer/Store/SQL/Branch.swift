import FireflyCore

/// Reads the children of a post, nested to a depth.
///
/// Nested posts are read as one range of paths. If paths are missing or outdated, each list of
/// children is read separately.
struct BranchList: SQLPostList {
  private let parent: Int
  private var walk: BranchWalk
  /// The child after which the list starts, until it has been looked up.
  private var before: Int?
  /// Whether posts are read as a range of paths.
  private var isScan: Bool
  private let pathsAreOutdated: @Sendable () -> Void

  var isAtEnd: Bool { walk.isAtEnd }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - parent: the post.
  ///   - depth: the number of levels.
  ///   - before: the child after which the list starts; nil for the first.
  ///   - budget: maximum number of nested posts.
  ///   - pathsAreOutdated: called if paths are outdated.
  init(
    below parent: Int, depth: Int, before: Int?, budget: Int,
    pathsAreOutdated: @escaping @Sendable () -> Void
  ) {
    self.parent = parent
    self.before = before
    self.pathsAreOutdated = pathsAreOutdated
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  /// Creates a reader of a whole branch, at the position of a walk.
  init(
    below parent: Int, _ walk: BranchWalk, isScan: Bool,
    pathsAreOutdated: @escaping @Sendable () -> Void
  ) {
    (self.parent, self.walk, self.isScan) = (parent, walk, isScan)
    self.pathsAreOutdated = pathsAreOutdated
  }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    if let id = before {
      walk.start(after: try db.post(id))
      before = nil
    }
    if isScan, !isAtEnd {
      if let entries = try scan(db) { return entries }
      isScan = false
      pathsAreOutdated()
    }
    var entries: [PostListPage.Entry] = []
    while let list = walk.fill(&entries) {
      // A post that is its own parent is not its own child.
      walk.addPage(
        try db.page(
          where: SQLCondition("p.parent_id = ? AND p.id <> p.parent_id", list.parent),
          after: list.position, limit: BranchWalk.pageLength))
    }
    return entries
  }

  /// Reads the next posts as a range of paths.
  /// - Returns: nil if paths are missing or outdated.
  private mutating func scan(_ db: any SQLSession) throws -> [PostListPage.Entry]? {
    let posts = try db.branch(
      below: parent, after: walk.scanPosition, depth: walk.depth == .max ? 1 : walk.depth,
      limit: walk.scanLength)
    guard let posts else { return nil }
    if posts.isEmpty {
      walk.finish()
      return []
    }
    return walk.advance(over: posts)
  }
}

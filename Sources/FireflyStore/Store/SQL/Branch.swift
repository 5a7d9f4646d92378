import FireflyCore
import Foundation

/// Reads the children of a post, nested to a depth; those of a profile, with its author's top-level
/// posts, in one level.
///
/// Nested posts are read as one range of paths. If paths are missing or outdated, each list of
/// children is read separately.
struct BranchList: SQLPostList {
  private let parent: Int
  private var walk: BranchWalk
  /// The child after which the list starts.
  private let before: Int?
  /// Whether the parent and that child have been looked up.
  private var hasBegun = false
  /// The author of a profile, whose top-level posts are among its children; nil for other posts.
  private var author: Int?
  /// Whether posts are read as a range of paths.
  private(set) var isScan: Bool
  /// Whether the tree has posts of a clock that was ahead: they come last in their lists, not in the order
  /// of paths.
  private var hasPostsAhead = false
  /// The number of levels below the parent that have paths.
  private var levels = Int.max
  /// The number of branches below them that are read together.
  private var deepBranches = 16
  /// Whether a branch below them is read list by list.
  private var readsLists = false
  /// The latest time that isn't in the future, in milliseconds since 1970.
  private let now: Int64
  private let pathsAreOutdated: @Sendable () -> Void

  var isAtEnd: Bool { walk.isAtEnd }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - parent: the post.
  ///   - depth: the number of levels.
  ///   - before: the child after which the list starts; nil for the first.
  ///   - budget: maximum number of nested posts.
  ///   - now: the current time.
  ///   - pathsAreOutdated: called if paths are outdated.
  init(
    below parent: Int, depth: Int, before: Int?, budget: Int, at now: Date,
    pathsAreOutdated: @escaping @Sendable () -> Void
  ) {
    self.parent = parent
    self.before = before
    self.now = StoredTime.latest(at: now)
    self.pathsAreOutdated = pathsAreOutdated
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  /// Creates a reader of a whole branch, at the position of a walk.
  init(
    below parent: Int, _ walk: BranchWalk, at now: Date, _ db: any SQLSession,
    pathsAreOutdated: @escaping @Sendable () -> Void
  ) throws {
    (self.parent, self.walk, before, hasBegun) = (parent, walk, nil, true)
    self.now = StoredTime.latest(at: now)
    self.pathsAreOutdated = pathsAreOutdated
    hasPostsAhead = try db.hasPostsAhead(inTreeOf: parent, at: self.now)
    // From SQLite, lists are read as fast.
    isScan = try !hasPostsAhead && (!db.dialect.hasOneWriter || db.haveAllPaths(besides: parent))
    let depth: Int? = try db.value("SELECT depth FROM posts WHERE id = ?1", parent)
    levels = max(0, TreePath.levels - 1 - (depth ?? 0))
  }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    if !hasBegun {
      try begin(db)
      hasBegun = true
    }
    if isScan, !isAtEnd {
      if let entries = try scan(db) { return entries }
      isScan = false
      pathsAreOutdated()
    }
    return try lists(db)
  }

  /// Reads list by list, to the end of all lists below a level.
  private mutating func lists(
    below level: Int = 0, _ db: any SQLSession
  ) throws -> [PostListPage.Entry] {
    var entries: [PostListPage.Entry] = []
    while let list = walk.fill(&entries, below: level) {
      walk.addPage(try page(of: list.parent, after: list.position, db))
    }
    return entries
  }

  /// Reads some children of a post.
  private func page(
    of parent: Int, after position: PostPosition, _ db: any SQLSession
  ) throws -> StoredPost.Page {
    // A post that is its own parent is not its own child.
    let stored = SQLCondition("p.parent_id = ? AND p.id <> p.parent_id", parent)
    let limit = BranchWalk.pageLength
    guard let author else {
      guard hasPostsAhead else { return try db.page(where: stored, after: position, limit: limit) }
      return try db.page(whereAny: [stored], after: position, limit: limit, at: now)
    }
    let written = SQLCondition(
      "p.user_id = ? AND \(StoredPost.isTopLevel("p.")) AND coalesce(p.parent_id, -1) <> ?", author,
      parent)
    return try db.page(whereAny: [stored, written], after: position, limit: limit, at: now)
  }

  /// Looks up the parent, and the child after which the list starts.
  private mutating func begin(_ db: any SQLSession) throws {
    author = try db.value(
      "SELECT user_id FROM posts WHERE id = ?1 AND template_name = 'profile'", parent)
    if author != nil {
      // Such a list is no tree, so its posts have their replies in lists of their own.
      walk = BranchWalk(below: parent, depth: 1, budget: 0)
      isScan = false
    } else {
      hasPostsAhead = try db.hasPostsAhead(inTreeOf: parent, at: now)
      isScan = isScan && !hasPostsAhead
    }
    if let before { walk.start(after: try db.post(before)) }
  }

  /// Reads the next posts as a range of paths, and those below the last level with a path.
  /// - Returns: nil if paths are missing or outdated.
  private mutating func scan(_ db: any SQLSession) throws -> [PostListPage.Entry]? {
    if walk.levelCount > levels {
      let entries = try deepBranch(db)
      if !entries.isEmpty || isAtEnd { return entries }
    }
    let chain = walk.chain
    var position = (path: chain.map(\.key).joined(), isBranch: chain.count == walk.levelCount)
    // A time that was changed outside of Firefly doesn't fit the stored path, and would lead back.
    if let last = chain.last, let path = try db.path(of: last.post, in: last.list, below: parent) {
      position.path = path
    }
    let posts = try db.branch(
      below: parent, after: position, depth: walk.depth == .max ? 1 : walk.depth,
      limit: walk.scanLength)
    guard let posts else { return nil }
    if posts.isEmpty {
      walk.finish()
      return []
    }
    let (all, isCut) = try addingDeep(to: posts, db)
    defer { if isCut { walk.scanLess() } }
    return walk.advance(over: all)
  }

  /// Adds the posts below the last level with a path, as long as they are not too many: otherwise, it ends with a
  /// post above some.
  private mutating func addingDeep(
    to posts: [(post: Post, level: Int)], _ db: any SQLSession
  ) throws -> (posts: [(post: Post, level: Int)], isCut: Bool) {
    let last = posts.indices.filter { index in
      posts[index].level == levels - 1 && posts[index].post.childCount != 0
    }
    guard let first = last.first else { return (posts, false) }
    while true {
      let tops = last.prefix(deepBranches)
      guard let deep = try db.posts(below: tops.map { posts[$0].post.id }) else {
        if deepBranches == 1 { return (Array(posts[...first]), true) }
        deepBranches = max(1, min(deepBranches, last.count) / 4)
        continue
      }
      if 2 * deep.count <= BranchWalk.maximumDeep {
        deepBranches = min(2 * deepBranches, BranchWalk.maximumDeep)
      }
      let lists = Dictionary(grouping: deep) { $0.parentID ?? 0 }
      let end = last.dropFirst(tops.count).first ?? posts.endIndex
      let all = posts[..<end].flatMap { post in
        [post] + BranchWalk.branch(below: post.post.id, level: post.level, of: lists)
      }
      return (all, end < posts.endIndex)
    }
  }

  /// Reads on within the branch of a post that is at the last level with a path, or of the parent.
  private mutating func deepBranch(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    let chain = walk.chain
    let top = levels == 0 ? parent : chain.prefix(levels).last?.post
    guard !readsLists, let top, let deep = try db.posts(below: [top]) else {
      // Lists buffer what they have read, so their branch is read like that to its end.
      let entries = try lists(below: levels, db)
      readsLists = walk.levelCount > levels
      return entries
    }
    let start =
      chain.dropFirst(levels).map(\.key).joined() + (chain.count == walk.levelCount ? "~" : "")
    let posts = BranchWalk.branch(
      below: top, level: levels - 1, of: Dictionary(grouping: deep) { $0.parentID ?? 0 },
      after: start)
    let entries = walk.advance(over: posts) ?? []
    walk.leave(to: levels)
    return entries
  }
}

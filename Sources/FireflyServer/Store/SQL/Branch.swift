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
    self.now = StoredTime.milliseconds(now)
    self.pathsAreOutdated = pathsAreOutdated
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
    isScan = walk.depth > 1
  }

  /// Creates a reader of a whole branch, at the position of a walk.
  init(
    below parent: Int, _ walk: BranchWalk, isScan: Bool,
    pathsAreOutdated: @escaping @Sendable () -> Void
  ) {
    (self.parent, self.walk, self.isScan, before, hasBegun) = (parent, walk, isScan, nil, true)
    now = 0
    self.pathsAreOutdated = pathsAreOutdated
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
    var entries: [PostListPage.Entry] = []
    while let list = walk.fill(&entries) {
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
    guard let author else { return try db.page(where: stored, after: position, limit: limit) }
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
    }
    if let before { walk.start(after: try db.post(before)) }
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

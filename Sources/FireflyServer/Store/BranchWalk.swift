import FireflyCore

/// Produces the children of a post, nested to a depth, in reading order.
///
/// It never reads the database. The caller either passes it posts in reading order
/// (`advance(to:level:)`), or reads the lists that it asks for (`missingPage`, `addPage`, `next`),
/// and may change from the first way to the second.
///
/// It buffers one page per level and remembers its position by time and number, so long lists and
/// concurrent changes are safe. It does not descend into a post that is its own ancestor. After
/// `budget` nested posts, further posts come without their children.
struct BranchWalk: Sendable {
  /// The number of posts in a page, and the number of bytes of text after which a page ends.
  static let pageLength = 64
  static let pageBytes = 64 << 10

  private(set) var isAtEnd = false
  /// The number of nested levels.
  let depth: Int
  private var budget: Int
  private var levels: [Level]

  /// A list of children that is being read.
  private struct Level {
    let parent: Int
    var position = PostPosition.start
    /// Posts that have been read but not returned; the next one is the last element.
    var page: [Post] = []
    var isReadOut = false
  }

  /// Creates a walk over the children of a post.
  ///
  /// - Parameters:
  ///   - parent: the post.
  ///   - depth: the number of levels to nest, 1 … `PostList.maximumDepth`.
  ///   - budget: the maximum number of nested posts.
  init(below parent: Int, depth: Int, budget: Int) {
    self.depth = min(max(depth, 1), PostList.maximumDepth)
    self.budget = budget
    levels = [Level(parent: parent)]
  }

  /// Starts after a child.
  /// - Parameter child: the child; nil ends the walk.
  mutating func start(after child: Post?) {
    if let child { levels[0].position = .after(child) } else { isAtEnd = true }
  }

  /// The page of children to read before `next` can return a post; nil if none is needed.
  var missingPage: (parent: Int, position: PostPosition)? {
    guard !isAtEnd, let top = levels.last, top.page.isEmpty, !top.isReadOut else { return nil }
    return (top.parent, top.position)
  }

  /// The position of a scan by paths.
  ///
  /// - `path`: the keys below the topmost post.
  /// - `isBranch`: whether the scan continues after all posts that begin with this path, or just
  ///   after the post itself.
  var scanPosition: (path: String, isBranch: Bool) {
    let positions = levels.map(\.position).prefix { $0.id != PostPosition.start.id }
    return (positions.map(TreePath.key).joined(), positions.count == levels.count)
  }

  /// Moves to the next post in reading order.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - level: its level below the topmost post.
  /// - Returns: the entry; nil if the parent's children are not included, or the parent was not
  ///   read.
  mutating func advance(to post: Post, level: Int) -> PostListPage.Entry? {
    guard levels.indices.contains(level), levels[level].parent == post.parentID else { return nil }
    levels.removeLast(levels.count - level - 1)
    levels[level].position = .after(post)
    return .init(post: post, level: level, hasChildren: descend(into: post))
  }

  /// Ends the walk: there are no more posts.
  mutating func finish() {
    isAtEnd = true
    levels = []
  }

  /// Adds the page that `missingPage` asked for.
  mutating func addPage(_ posts: [Post], isLast: Bool) {
    let top = levels.count - 1
    levels[top].isReadOut = isLast
    if let last = posts.last { levels[top].position = .after(last) }
    levels[top].page = posts.reversed()
  }

  /// Returns the next post; nil at the end of a level.
  mutating func next() -> PostListPage.Entry? {
    let level = levels.count - 1
    guard let post = levels[level].page.popLast() else {
      levels.removeLast()
      isAtEnd = levels.isEmpty
      return nil
    }
    return .init(post: post, level: level, hasChildren: descend(into: post))
  }

  private mutating func descend(into post: Post) -> Bool {
    let children = post.childCount ?? 0
    guard levels.count < depth, children <= budget,
      !levels.contains(where: { $0.parent == post.id })
    else { return false }
    budget -= children
    levels.append(Level(parent: post.id, isReadOut: children == 0))
    return true
  }
}

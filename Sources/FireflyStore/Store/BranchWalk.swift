import FireflyCore

/// Produces the children of a post, nested to a depth, in reading order.
///
/// It never reads the database. The caller either passes it posts in reading order (`advance`), or
/// reads the lists that it asks for (`fill`, `addPage`), and may change from the first way to the
/// second.
///
/// It buffers one page per level and remembers its position by time and number, so long lists and
/// concurrent changes are safe. It does not descend into a post that is its own ancestor. After
/// `budget` nested posts, further posts come without their children.
struct BranchWalk: Sendable {
  /// The number of posts in a page, and the number of bytes of text after which a page ends.
  static let pageLength = 64
  private static let pageBytes = 64 << 10
  /// The maximum of `scanLength`.
  private static let maximumScan = 512

  /// The maximum number of posts that are read together without paths.
  static let maximumDeep = 512

  /// The number of posts that a scan by paths should read.
  private(set) var scanLength = pageLength

  /// The number of nested levels.
  let depth: Int
  private var budget: Int
  private var levels: [Level]

  /// The post whose children are left out.
  private var skipped: Int?

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
  ///   - depth: the number of levels to nest, 1 … `PostList.maximumDepth`.
  ///   - budget: the maximum number of nested posts.
  init(below parent: Int, depth: Int, budget: Int) {
    self.depth = min(max(depth, 1), PostList.maximumDepth)
    self.budget = budget
    levels = [Level(parent: parent)]
  }

  /// Creates a walk over a whole branch.
  ///
  /// - Parameters:
  ///   - parent: the topmost post.
  ///   - chain: the post after which it starts, and those above it below the topmost post, from the top
  ///     down; empty for the first post.
  ///   - skipped: the post whose children are left out, if any.
  init(below parent: Int, after chain: [PostPosition], skipping skipped: Int?) {
    (depth, budget, self.skipped) = (.max, .max, skipped)
    levels = [Level(parent: parent)]
    for position in chain {
      levels[levels.count - 1].position = position
      levels.append(Level(parent: Int(position.id)))
    }
    if let last = chain.last, Int(last.id) == skipped { levels.removeLast() }
  }

  var isAtEnd: Bool { levels.isEmpty }

  /// Starts after a child.
  /// - Parameter child: the child; nil ends the walk.
  mutating func start(after child: Post?) {
    if let child { levels[0].position = .after(child) } else { finish() }
  }

  /// Appends the next posts, up to the length of a page, and to the end of all lists below a level.
  /// - Returns: the list of children to read before it can continue; nil at the end of the page.
  mutating func fill(
    _ entries: inout [PostListPage.Entry], below level: Int = 0
  ) -> (parent: Int, position: PostPosition)? {
    var bytes = entries.reduce(0) { $0 + $1.post.textBytes }
    while let top = levels.last, levels.count > level, entries.count < Self.pageLength,
      bytes < Self.pageBytes
    {
      if top.page.isEmpty, !top.isReadOut { return (top.parent, top.position) }
      if let entry = next() {
        entries.append(entry)
        bytes += entry.post.textBytes
      }
    }
    return nil
  }

  /// The number of lists at the position: of children of the topmost post, of children of one of these, and so on.
  var levelCount: Int { levels.count }

  /// The posts at the position, below the topmost post, each with the list that it is in and its key.
  var chain: [(post: Int, list: Int, key: String)] {
    levels.prefix { $0.position.id != PostPosition.start.id }.map {
      (Int($0.position.id), $0.parent, TreePath.key(of: $0.position))
    }
  }

  /// Returns the posts below some posts that come after the position, in reading order.
  ///
  /// - Parameters:
  ///   - post: the post above them.
  ///   - posts: all posts below it, and perhaps others, by their parents, in any order.
  ///   - start: the keys of the position below the post; `~` after them is the end of a branch.
  static func branch(
    below post: Int, level: Int, of posts: [Int: [Post]], after start: String = ""
  ) -> [(post: Post, level: Int)] {
    // The oldest first, because the last one is taken next.
    func children(_ id: Int, _ level: Int, _ path: String) -> [(
      post: Post, level: Int, path: String
    )] {
      (posts[id] ?? []).map { (PostPosition.after($0), $0) }.sorted { $0.0 < $1.0 }.map {
        ($0.1, level, path + TreePath.key(of: $0.0))
      }
    }
    var (waiting, branch) = (children(post, level + 1, ""), [(post: Post, level: Int)]())
    while let next = waiting.popLast() {
      if next.path > start { branch.append((next.post, next.level)) }
      waiting += children(next.post.id, next.level + 1, next.path)
    }
    return branch
  }

  /// Moves over the posts of a scan, in reading order, with their levels below the topmost post.
  /// - Returns: the entries; nil if there are none.
  mutating func advance(over posts: [(post: Post, level: Int)]) -> [PostListPage.Entry]? {
    let entries = posts.compactMap { advance(to: $0.post, level: $0.level) }
    // Posts below the last level were read for nothing; small pages skip them sooner.
    let isDense = entries.count == posts.count
    scanLength = isDense ? min(2 * scanLength, Self.maximumScan) : Self.pageLength
    return entries.isEmpty ? nil : entries
  }

  /// Moves to the next post in reading order.
  /// - Returns: the entry; nil if the parent's children are not included, or the parent was not
  ///   read.
  private mutating func advance(to post: Post, level: Int) -> PostListPage.Entry? {
    guard levels.indices.contains(level), levels[level].parent == post.parentID else { return nil }
    levels.removeLast(levels.count - level - 1)
    levels[level].position = .after(post)
    return .init(post: post, level: level, hasChildren: descend(into: post))
  }

  /// Moves to the end of the branch of a post: to the list that it is in.
  mutating func leave(to levelCount: Int) {
    levels.removeLast(max(0, levels.count - levelCount))
  }

  /// Lets the next scan read a small page, because the last one read more than was used.
  mutating func scanLess() { scanLength = Self.pageLength }

  /// Ends the walk: there are no more posts.
  mutating func finish() { levels = [] }

  /// Adds a page of the list that `fill` asked for.
  mutating func addPage(_ page: StoredPost.Page) {
    let top = levels.count - 1
    levels[top].isReadOut = page.isLast
    if let last = page.posts.last { levels[top].position = .after(last) }
    levels[top].page = page.posts.reversed()
  }

  /// Returns the next post; nil at the end of a level.
  private mutating func next() -> PostListPage.Entry? {
    let level = levels.count - 1
    guard let post = levels[level].page.popLast() else {
      levels.removeLast()
      return nil
    }
    return .init(post: post, level: level, hasChildren: descend(into: post))
  }

  private mutating func descend(into post: Post) -> Bool {
    let children = post.childCount ?? 0
    // The children of a profile are not only those below it.
    guard levels.count < depth, depth == .max || post.template != .profile, children <= budget,
      post.id != skipped,
      !levels.contains(where: { $0.parent == post.id })
    else { return false }
    budget -= children
    levels.append(Level(parent: post.id, isReadOut: children == 0))
    return true
  }
}

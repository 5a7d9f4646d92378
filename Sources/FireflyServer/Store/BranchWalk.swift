import FireflyCore

/// The children of a post, nested to a depth: a walk that says which posts it needs next.
///
/// It is led by the posts of the branch in reading order (`take`), or by lists of children (`needed`, `add`,
/// `next`), also one after the other. Holds one short page of posts a level and remembers its place by time
/// and number, so neither a list of 10,000 children nor a change under way disturbs it. It never descends into
/// a post it is inside of, and once `budget` posts are nested, the rest of them come without their children.
struct BranchWalk: Sendable {
  /// Posts read at a time, and bytes of their texts.
  static let pageLength = 64
  static let pageBytes = 64 << 10

  private(set) var isAtEnd = false
  /// How many levels are nested.
  let depth: Int
  private var budget: Int
  private var levels: [Level]

  /// One list of children under way.
  private struct Level {
    let parent: Int
    var position = PostPosition.start
    /// What has been read and not returned yet, the next one last.
    var page: [Post] = []
    var isReadOut = false
  }

  /// The children of a post, as `PostList.children` describes them.
  init(below parent: Int, depth: Int, budget: Int) {
    self.depth = min(max(depth, 1), PostList.maximumDepth)
    self.budget = budget
    levels = [Level(parent: parent)]
  }

  /// Begins behind a child; nil: there is none.
  mutating func start(after child: Post?) {
    if let child { levels[0].position = .after(child) } else { isAtEnd = true }
  }

  /// The children that have to be read for the next post: those of a parent, from a place on.
  var missingPage: (parent: Int, position: PostPosition)? {
    guard !isAtEnd, let top = levels.last, top.page.isEmpty, !top.isReadOut else { return nil }
    return (top.parent, top.position)
  }

  /// Where the branch goes on in the order of paths, while no list is under way.
  ///
  /// - `path`: the keys below the post of the branch.
  /// - `isBranch`: whether it goes on behind all that begins with them, or just behind the post itself.
  var scanPosition: (path: String, isBranch: Bool) {
    let positions = levels.map(\.position).prefix { $0.id != PostPosition.start.id }
    return (positions.map(TreePath.key).joined(), positions.count == levels.count)
  }

  /// The next post in reading order; nil if its parent comes without its children, or is not there.
  mutating func advance(to post: Post, level: Int) -> PostListPage.Entry? {
    guard levels.indices.contains(level), levels[level].parent == post.parentID else { return nil }
    levels.removeLast(levels.count - level - 1)
    levels[level].position = .after(post)
    return .init(post: post, level: level, hasChildren: descend(into: post))
  }

  /// Ends: there are no more posts.
  mutating func finish() {
    isAtEnd = true
    levels = []
  }

  /// Adds what was needed.
  mutating func addPage(_ posts: [Post], isLast: Bool) {
    let top = levels.count - 1
    levels[top].isReadOut = isLast
    if let last = posts.last { levels[top].position = .after(last) }
    levels[top].page = posts.reversed()
  }

  /// The next post; nil at the end of a level.
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

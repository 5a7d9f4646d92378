import FireflyCore
import GRDB

/// The children of a post, nested to a depth.
///
/// Holds one short page of posts a level and remembers its place by time and number, so neither a list
/// of 10,000 children nor a change under way disturbs it. It never descends into a post it is inside
/// of, and once `budget` posts are nested, the rest of them come without their children.
struct BranchList: SQLiteList {
  /// Posts read at a time, and bytes of their texts.
  private static let pageLength = 64
  private static let pageBytes = 64 << 10

  private(set) var isAtEnd = false
  private let depth: Int
  private var budget: Int
  private var levels: [Level]
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?

  /// One list of children under way.
  private struct Level {
    let parent: Int
    var position = PostPosition.start
    /// What has been read and not returned yet, the next one last.
    var page: [Post] = []
    var isReadOut = false
  }

  /// The children of a post, as `PostList.children` describes them.
  init(below parent: Int, depth: Int, before: Int?, budget: Int) {
    self.before = before
    self.depth = min(max(depth, 1), PostList.maximumDepth)
    self.budget = budget
    levels = [Level(parent: parent)]
  }

  mutating func next(_ db: Database) throws -> [PostListPage.Entry] {
    if let id = before {
      before = nil
      guard let post = try SQLiteStore.post(id, db) else {
        isAtEnd = true
        return []
      }
      levels[0].position = .after(post)
    }
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < Self.pageLength, bytes < Self.pageBytes {
      if let post = try nextPost(db) {
        let level = levels.count - 1
        entries.append(.init(post: post, level: level, hasChildren: descend(into: post)))
        bytes += post.textBytes
      } else {
        levels.removeLast()
        isAtEnd = levels.isEmpty
      }
    }
    return entries
  }

  private mutating func nextPost(_ db: Database) throws -> Post? {
    let top = levels.count - 1
    if levels[top].page.isEmpty && !levels[top].isReadOut {
      let page = try SQLiteStore.children(
        of: levels[top].parent, after: levels[top].position, limit: Self.pageLength, db)
      levels[top].isReadOut = page.isLast
      if let last = page.posts.last { levels[top].position = .after(last) }
      levels[top].page = page.posts.reversed()
    }
    return levels[top].page.popLast()
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

import FireflyCore
import GRDB

/// The children of a post, nested to a depth.
struct BranchList: SQLiteList {
  private var walk: BranchWalk
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?

  var isAtEnd: Bool { walk.isAtEnd }

  /// The children of a post, as `PostList.children` describes them.
  init(below parent: Int, depth: Int, before: Int?, budget: Int) {
    self.before = before
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
  }

  mutating func next(_ db: Database) throws -> [PostListPage.Entry] {
    if let id = before {
      before = nil
      walk.begin(after: try SQLiteStore.post(id, db))
    }
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < BranchWalk.pageLength, bytes < BranchWalk.pageBytes {
      if let (parent, position) = walk.needed {
        let page = try SQLiteStore.children(
          of: parent, after: position, limit: BranchWalk.pageLength, db)
        walk.add(page.posts, isLast: page.isLast)
      }
      if let entry = walk.next() {
        entries.append(entry)
        bytes += entry.post.textBytes
      }
    }
    return entries
  }
}

import FireflyCore

/// A list of posts as PostgreSQL reads it, with the place that has been reached.
protocol PostgresPostList: Sendable {
  /// Reads the next posts; none at the end.
  mutating func next(_ db: PostgresSession) async throws -> [PostListPage.Entry]
  /// Whether it is known that there are no more.
  var isAtEnd: Bool { get }
  /// Whether everything about the posts so far is known.
  var isComplete: Bool { get }
}

extension PostgresPostList {
  var isComplete: Bool { true }
}

/// Reads a list page by page.
actor PostgresCursor<List: PostgresPostList>: PostListCursor {
  /// Bytes of a post beside its texts: what it takes as JSON.
  private static var postBytes: Int { 500 }

  private let store: PostgresStore
  private var list: List

  init(_ list: List, in store: PostgresStore) {
    self.list = list
    self.store = store
  }

  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage {
    let (page, rest) = try await store.read { [list] db in
      var (rest, page, length) = (list, PostListPage(), 0)
      repeat {
        let entries = try await rest.next(db)
        length += entries.reduce(0) { $0 + $1.post.textBytes + Self.postBytes }
        page.entries += entries
        page.isLast = entries.isEmpty || rest.isAtEnd
      } while !page.isLast && length < bytes
      page.isComplete = rest.isComplete
      return (page, rest)
    }
    list = rest
    return page
  }
}

/// The children of a post, nested to a depth.
struct PostgresBranch: PostgresPostList {
  private var walk: BranchWalk
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?

  var isAtEnd: Bool { walk.isAtEnd }

  /// The children of a post, as `PostList.children` describes them.
  init(below parent: Int, depth: Int, before: Int?, budget: Int) {
    self.before = before
    walk = BranchWalk(below: parent, depth: depth, budget: budget)
  }

  mutating func next(_ db: PostgresSession) async throws -> [PostListPage.Entry] {
    if let id = before {
      walk.begin(after: try await PostgresStore.post(id, db))
      before = nil
    }
    var (entries, bytes) = ([PostListPage.Entry](), 0)
    while !isAtEnd, entries.count < BranchWalk.pageLength, bytes < BranchWalk.pageBytes {
      if let (parent, position) = walk.needed {
        var condition = PostgresCondition()
        // A post that is its own parent is not its own child.
        condition.add("p.parent_id = ? AND p.id <> p.parent_id", parent)
        let page = try await PostgresPost.page(
          db, where: condition, after: position, limit: BranchWalk.pageLength)
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

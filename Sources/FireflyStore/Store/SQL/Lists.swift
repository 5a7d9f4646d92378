import FireflyCore
import Foundation

/// A list of posts that is read page by page.
protocol SQLPostList: Sendable {
  /// Whether the end is known to be reached.
  var isAtEnd: Bool { get }
  /// Whether all details of the posts so far are known.
  var isComplete: Bool { get }
  /// Whether reading is expensive, in turn with searches.
  var isSearch: Bool { get }

  /// Reads the next posts; none at the end.
  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry]
}

extension SQLPostList {
  var isComplete: Bool { true }
  var isSearch: Bool { false }
}

extension SQLStore {
  func cursor(over list: PostList, at now: Date) -> any PostListCursor {
    switch list {
    case .feed(let request): SQLCursor(self, FeedList(request, at: now))
    case .users(let reader, let before, let limit):
      SQLCursor(self, UserList(reader: reader, before: before, limit: limit, at: now))
    case .answers(let reader, let before, let limit):
      SQLCursor(self, AnswerList(reader: reader, before: before, limit: limit, at: now))
    case .children(let id, let depth, let before, let budget):
      SQLCursor(
        self,
        BranchList(below: id, depth: depth, before: before, budget: budget, at: now) { [self] in
          pathsAreOutdated()
        })
    }
  }
}

/// Reads a list in pages; no session is held between two pages.
actor SQLCursor<List: SQLPostList>: PostListCursor {
  private let store: any SQLStore
  private var list: List

  init(_ store: any SQLStore, _ list: List) {
    self.store = store
    self.list = list
  }

  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage {
    let (page, rest) =
      if list.isSearch {
        try await store.searchQueue.run { [store, list] () async throws(StoreError) in
          try await Self.page(of: list, atLeast: bytes, store)
        }
      } else {
        try await Self.page(of: list, atLeast: bytes, store)
      }
    list = rest
    return page
  }

  private static func page(
    of list: List, atLeast bytes: Int, _ store: any SQLStore
  ) async throws(StoreError) -> (PostListPage, List) {
    try await store.read { db in
      var (rest, page) = (list, PostListPage())
      repeat {
        page.add(try rest.next(db), of: rest)
      } while !page.isLast && page.bytes < bytes
      return (page, rest)
    }
  }
}

extension PostListPage {
  /// Estimated size of a post as JSON without its texts, in bytes.
  private static let postBytes = 500

  /// Appends the posts that a list has read.
  fileprivate mutating func add(_ new: [Entry], of list: some SQLPostList) {
    entries += new
    bytes += new.reduce(0) { $0 + $1.post.textBytes + Self.postBytes }
    isLast = new.isEmpty || list.isAtEnd
    isComplete = list.isComplete
  }
}

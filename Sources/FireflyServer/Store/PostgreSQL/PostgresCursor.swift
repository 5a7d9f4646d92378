import FireflyCore

/// A list of posts with the current position.
protocol PostgresPostList: Sendable {
  /// Reads the next posts; none at the end.
  /// - Throws: `PostgresError`, `StoreError`.
  mutating func next(_ db: PostgresSession) async throws -> [PostListPage.Entry]
  /// Whether the end is known to be reached.
  var isAtEnd: Bool { get }
  /// Whether all details of the posts so far are known.
  var isComplete: Bool { get }
  /// The client in whose turn the list is read, because reading it searches; nil if it doesn't.
  var searcher: String? { get }
}

extension PostgresPostList {
  var isComplete: Bool { true }
  var searcher: String? { nil }
}

/// Reads a list in pages.
actor PostgresCursor<List: PostgresPostList>: PostListCursor {
  /// Estimated size of a post as JSON without its texts, in bytes.
  private static var postBytes: Int { 500 }

  private let store: PostgresStore
  private var list: List

  init(_ list: List, in store: PostgresStore) {
    self.list = list
    self.store = store
  }

  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage {
    let (page, rest) = try await store.searchQueue.run(for: list.searcher) {
      [store, list] () async throws(StoreError) in
      try await Self.read(list, from: store, atLeast: bytes)
    }
    list = rest
    return page
  }

  private static func read(
    _ list: List, from store: PostgresStore, atLeast bytes: Int
  ) async throws(StoreError) -> (PostListPage, List) {
    try await store.read { db in
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
  }
}

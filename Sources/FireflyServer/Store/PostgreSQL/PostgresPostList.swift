/// A list of posts on PostgreSQL.
protocol PostgresPostList: PagedList {
  /// Reads the next posts; none at the end.
  /// - Throws: `PostgresError`, `StoreError`.
  mutating func next(_ db: PostgresSession) throws -> [PostListPage.Entry]
}

extension PostgresStore {
  /// Returns a cursor over a list.
  func cursor(over list: some PostgresPostList) -> any PostListCursor {
    PagedCursor(list, searchQueue) { [self] (list, bytes) async throws(StoreError) in
      try await read { db in
        var (rest, page) = (list, PostListPage())
        repeat {
          page.add(try rest.next(db), of: rest)
        } while !page.isLast && page.bytes < bytes
        return (page, rest)
      }
    }
  }
}

import GRDB

/// A list of posts on SQLite.
protocol SQLitePostList: PagedList {
  /// Reads the next posts; none at the end.
  mutating func next(_ db: Database) throws -> [PostListPage.Entry]
}

extension SQLiteStore {
  /// Returns a cursor over a list; each page is a separate transaction.
  func cursor(over list: some SQLitePostList) -> any PostListCursor {
    PagedCursor(list, searchQueue) { (list, bytes) async throws(StoreError) in
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

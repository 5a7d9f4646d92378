import FireflyCore
import FireflyTransfer

/// A snapshot of the posts: a long transaction.
protocol SQLSnapshot: StoreSnapshot {
  /// Reads in the transaction.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value
}

extension SQLSnapshot {
  func links() async throws(StoreError) -> [PostLink] {
    try await read { db in
      try db.rows(
        "SELECT id, parent_id FROM posts ORDER BY id",
        convert: { PostLink(id: $0[0], parent: $0[1]) })
    }
  }

  func posts(_ ids: [Int]) async throws(StoreError) -> [Post] {
    try await read { db in
      var posts = Array(try db.posts(ids).values)
      // Elsewhere the name would be taken with the part of the e-mail that distinguishes it here.
      let names = try db.ownNames(of: Set(posts.map(\.userID)))
      for index in posts.indices {
        if let name = names[posts[index].userID] { posts[index].authorName = name }
      }
      return posts
    }
  }

  func sources(
    of ids: [Int]
  ) async throws(StoreError) -> [Int: (source: PostSource, digest: Int?)] {
    try await read { db in
      var sources: [Int: (source: PostSource, digest: Int?)] = [:]
      try db.read(
        """
        SELECT p.id, p.source, p.source_key, p.source_digest, w.page FROM posts p
        LEFT JOIN source_pages w ON w.source = p.source AND w.source_key = p.source_key
        WHERE p.source IS NOT NULL AND \(db.dialect.isIn("p.id", "?1"))
        """, with: [SQLList(ids).sqlValue]
      ) { row in
        sources[row[0]] = PostSource(name: row[1], key: row[2]).map { source in
          var source = source
          source.page = row[4]
          return (source, row[3])
        }
        return true
      }
      return sources
    }
  }
}

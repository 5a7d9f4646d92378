import FireflyCore

extension PostgresStore {
  func snapshot() async throws(StoreError) -> any StoreSnapshot {
    do {
      try await schema.ensure(self, until: .now + timeout)
      let connection = try await pool.acquire(until: .now + timeout)
      let snapshot = PostgresSnapshot(self, connection)
      try await snapshot.begin()
      return snapshot
    } catch {
      throw failure(error)
    }
  }
}

/// A snapshot of the posts: a long transaction.
final class PostgresSnapshot: StoreSnapshot {
  /// Time limit of a page.
  private static let timeout = Duration.seconds(60)

  private let store: PostgresStore
  private let connection: PostgresConnection

  init(_ store: PostgresStore, _ connection: PostgresConnection) {
    self.store = store
    self.connection = connection
  }

  deinit {
    Task { [store, connection] in
      try? await connection.perform { $0.rollBack() }
      store.pool.release(connection)
    }
  }

  /// Begins the transaction; its first statement fixes what it sees.
  /// - Throws: `StoreError`.
  fileprivate func begin() async throws(StoreError) {
    try await read { db in
      db.connection.begin(["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"])
      try db.run("SELECT count(*) FROM locks")
    }
  }

  func links() async throws(StoreError) -> [PostLink] {
    try await read { db in
      try db.run("SELECT id, parent_id FROM posts ORDER BY id")
        .map { PostLink(id: $0[0], parent: $0[1]) }
    }
  }

  func posts(_ ids: [Int]) async throws(StoreError) -> [Post] {
    try await read { db in Array(try PostgresStore.posts(ids, db).values) }
  }

  func sources(
    of ids: [Int]
  ) async throws(StoreError) -> [Int: (source: PostSource, digest: Int?)] {
    try await read { db in
      let rows = try db.run(
        """
        SELECT id, source, source_key, source_digest FROM posts
        WHERE source IS NOT NULL AND id = ANY($1::bigint[])
        """, PostgresList(ids))
      var sources: [Int: (source: PostSource, digest: Int?)] = [:]
      for row in rows {
        sources[row[0]] = PostSource(name: row[1], key: row[2]).map { ($0, row[3]) }
      }
      return sources
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await connection.perform { connection in
        try body(PostgresSession(connection: connection, end: .now + Self.timeout))
      }
    } catch {
      throw store.failure(error)
    }
  }
}

import FireflyCore

extension PostgresStore {
  func allTables() async throws(StoreError) -> any SQLSnapshot {
    do {
      try await schema.ensure(self, until: .now + timeout, on: pool)
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
final class PostgresSnapshot: SQLSnapshot {
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
  fileprivate func begin() async throws(StoreError) {
    try await session { db in
      db.connection.begin(["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"])
      try db.run("SELECT count(*) FROM locks")
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await session(body)
  }

  private func session<Value: Sendable>(
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

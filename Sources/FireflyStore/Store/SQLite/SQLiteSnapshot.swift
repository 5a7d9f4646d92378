import FireflyCore
import GRDB

extension SQLiteStore {
  func allTables() async throws(StoreError) -> any SQLSnapshot {
    do {
      try files.check()
      return SQLiteSnapshot(store: self, database: try database.makeSnapshot())
    } catch {
      throw failure(error)
    }
  }
}

/// A snapshot of the posts: a long transaction.
struct SQLiteSnapshot: SQLSnapshot {
  let store: SQLiteStore
  let database: DatabaseSnapshot

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await database.read { db in try body(SQLiteSession(db)) }
    } catch {
      throw store.failure(error)
    }
  }
}

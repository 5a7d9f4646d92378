import Eventually
import GRDB
import Testing

@testable import FireflyStore

extension Store {
  /// The posts whose place is not below their parent's, once all have one.
  func wrongTreePaths() async throws -> [Int] {
    if let store = self as? PostgresStore { return try await store.wrongPaths() }
    guard let store = self as? SQLiteStore else { return [] }
    return try await store.database.read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT c.id FROM posts c LEFT JOIN posts p ON p.id = c.parent_id
          WHERE c.root_id IS NULL OR c.path_parent IS NOT c.parent_id
            OR c.root_id <> 0 AND (c.root_id, c.path, c.depth) IS NOT (\(SQLiteTreePaths.values(for: "c")))
            OR c.root_id = 0 AND p.root_id IS NOT 0
          """)
    }
  }
}

extension PostgresStore {
  /// Updates all that is outdated, also if the store's own task has the turn.
  func updateAllPaths() async throws {
    #expect(try await eventually { try await updatePaths() })
  }

  fileprivate func wrongPaths() async throws -> [Int] {
    _ = try await eventually {
      try await updatePaths()
      return try await session { try PostgresTreePaths.areUpToDate($0) }
    }
    return try await session { db in
      try db.query(
        """
        SELECT c.id FROM posts c LEFT JOIN posts p ON p.id = c.parent_id
        WHERE \(PostgresTreePaths.isOutdated.replacing(/(root_id|path_parent|parent_id)/) { "c.\($0.1)" })
          OR c.root_id <> 0 AND (c.root_id IS DISTINCT FROM \(PostgresTreePaths.root)
            OR c.path IS DISTINCT FROM \(PostgresTreePaths.path)
            OR c.depth IS DISTINCT FROM \(PostgresTreePaths.depth))
          OR c.root_id = 0 AND p.root_id IS DISTINCT FROM 0
        """
      ).map { $0[0] }
    }
  }
}

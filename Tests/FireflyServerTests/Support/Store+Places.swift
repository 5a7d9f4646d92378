import GRDB

@testable import FireflyServer

extension Store {
  /// The posts whose place is not below their parent's, once all have one.
  func wrongPlaces() async throws -> [Int] {
    if let store = self as? PostgresStore { return try await store.misplaced() }
    guard let store = self as? SQLiteStore else { return [] }
    return try await store.read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT c.id FROM posts c LEFT JOIN posts p ON p.id = c.parent_id
          WHERE c.root_id IS NULL OR c.path_parent IS NOT c.parent_id
            OR c.root_id <> 0 AND (c.root_id, c.path, c.depth) IS NOT (\(SQLitePlaces.place(of: "c")))
            OR c.root_id = 0 AND p.root_id IS NOT 0
          """)
    }
  }
}

extension PostgresStore {
  fileprivate func misplaced() async throws -> [Int] {
    for _ in 1...600 {
      try await place()
      if try await read(PostgresPlaces.areRight) { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await read { db in
      try await db.run(
        """
        SELECT c.id FROM posts c LEFT JOIN posts p ON p.id = c.parent_id
        WHERE \(PostgresPlaces.isWithout.replacing(/(root_id|path_parent|parent_id)/) { "c.\($0.1)" })
          OR c.root_id <> 0 AND (c.root_id IS DISTINCT FROM \(PostgresPlaces.root)
            OR c.path IS DISTINCT FROM \(PostgresPlaces.path)
            OR c.depth IS DISTINCT FROM \(PostgresPlaces.depth))
          OR c.root_id = 0 AND p.root_id IS DISTINCT FROM 0
        """
      ).map { $0[0] }
    }
  }
}

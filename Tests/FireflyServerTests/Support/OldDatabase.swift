import Foundation
import GRDB

@testable import FireflyStore

/// Opens a database of an earlier version as a store, which migrates it.
///
/// - Parameters:
///   - migration: the last migration that the database has.
///   - fill: writes what it holds.
///   - check: gets the migrated store.
/// - Throws: what the database, the store and `check` throw.
func withOldDatabase(
  upTo migration: String, fill: @escaping @Sendable (Database) throws -> Void,
  check: (SQLiteStore) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "firefly-old-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    let old = try DatabaseQueue(path: folder.appendingPathComponent("firefly.sqlite").path)
    try SQLiteSchema.migrator.migrate(old, upTo: migration)
    try await old.write { db in
      try db.execute(sql: "INSERT INTO users (email, created_at) VALUES ('a@x', 0)")
      try fill(db)
    }
  }
  try await check(try SQLiteStore(folder: folder))
}

import Foundation
import Synchronization

/// Makes sure, once for a process, that the tables are there and can be written to.
final class SchemaCheck: Sendable {
  private let isDone = Atomic(false)
  /// How long making the tables may take.
  private static let timeout = Duration.seconds(60)

  /// Looks at the tables, and makes them if they are missing.
  ///
  /// - Returns: whether it has made them.
  /// - Throws: `StoreError.newerFormat`, `.unavailable` for a replica and a part of other data, `PostgresError`.
  @discardableResult
  func ensure(_ store: PostgresStore, until end: ContinuousClock.Instant) async throws -> Bool {
    if isDone.load(ordering: .acquiring) { return false }
    let name = store.address.name
    let isMade = try await store.withConnection(until: end) { db in
      let readOnly: String? = try await db.value("SHOW transaction_read_only")
      if readOnly == "on" { throw StoreError.unavailable(name, .replica) }
      do {
        guard try await Self.isMade(name, db) else { return false }
        if !store.isMigration, try await PostgresStore.setting(StoreMigration.marker, db) != nil {
          throw StoreError.unavailable(name, .migrationIncomplete)
        }
        return true
      } catch let error as PostgresError where error.isMissingTable {
        return false
      }
    }
    if !isMade {
      try await store.withConnection(until: .now + Self.timeout) { db in
        try await Self.make(name, db)
      }
    }
    isDone.store(true, ordering: .releasing)
    return !isMade
  }

  /// Whether this version of the tables, or a later one that this program understands, is there.
  private static func isMade(_ name: String, _ db: PostgresSession) async throws -> Bool {
    // The oldest version that can work with the tables.
    let oldest = try await PostgresStore.setting("schema-oldest", db).flatMap(Int.init)
    if let oldest, oldest > PostgresSchema.version { throw StoreError.newerFormat(name) }
    let version = try await PostgresStore.setting("schema", db).flatMap(Int.init) ?? 0
    return version >= PostgresSchema.version
  }

  /// Makes the tables, or what a later version adds to them; of several that want to, one does.
  private static func make(_ name: String, _ db: PostgresSession) async throws {
    for statement in PostgresSchema.beginning { try await begin(statement, db) }
    try await db.run("BEGIN")
    do {
      try await db.run("SELECT name FROM locks WHERE name = 'schema' FOR UPDATE")
      if try await !isMade(name, db) {
        let version = try await PostgresStore.setting("schema", db).flatMap(Int.init) ?? 0
        for statement in PostgresSchema.upgrade(from: version) { try await db.run(statement) }
      }
      try await db.run("COMMIT")
    } catch {
      _ = try? await db.run("ROLLBACK")
      throw error
    }
  }

  /// Two that make the same table at the same time get in each other's way.
  private static func begin(_ statement: String, _ db: PostgresSession) async throws {
    var turns = 0
    while let error = await db.failure(of: statement) {
      turns += 1
      guard turns < 10, ["23505", "42P07", "40001", "XX000"].contains(error.state) else {
        throw error
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...50)))
    }
  }
}

extension PostgresSession {
  /// Runs a statement, and returns what went wrong.
  fileprivate func failure(of statement: String) async -> PostgresError? {
    do throws(PostgresError) {
      try await run(statement)
      return nil
    } catch {
      return error
    }
  }
}

import Foundation
import Synchronization

/// Checks that the tables exist, can be written to, and are not too new for this program.
///
/// It does so before the first call, and then every minute, because a newer program may have upgraded
/// them meanwhile, and an older one may have written what `PostgresMaintenance` must add to.
final class SchemaCheck: Sendable {
  /// When the tables were last checked; nil before the first success.
  private let lastCheck = Mutex<ContinuousClock.Instant?>(nil)
  private static let interval = Duration.seconds(60)
  /// Time limit for creating the tables.
  private static let timeout = Duration.seconds(60)

  /// Lets the next call check the tables.
  func expire() { lastCheck.withLock { $0 = nil } }

  /// Checks the tables if that is due; creates or upgrades them if necessary.
  ///
  /// - Returns: whether it changed them.
  /// - Throws: `StoreError.newerFormat`; `.unavailable` for a replica, tables of another program, or an
  ///   incomplete migration; `PostgresError`.
  @discardableResult
  func ensure(
    _ store: PostgresStore, until end: ContinuousClock.Instant, on connections: PostgresPool
  ) async throws -> Bool {
    let isDue = lastCheck.withLock { last in
      guard let time = last else { return true }
      guard time + Self.interval < .now else { return false }
      // Other calls don't wait for this check.
      last = .now
      return true
    }
    guard isDue else { return false }
    do {
      let hasChanged = try await check(store, until: end, on: connections)
      lastCheck.withLock { $0 = .now }
      store.maintenance.schedule()
      return hasChanged
    } catch {
      expire()
      guard let error = error as? PostgresError, ["42703", "42P07"].contains(error.state) else {
        throw error
      }
      // A column is missing, or a table is there that should not be.
      throw StoreError.unavailable(
        store.address.name, .foreignTables(reason: error.message))
    }
  }

  private func check(
    _ store: PostgresStore, until end: ContinuousClock.Instant, on connections: PostgresPool
  ) async throws -> Bool {
    let name = store.address.name
    let isUpToDate = try await PostgresStore.withConnection(of: connections, until: end) { db in
      let readOnly: String? = try db.value("SHOW transaction_read_only")
      if readOnly == "on" { throw StoreError.unavailable(name, .replica) }
      do {
        guard try Self.isUpToDate(name, db) else { return false }
        if !store.isMigration, try db.setting(StoreMigration.marker) != nil {
          throw StoreError.unavailable(name, .migrationIncomplete)
        }
        return true
      } catch let error as PostgresError where error.isMissingTable {
        return false
      }
    }
    if !isUpToDate {
      try await PostgresStore.withConnection(of: connections, until: .now + Self.timeout) { db in
        try Self.createTables(name, db)
      }
    }
    return !isUpToDate
  }

  /// Whether the tables have this version, or a later compatible one.
  private static func isUpToDate(_ name: String, _ db: PostgresSession) throws -> Bool {
    // The oldest schema version that a program must know to use these tables.
    let oldest = try db.setting("schema-oldest").flatMap(Int.init)
    if let oldest, oldest > PostgresSchema.version { throw StoreError.newerFormat(name) }
    let version = try db.setting("schema").flatMap(Int.init) ?? 0
    return version >= PostgresSchema.version
  }

  /// Creates or upgrades the tables; concurrent calls are serialized.
  private static func createTables(_ name: String, _ db: PostgresSession) throws {
    for statement in PostgresSchema.beginning { try runWithRetries(statement, db) }
    db.connection.begin()
    do {
      try db.query("SELECT name FROM locks WHERE name = 'schema' FOR UPDATE")
      if try !isUpToDate(name, db) {
        let version = try db.setting("schema").flatMap(Int.init) ?? 0
        for statement in PostgresSchema.upgrade(from: version) { try db.query(statement) }
      }
      try db.query("COMMIT")
    } catch {
      db.connection.rollBack()
      throw error
    }
  }

  /// Runs a statement with retries, because concurrent creations of the same table fail.
  private static func runWithRetries(_ statement: String, _ db: PostgresSession) throws {
    var turns = 0
    while let error = db.failure(of: statement) {
      turns += 1
      guard turns < 10, ["23505", "42P07", "40001", "XX000"].contains(error.state) else {
        throw error
      }
      usleep(UInt32.random(in: 5_000...50_000))
    }
  }
}

extension PostgresSession {
  /// Runs a statement, and returns its error; nil if it succeeded.
  fileprivate func failure(of statement: String) -> PostgresError? {
    do throws(PostgresError) {
      try query(statement)
      return nil
    } catch {
      return error
    }
  }
}

import GRDB

// Reading and writing, with errors that name the file.
extension SQLiteStore {
  /// The path of the database.
  var file: String { folder.appendingPathComponent("firefly.sqlite").path }

  /// How long a write waits for earlier ones: shorter than the client's time limit, even if another
  /// program holds the lock.
  static let writeTimeout = Duration.seconds(3)

  /// Converts errors of SQLite.
  /// - Throws: `StoreError.unavailable` for errors of SQLite, otherwise what `body` throws.
  static func convertingErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError.unavailable(path, StoreFailure(error))
    }
  }

  /// Reads, concurrently with other readers and the writer.
  func read<Value: Sendable>(
    within timeout: Duration?, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      try files.check()
      return try await database.read { db in try body(SQLiteSession(db)) }
    } catch {
      throw failure(error)
    }
  }

  /// Writes in a transaction, after earlier writes.
  /// - Throws: `StoreError`; `.locked` if it must wait too long.
  func write<Value: Sendable>(
    within timeout: Duration?, isChange: Bool,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    let limit = ContinuousClock.now + (timeout ?? Self.writeTimeout)
    do {
      return try await database.writeWithoutTransaction { db in
        // Earlier writes may have waited for another program.
        guard .now < limit else { throw StoreError.unavailable(file, .locked) }
        try files.check()
        var value: Value?
        try db.inTransaction(.immediate) {
          value = try body(SQLiteSession(db))
          try SQLiteTreePaths.repair(db)
          return .commit
        }
        guard let value else { throw CancellationError() }
        // What was written is safe only if the file was in its place afterwards.
        try files.check()
        return value
      }
    } catch {
      throw failure(error)
    }
  }

  /// Converts any error to the store's.
  func failure(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: .unavailable(file, StoreFailure(error))
    case is CancellationError: .cancelled
    default: .unavailable(file, .other(reason: "\(error)"))
    }
  }
}

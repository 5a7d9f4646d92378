import GRDB

// Reading and writing, with errors that name the file.
extension SQLiteStore {
  /// Where the posts are.
  var file: String { folder.appendingPathComponent("firefly.sqlite").path }

  /// How long a write waits for those before it: an answer has to come before its client gives up,
  /// even where another program holds the database all the while.
  static let writeTimeout = Duration.seconds(3)

  /// Does something with the database at a path.
  /// - Throws: `StoreError.unavailable` instead of SQLite's errors; what else `body` throws.
  static func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError.unavailable(path, StoreFailure(error))
    }
  }

  /// Reads, beside others who read or write.
  /// - Throws: `StoreError`.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await database.read(body)
    } catch {
      throw failure(error)
    }
  }

  /// Writes all or nothing, after others who write.
  /// - Throws: `StoreError`; `.locked` if its turn doesn't come in time.
  func write<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let limit = ContinuousClock.now + Self.writeTimeout
    do {
      return try await database.writeWithoutTransaction { db in
        // Each of those before may have waited for another program.
        guard .now < limit else { throw StoreError.unavailable(file, .locked) }
        var value: Value?
        try db.inTransaction(.immediate) {
          value = try body(db)
          try SQLiteTreePaths.repair(db)
          return .commit
        }
        guard let value else { throw CancellationError() }
        return value
      }
    } catch {
      throw failure(error)
    }
  }

  /// Reads, in the calling thread.
  /// - Throws: `StoreError.unavailable`, and what `body` throws.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.naming(file) { try database.read(body) }
  }

  /// Writes all or nothing, in the calling thread: what may be much at once.
  /// - Throws: `StoreError.unavailable`, and what `body` throws.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.naming(file) {
      let value = try database.write { db in
        let value = try body(db)
        try SQLiteTreePaths.repair(db)
        return value
      }
      // The log stays from start to start, and each start reads it.
      _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      return value
    }
  }

  /// What an error of a reading or writing means for callers.
  func failure(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: .unavailable(file, StoreFailure(error))
    case is CancellationError: .cancelled
    default: .unavailable(file, .other(reason: "\(error)"))
    }
  }
}

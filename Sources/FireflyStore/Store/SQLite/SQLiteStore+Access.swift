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

  /// Reads by a connection of its own, because the readers may be busy, and writes.
  func check() async throws(StoreError) {
    do {
      try files.check()
      try await changeCount.read { db in try SQLiteSession(db).check() }
    } catch {
      throw failure(error)
    }
    try await write(within: nil, isChange: false) { db in _ = try db.setting("id") }
  }

  /// Reads, concurrently with other readers and the writer.
  func read<Value: Sendable>(
    within timeout: Duration?, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await readers.run { () async throws(StoreError) in
      do {
        try files.check()
        return try await database.read { db in try body(SQLiteSession(db)) }
      } catch {
        throw failure(error)
      }
    }
  }

  /// Writes in a transaction, after earlier writes, and together with others that wait.
  /// - Throws: `StoreError`; `.locked` if it must wait too long.
  func write<Value: Sendable>(
    within timeout: Duration?, isChange: Bool,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    do {
      return try await withCheckedThrowingContinuation { continuation in
        let write = WriteQueue.Write(
          limit: .now + (timeout ?? Self.writeTimeout), isLong: timeout != nil,
          run: { db in
            let value = try body(SQLiteSession(db))
            try SQLiteTreePaths.repair(db)
            return { continuation.resume(returning: value) }
          }, fail: { continuation.resume(throwing: $0) })
        writes.add(write, to: self)
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

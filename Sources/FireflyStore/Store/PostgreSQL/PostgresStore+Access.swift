import FireflyCore

// Reading and writing, with retries, and errors that name the database.
extension PostgresStore {
  /// Default time limit of a call: shorter than the client's, so that the client gets an error
  /// message.
  static let standardTimeout = Duration.seconds(3)
  /// Maximum number of retries after conflicts, and after lost connections.
  private static let maximumConflicts = 12
  private static let maximumLosses = 2

  /// The progress of a writing transaction.
  private enum Step {
    case begun, committing
  }

  /// Reads and writes by a connection of its own.
  func check() async throws(StoreError) {
    try await transaction(isChange: false, on: probes) { db in
      try db.check()
      _ = try db.setting("id")
    }
  }

  /// Reads; each statement sees what was committed before it.
  func read<Value: Sendable>(
    within timeout: Duration?, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await session(within: timeout, body)
  }

  /// Writes in a transaction.
  @discardableResult
  func write<Value: Sendable>(
    within timeout: Duration?, isChange: Bool,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await transaction(within: timeout, isChange: isChange, body)
  }

  /// Runs statements of PostgreSQL.
  func session<Value: Sendable>(
    within timeout: Duration? = nil,
    _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await retrying(within: timeout ?? self.timeout, on: pool) { db, _ in try body(db) }
  }

  /// Runs statements of PostgreSQL in a transaction.
  ///
  /// - Parameters:
  ///   - timeout: the time limit; nil for the store's.
  ///   - isChange: whether readers may see a difference.
  ///   - connections: the connections; nil for the store's.
  ///   - body: the statements; may run several times.
  @discardableResult
  func transaction<Value: Sendable>(
    within timeout: Duration? = nil, isChange: Bool = true, on connections: PostgresPool? = nil,
    _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    let value = try await retrying(within: timeout ?? self.timeout, on: connections ?? pool) {
      db, step in
      db.connection.begin()
      var db = db
      // The short writes of users find rows by their keys: any plan of theirs suits all arguments.
      db.isKept = timeout == nil && isChange
      do {
        let value = try body(db)
        step = .committing
        try db.query(isChange ? Self.commitChange : "COMMIT")
        return value
      } catch {
        db.connection.rollBack()
        throw error
      }
    }
    if isChange { changeCount.wasWritten() }
    return value
  }

  /// Commits a transaction that changes something, in one round trip.
  ///
  /// The row of `changes` is last, so that its number is visible soon after it is drawn.
  private static let commitChange = """
    INSERT INTO changes (at) VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint); COMMIT
    """

  private func retrying<Value: Sendable>(
    within timeout: Duration, on connections: PostgresPool,
    _ body: @escaping @Sendable (PostgresSession, inout Step) throws -> Value
  ) async throws(StoreError) -> Value {
    var (conflicts, losses) = (0, 0)
    var isSchemaChecked = false
    var end = ContinuousClock.now + timeout
    while true {
      var step = Step.begun
      do {
        // Creating the tables takes a while, once.
        if try await schema.ensure(self, until: end, on: connections) { end = .now + timeout }
        let (result, reached) = try await Self.withConnection(of: connections, until: end) { db in
          var step = Step.begun
          let result = Result { try body(db, &step) }
          return (result, step)
        }
        step = reached
        return try result.get()
      } catch {
        guard let cause = error as? PostgresError else { throw failure(error) }
        if Task.isCancelled, step == .begun { throw .cancelled }
        if cause.isConflict, conflicts < Self.maximumConflicts {
          conflicts += 1
          await Self.pause(after: conflicts)
        } else if cause.isLost, step == .begun, losses < Self.maximumLosses {
          // After a restart of the database, each connection of the pool is lost.
          losses += 1
        } else if cause.isMissingTable || cause.isMissingColumn, !isSchemaChecked {
          // A newer program may have upgraded the tables.
          schema.expire()
          isSchemaChecked = true
        } else {
          throw failure(error)
        }
        if .now > end { throw failure(error) }
      }
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Runs a closure on the thread of a connection of a pool.
  /// - Throws: `PostgresError`, and what `body` throws.
  static func withConnection<Value: Sendable>(
    of pool: PostgresPool, until end: ContinuousClock.Instant,
    _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws -> Value {
    let connection = try await pool.acquire(until: end)
    defer { pool.release(connection) }
    return try await connection.perform { connection in
      try body(PostgresSession(connection: connection, end: end))
    }
  }

  /// Waits for a random time that grows with the number of conflicts, so that transactions don't
  /// conflict again.
  private static func pause(after conflicts: Int) async {
    let longest = min(200, 4 << min(conflicts, 6))
    try? await Task.sleep(for: .milliseconds(Int.random(in: 1...longest)))
  }

  /// Converts any error to the store's.
  func failure(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as PostgresError: .unavailable(address.name, StoreFailure(error))
    case is CancellationError: .cancelled
    default: .unavailable(address.name, .other(reason: "\(error)"))
    }
  }
}

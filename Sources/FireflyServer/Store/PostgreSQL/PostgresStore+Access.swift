import FireflyCore

// Reading and writing, again where that helps, with errors that name the database.
extension PostgresStore {
  /// How long a call may take: less than a client waits for its response, so that the response can say
  /// why.
  static let standardTimeout = Duration.seconds(3)
  /// How often a transaction is run that meets others, or that loses its connection before its end.
  private static let maximumConflicts = 12
  private static let maximumLosses = 2

  /// What the last statement of a writing transaction has come to.
  private enum Step {
    case begun, committing
  }

  /// Reads: each statement sees what was committed before it.
  /// - Throws: `StoreError`.
  func read<Value>(
    within timeout: Duration? = nil,
    _ body: (PostgresSession) async throws -> Value
  ) async throws(StoreError) -> Value {
    try await retrying(within: timeout ?? self.timeout) { db, _ in try await body(db) }
  }

  /// Writes all or nothing.
  ///
  /// - Parameters:
  ///   - timeout: how long that may take; nil for as long as the store's calls take.
  ///   - isChange: whether readers may see a difference.
  ///   - body: may run several times.
  /// - Returns: what `body` returns.
  /// - Throws: `StoreError`.
  @discardableResult
  func write<Value>(
    within timeout: Duration? = nil, isChange: Bool = true,
    _ body: (PostgresSession) async throws -> Value
  ) async throws(StoreError) -> Value {
    let value = try await retrying(within: timeout ?? self.timeout) { db, step in
      try await db.run("BEGIN")
      do {
        let value = try await body(db)
        // The last statement: a number is visible a moment after it was drawn.
        if isChange {
          try await db.run("INSERT INTO changes (at) VALUES ($1)", StoredTime.milliseconds(.now))
        }
        step = .committing
        try await db.run("COMMIT")
        return value
      } catch {
        // On a connection that is lost the server does it.
        _ = try? await PostgresSession(connection: db.connection, end: .now + .seconds(1))
          .run("ROLLBACK")
        throw error
      }
    }
    if isChange { changeCount.wasWritten() }
    return value
  }

  private func retrying<Value>(
    within timeout: Duration,
    _ body: (PostgresSession, inout Step) async throws -> Value
  ) async throws(StoreError) -> Value {
    var (conflicts, losses) = (0, 0)
    var end = ContinuousClock.now + timeout
    while true {
      var step = Step.begun
      do {
        // Making them takes a while, once.
        if try await schema.ensure(self, until: end) { end = .now + timeout }
        pathMaintenance.start()
        return try await withConnection(until: end) { db in try await body(db, &step) }
      } catch {
        guard let cause = error as? PostgresError else { throw failure(error) }
        if cause.isConflict, conflicts < Self.maximumConflicts {
          conflicts += 1
          await Self.pause(after: conflicts)
        } else if cause.isLost, step == .begun, losses < Self.maximumLosses {
          // Of a database that was started again every connection is lost, each in its turn.
          losses += 1
        } else {
          throw failure(error)
        }
        if .now > end { throw failure(error) }
      }
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Lends a connection for as long as a call takes.
  func withConnection<Value>(
    until end: ContinuousClock.Instant, _ body: (PostgresSession) async throws -> Value
  ) async throws -> Value {
    let connection = try await pool.acquire(until: end)
    do {
      let value = try await body(PostgresSession(connection: connection, end: end))
      await pool.release(connection)
      return value
    } catch {
      await pool.release(connection)
      throw error
    }
  }

  /// Some milliseconds, more and more of them, so that those who met don't meet again.
  private static func pause(after conflicts: Int) async {
    let longest = min(200, 4 << min(conflicts, 6))
    try? await Task.sleep(for: .milliseconds(Int.random(in: 1...longest)))
  }

  /// What an error of a reading or writing means for callers.
  func failure(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as PostgresError: .unavailable(address.name, StoreFailure(error))
    case is CancellationError: .cancelled
    default: .unavailable(address.name, .other(reason: "\(error)"))
    }
  }
}

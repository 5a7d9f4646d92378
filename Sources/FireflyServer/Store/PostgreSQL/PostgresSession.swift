/// Statements over one connection, for as long as a call to the store takes.
struct PostgresSession: Sendable {
  let connection: PostgresConnection
  /// When the server is asked to cancel what is under way.
  let end: ContinuousClock.Instant

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - statement: the statement, with `$1` and so on for its arguments; nothing else varies in it.
  ///   - arguments: the arguments; nil is NULL.
  /// - Returns: its rows, or how many it has changed.
  /// - Throws: `PostgresError`.
  @discardableResult
  func run(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) async throws(PostgresError) -> PostgresRows {
    try await run(statement, with: arguments)
  }

  /// As `run(_:_:)`, with arguments that were collected.
  @discardableResult
  func run(
    _ statement: String, with arguments: [(any PostgresParameter)?]
  ) async throws(PostgresError) -> PostgresRows {
    try await connection.run(
      statement, arguments.map { $0?.postgresValue ?? .null }, until: end)
  }

  /// The first column of the first row; nil if there is no row, or NULL in it.
  func value<Value: PostgresReadable>(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) async throws(PostgresError) -> Value? {
    try await run(statement, with: arguments).first?[0]
  }

  /// Whether a statement of the form `SELECT EXISTS (…)` says so.
  func isTrue(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) async throws(PostgresError) -> Bool {
    try await run(statement, with: arguments).first?[0] ?? false
  }
}

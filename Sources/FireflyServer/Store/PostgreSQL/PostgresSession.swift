/// A connection for the duration of a call to the store.
struct PostgresSession {
  let connection: PostgresConnection
  /// When to give up.
  let end: ContinuousClock.Instant

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - statement: the statement, with `$1` and so on for its arguments; it contains no other
  ///     variable parts.
  ///   - arguments: the arguments; nil is NULL.
  /// - Returns: the rows, or the number of changed rows.
  /// - Throws: `PostgresError`.
  @discardableResult
  func run(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) throws(PostgresError) -> PostgresRows {
    try run(statement, with: arguments)
  }

  /// Runs one statement with a list of arguments.
  /// - Throws: `PostgresError`.
  @discardableResult
  func run(
    _ statement: String, with arguments: [(any PostgresParameter)?]
  ) throws(PostgresError) -> PostgresRows {
    try connection.run(
      statement, arguments.map { $0?.postgresValue ?? .null }, until: end)
  }

  /// Returns the first column of the first row; nil if there is no row, or it is NULL.
  /// - Throws: `PostgresError`.
  func value<Value: PostgresReadable>(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) throws(PostgresError) -> Value? {
    try run(statement, with: arguments).first?[0]
  }

  /// Returns the Boolean result of a statement such as `SELECT EXISTS (…)`.
  /// - Throws: `PostgresError`.
  func isTrue(
    _ statement: String, _ arguments: (any PostgresParameter)?...
  ) throws(PostgresError) -> Bool {
    try run(statement, with: arguments).first?[0] ?? false
  }
}

import FireflyCore

/// A connection for the duration of a call to the store.
struct PostgresSession: SQLSession {
  let connection: PostgresConnection
  /// When to give up.
  let end: ContinuousClock.Instant
  /// Whether the server keeps the plans of its statements.
  var isKept = false

  var dialect: SQLDialect { .postgres }

  @discardableResult
  func run(_ statement: String, with arguments: [SQLValue]) throws -> Int {
    try connection.run(statement, arguments, isKept: isKept, until: end).changesCount
  }

  func read(
    _ statement: String, with arguments: [SQLValue], _ visit: (SQLRow) throws -> Bool
  ) throws {
    for row in try connection.run(statement, arguments, isKept: isKept, until: end) {
      guard try visit(SQLRow(columns: row)) else { return }
    }
  }

  func lock(_ name: String) throws {
    try run("SELECT name FROM locks WHERE name = ?1 FOR UPDATE", name)
  }

  /// Runs one statement.
  @discardableResult
  func query(
    _ statement: String, _ arguments: (any SQLParameter)?...
  ) throws(PostgresError) -> PostgresRows {
    try connection.run(
      statement, arguments.map { $0?.sqlValue ?? .null }, isKept: isKept, until: end)
  }
}

import PostgresHarness
import Testing

@testable import FireflyStore

/// Transactions whose `BEGIN` is sent together with their first statement.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct PipelineTests {
  private func withConnection(
    _ body: @escaping @Sendable (PostgresSession) throws -> Void
  ) async throws {
    let home = try TemporaryDatabase()
    let connection = try await PostgresConnection.connect(to: PostgresAddress(home.database.url))
    try await connection.perform { connection in
      try body(PostgresSession(connection: connection, end: .now + .seconds(10)))
    }
    withExtendedLifetime(home) {}
  }

  @Test(arguments: [true, false])
  func theFirstStatementIsInTheTransaction(hasArguments: Bool) async throws {
    try await withConnection { db in
      db.connection.begin(["BEGIN READ ONLY", "SET LOCAL statement_timeout = 12345"])
      let setting: String? =
        hasArguments
        ? try db.value("SELECT current_setting($1)", "statement_timeout")
        : try db.value("SHOW statement_timeout")
      #expect(setting == "12345ms")
      #expect(!db.connection.isIdle)
      try db.run("COMMIT")
      #expect(db.connection.isIdle)
      let after: String? = try db.value("SHOW statement_timeout")
      #expect(after == "0")
    }
  }

  @Test(arguments: [
    ("SELECT 1 / $1::int", "22012"), ("SELEC $1", "42601"), ("SELECT 1 / 0", "22012"),
  ])
  func theErrorIsThatOfTheStatementAndTheConnectionIsUsedAgain(statement: String, state: String)
    async throws
  {
    try await withConnection { db in
      db.connection.begin()
      let arguments: [SQLValue] = statement.contains("$1") ? [.integer(0)] : []
      #expect(
        performing: { try db.run(statement, with: arguments) },
        throws: { ($0 as? PostgresError)?.state == state })
      #expect(!db.connection.isIdle)
      db.connection.rollBack()
      #expect(db.connection.isIdle)
      let sum: Int? = try db.value("SELECT $1::int + 1", 1)
      #expect(sum == 2)
      #expect(db.connection.isIdle)
    }
  }

  @Test func aTransactionWithoutStatementsIsNone() async throws {
    try await withConnection { db in
      db.connection.begin()
      #expect(!db.connection.isIdle)
      db.connection.rollBack()
      #expect(db.connection.isIdle)
      let one: Int? = try db.value("SELECT $1::int", 1)
      #expect(one == 1)
      #expect(db.connection.isIdle)
      db.connection.begin()
      try db.run("COMMIT")
      #expect(db.connection.isIdle)
    }
  }

  @Test func aLostConnectionIsReportedOnce() async throws {
    try await withConnection { db in
      db.connection.begin()
      #expect(
        performing: {
          try db.query("SELECT pg_terminate_backend(pg_backend_pid()), $1::int", 1)
        },
        throws: { ($0 as? PostgresError)?.isLost == true })
      #expect(!db.connection.isIdle)
      db.connection.rollBack()
    }
  }
}

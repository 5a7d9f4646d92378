import FireflyCore
import FireflyTransfer
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// Statements that the server keeps under a name.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct KeptStatementsTests {
  private static let statement = "SELECT n FROM numbers WHERE n = ?1::int"

  /// - Returns: a connection to a table of numbers, and whether its statements may have names.
  private func connect(
    to home: TemporaryDatabase
  ) async throws -> (PostgresSession, KeptStatements.Use) {
    let use = KeptStatements.Use()
    let connection = try await PostgresConnection.connect(
      to: PostgresAddress(home.database.url), keeping: use)
    let db = PostgresSession(connection: connection, end: .now + .seconds(30), isKept: true)
    try db.query("CREATE TEMPORARY TABLE numbers (n int)")
    try db.query("INSERT INTO numbers VALUES (7)")
    return (db, use)
  }

  private func names(_ db: PostgresSession) throws -> Int? {
    try db.value("SELECT count(*) FROM pg_prepared_statements")
  }

  @Test func aStatementIsPreparedOnceAlsoIfItFails() async throws {
    let home = try TemporaryDatabase()
    let (db, use) = try await connect(to: home)
    for _ in 1...3 {
      db.connection.begin()
      let n: Int? = try db.value(Self.statement, 7)
      #expect(n == 7)
      #expect(throws: PostgresError.self) { try db.run("SELECT 1 / ?1::int", 0) }
      db.connection.rollBack()
    }
    #expect(try names(db) == 2 && use.isPossible)
    withExtendedLifetime(home) {}
  }

  /// Behind a proxy, the next transaction may have another connection of the server.
  @Test(arguments: ["26000", "42P05"])
  func namesEndWithTheFirstErrorAboutThem(state: String) async throws {
    let home = try TemporaryDatabase()
    let (db, use) = try await connect(to: home)
    let name = try #require(KeptStatements(use).name(of: Self.statement)).text
    if state == "26000" {
      let _: Int? = try db.value(Self.statement, 7)
      try db.query("DEALLOCATE ALL")
    } else {
      try db.query("PREPARE \(name) AS SELECT 8")
    }
    #expect(
      performing: { try db.run(Self.statement, 7) },
      throws: {
        ($0 as? PostgresError)?.state == state && ($0 as? PostgresError)?.isConflict == true
      }
    )
    let n: Int? = try db.value(Self.statement, 7)
    #expect(n == 7 && !use.isPossible)
    withExtendedLifetime(home) {}
  }

  @Test func anotherConnectionMakesAnOutdatedPlanAgain() async throws {
    let home = try TemporaryDatabase()
    let (db, _) = try await connect(to: home)
    let _: Int? = try db.value(Self.statement, 7)
    try db.query("ALTER TABLE numbers ALTER n TYPE bigint")
    #expect(
      performing: { try db.run(Self.statement, 7) },
      throws: { ($0 as? PostgresError)?.isLost == true })
    #expect(!db.connection.isIdle)
    withExtendedLifetime(home) {}
  }

  /// A write goes on without names, and is done once.
  @Test func aWriteIsRepeatedWithoutNames() async throws {
    let home = try TemporaryDatabase()
    let store = try PostgresStore(home.database.url, connections: 1)
    _ = try await store.add(
      ImportDocument(Data(TemporaryStore.sampleLines.utf8)), by: TemporaryStore.ada,
      ownership: .unchanged)
    let ada = TemporaryStore.ada.email
    for number in 1...3 {
      _ = try await store.create(Post(id: 0, title: "post \(number)"), by: ada)
      _ = try await store.session { db in try db.query("DEALLOCATE ALL") }
    }
    let titles = try await store.recentPosts(FeedRequest(limit: 3)).map(\.title)
    #expect(titles == ["post 3", "post 2", "post 1"])
    withExtendedLifetime(home) {}
  }
}

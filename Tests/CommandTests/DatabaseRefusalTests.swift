import Foundation
import OwnThreads
import PostgresHarness
import TerminalHarness
import Testing

/// Databases that can't be used: each has a sentence, never with a password in it.
@Suite(.ownThreads, .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
struct DatabaseRefusalTests {
  private static let line = #"{"title":"kept in a database"}"# + "\n"

  private func database() throws -> PostgresDatabase {
    try #require(PostgresServer.shared).newDatabase()
  }

  @Test func theAddressIsNamedWithoutItsPassword() throws {
    let (program, server) = (try Program(), try #require(PostgresServer.shared))
    let url = server.url("postgres", user: "guarded:wrong-secret")
    let result = try program.run("serve", "--port", "0", "--database", url)
    #expect(result.status == 1)
    #expect(result.error.contains("refused the user (password authentication failed"))
    #expect(result.error.contains("~/.pgpass"))
    let everything = result.error + result.output + (program.log ?? "")
    #expect(!everything.contains("wrong-secret"))
  }

  @Test func otherFilesAreRefused() throws {
    for url in ["http://localhost/x", "firefly.sqlite", ""] {
      let result = try Program().run("export", "--database", url)
      #expect(result.status == 64)
      #expect(result.error.contains("Write postgres://user@host/database"))
    }
    let broken = try Program().run("export", "--database", "postgres://u:secret@[::1/x")
    #expect(broken.status == 1 && broken.error.contains("can't be read"))
    #expect(!broken.error.contains("secret"))
  }

  /// A part of such a password would be taken for the host, the port or the database.
  @Test(arguments: ["hidden@secret", "hidden/secret", "hidden%zzsecret"])
  func aPasswordThatIsNotEncodedIsNotShown(_ password: String) throws {
    let program = try Program()
    let result = try program.run(
      "export", "--database", "postgres://ada:\(password)@127.0.0.1:1/posts")
    #expect(result.status == 1 && result.error.contains("%40 for @"), "\(result.error)")
    for word in ["hidden", "secret"] {
      #expect(!(result.error + (program.log ?? "")).contains(word))
    }
  }

  @Test func aMissingPasswordIsAskedFor() throws {
    let server = try #require(PostgresServer.shared)
    let result = try Program().run(
      "export", "--database", server.url("postgres", user: PostgresServer.guarded))
    #expect(result.status == 1)
    #expect(result.error.contains("refused the user (it requires a password"), "\(result.error)")
    // The usual places for one.
    let program = try Program()
    try program.write("*:*:*:\(PostgresServer.guarded):right\n", to: "pgpass")
    let file = program.home.appendingPathComponent("pgpass").path
    chmod(file, 0o600)
    let database = try database()
    let url = server.url(database.name, user: PostgresServer.guarded)
    for environment in [["PGPASSFILE": file], ["PGPASSWORD": "right"]] {
      let result = try program.run("export", "--database", url, environment: environment)
      #expect(result.error.contains("denied this to its user"), "\(result.error)")
    }
  }

  /// Host, user and database can be in a service file instead of the address.
  @Test func servicesAreLookedUp() throws {
    let (program, database) = (try Program(), try database())
    try program.write(
      "[posts]\nhost=\(database.server.folder)\nuser=\(PostgresServer.owner)\ndbname=\(database.name)\n",
      to: "services")
    let file = program.home.appendingPathComponent("services").path
    let environment = ["PGSERVICEFILE": file, "PGSERVICE": "posts"]
    let result = try program.run(
      "import", "-", "--database", "postgres://", input: Self.line, environment: environment)
    #expect(result.output == "1\n", "\(result.error)")
    let wrong = try program.run(
      "export", "--database", "postgres:///?service=none", environment: environment)
    #expect(wrong.error.contains("can't be reached"), "\(wrong.error)")
    #expect(wrong.error.contains("Check its address"), "\(wrong.error)")
  }

  @Test func otherDataIsRefused() throws {
    let (newer, foreign, table) = (try database(), try database(), try database())
    let program = try Program()
    func error(_ database: PostgresDatabase) throws -> String {
      let result = try program.run("serve", "--port", "0", "--database", database.url)
      #expect(result.status == 1)
      return result.error
    }
    // A later version may still let this one work.
    #expect(try program.run("export", "--database", newer.url).status == 0)
    try newer.sql("UPDATE settings SET value = '99' WHERE name = 'schema'")
    #expect(try program.run("export", "--database", newer.url).status == 0)
    try newer.sql("UPDATE settings SET value = '99' WHERE name = 'schema-oldest'")
    #expect(try error(newer).contains("by a later version of Firefly. Use that version"))
    try foreign.sql("CREATE TABLE settings (name int)")
    #expect(try error(foreign).contains("has tables of another program"))
    try table.sql("CREATE TABLE posts (name int)")
    #expect(try error(table).contains("Name an empty database"))
  }

  @Test func aServerThatIsNotThereIsNamed() throws {
    let result = try Program().run("export", "--database", "postgres://nobody@127.0.0.1:1/posts")
    #expect(result.status == 1)
    #expect(
      result.error.hasPrefix("firefly: PostgreSQL database posts at 127.0.0.1 can't be reached"))
    #expect(result.error.contains("Connection refused"))
    let missing = try #require(PostgresServer.shared).url("missing")
    #expect(try Program().run("export", "--database", missing).error.contains("does not exist"))
  }

  @Test func missingOrFullFoldersAreNamed() throws {
    let server = try #require(PostgresServer.shared)
    let missing = try Program().run("serve", "--port", "0", "--database", server.url("missing"))
    #expect(
      missing.status == 1 && missing.error.contains("Create it with createdb"), "\(missing.error)")
    let database = try database()
    let user = "crowd_\(database.name)"
    try server.sql("CREATE ROLE \(user) LOGIN CONNECTION LIMIT 0")
    let url = server.url(database.name, user: user)
    let crowded = try Program().run("serve", "--port", "0", "--database", url)
    #expect(crowded.status == 1, "\(crowded.output)")
    #expect(crowded.error.contains("accepts no more connections (too many connections for role"))
    #expect(crowded.error.contains("pgbouncer"))
    try server.sql("DROP ROLE \(user)")
  }

  @Test func aReplicaIsRefused() throws {
    let database = try database()
    try database.sql("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
    let result = try Program().run("serve", "--port", "0", "--database", database.url)
    #expect(result.status == 1 && result.error.contains("is a replica"), "\(result.error)")
  }

  @Test func aUserWithoutRightsIsRefused() throws {
    let database = try database()
    let url = database.server.url(database.name, user: "guarded:right")
    let result = try Program().run("serve", "--port", "0", "--database", url)
    #expect(result.status == 1 && result.error.contains("Grant the rights"), "\(result.error)")
  }
}

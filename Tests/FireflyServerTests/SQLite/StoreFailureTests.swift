import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// What goes wrong with the database is told with the name of its file.
@Suite struct StoreFailureTests {
  private func sentence(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      Issue.record("nothing went wrong")
      return ""
    } catch let error as StoreError {
      return error.description
    }
  }

  @Test func aFileThatIsNoDatabase() throws {
    let home = try TemporaryStore()
    let folder = home.folder.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("firefly.sqlite")
    try Data(String(repeating: "no database. ", count: 400).utf8).write(to: file)
    let text = try sentence { _ = try SQLiteStore(folder: folder) }
    #expect(text.hasPrefix("\(file.path) is damaged, or not a database."))
    #expect(text.contains(".recover"))
  }

  @Test func aDatabaseOfALaterVersion() throws {
    let home = try TemporaryStore()
    try home.sqlite.database.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
    }
    let text = try sentence { _ = try SQLiteStore(folder: home.folder) }
    #expect(text.hasPrefix("\(home.sqlite.file) was written by a later version of Firefly."))
  }

  /// An older program that goes on writing would leave an index that this version can't read.
  @Test func anOlderDatabaseThatAnotherProgramHasOpen() throws {
    let home = try TemporaryStore()
    let (folder, migrations) = (home.folder.appendingPathComponent("old"), SQLiteSchema.migrator)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("firefly.sqlite").path
    let last = try #require(migrations.migrations.last)
    func applied() throws -> [String] {
      try DatabaseQueue(path: path).read { try migrations.appliedIdentifiers($0) }.sorted()
    }
    let before = try #require(migrations.migrations.dropLast().last)
    try migrations.migrate(DatabasePool(path: path), upTo: before)
    // A lock of an open file is as that of another process.
    let other = open(path, O_RDWR)
    var lock = flock()
    (lock.l_type, lock.l_start, lock.l_len) = (Int16(F_RDLCK), 0x4000_0002, 510)
    let setLockOfFile: Int32 = 37
    #expect(fcntl(other, setLockOfFile, &lock) == 0)
    let text = try sentence { _ = try SQLiteStore(folder: folder) }
    #expect(text.hasPrefix("\(path) is of an older version of Firefly and must be updated, but"))
    #expect(
      text.hasSuffix(
        "but another program has it open. Stop that program, then start this one again."))
    #expect(try !applied().contains(last))
    close(other)
    _ = try SQLiteStore(folder: folder)
    #expect(try applied().contains(last))
    // Of the same version, both may have it open.
    let own = OtherProgram.name(ofProcess: getpid())
    #expect(own.hasSuffix(" (process \(getpid()))") && !own.hasPrefix(" "))
  }

  @Test func aDiskWithoutRoom() throws {
    let home = try TemporaryStore()
    try home.sqlite.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
    }
    let body = String(repeating: "words ", count: 20_000)
    let text = try sentence { try home.addNow("{\"title\":\"long\",\"body\":\"\(body)\"}") }
    #expect(text.hasPrefix("\(home.sqlite.file) can't grow: the disk is full."))
    let count = try home.sqlite.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM posts")
    }
    #expect(count == 0)
  }

  @Test func aDatabaseThatMayNotBeWrittenTo() throws {
    let home = try TemporaryStore()
    try home.sqlite.database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA query_only = 1")
    }
    let text = try sentence { try home.addNow(#"{"title":"a"}"#) }
    #expect(text.hasPrefix("\(home.sqlite.file) can't be written to."))
    #expect(text.contains("--data"))
  }

  @Test func aDatabaseThatAnotherProgramHolds() throws {
    let home = try TemporaryStore()
    let holder = try DatabaseQueue(path: home.sqlite.file)
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      defer { try? db.execute(sql: "ROLLBACK") }
      try home.sqlite.database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA busy_timeout = 10")
      }
      let text = try sentence { try home.addNow(#"{"title":"a"}"#) }
      #expect(text.hasPrefix("\(home.sqlite.file) is in use by another program."))
    }
  }

  @Test(arguments: [true, false])
  func onlyTheOwnerSeesThePathOfTheFile(isLocal: Bool) async throws {
    let home = try await TemporaryStore.sample()
    try await home.sqlite.database.write { db in try db.execute(sql: "DROP TABLE posts") }
    let access = isLocal ? Access.owner(TemporaryStore.ada) : .members()
    let router = Router(store: home.store, access: access, logger: silent)
    let answer = await router.respond(
      to: HTTPRequest("GET", "/api/posts/3", fields: ["Host": "127.0.0.1"]))
    #expect(answer.status == 500)
    let text = String(decoding: try await answer.allBytes(), as: UTF8.self)
    #expect(text.contains("no such table: posts"))
    #expect(text.contains(home.sqlite.file) == isLocal)
  }
}

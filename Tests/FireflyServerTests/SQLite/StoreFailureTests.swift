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

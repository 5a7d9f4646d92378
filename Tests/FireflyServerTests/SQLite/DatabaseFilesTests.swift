import FireflyCore
import FireflyHTTP
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// The files of a database are moved away, deleted or replaced while a store has it open.
@Suite struct DatabaseFilesTests {
  enum Loss: CaseIterable {
    case fileMoved, folderMoved, fileDeleted, fileReplaced, logDeleted, indexDeleted

    /// - Returns: undoes it; nil if that can't be undone.
    func happen(to folder: URL) throws -> (() throws -> Void)? {
      let files = FileManager.default
      let (file, aside) = (
        folder.appendingPathComponent("firefly.sqlite"),
        folder.deletingLastPathComponent().appendingPathComponent("aside-\(UUID().uuidString)")
      )
      switch self {
      case .fileMoved:
        try files.moveItem(at: file, to: aside)
        return { try files.moveItem(at: aside, to: file) }
      case .folderMoved:
        try files.moveItem(at: folder, to: aside)
        return { try files.moveItem(at: aside, to: folder) }
      case .fileReplaced:
        try files.moveItem(at: file, to: aside)
        try files.copyItem(at: aside, to: file)
        return {
          try files.removeItem(at: file)
          try files.moveItem(at: aside, to: file)
        }
      case .fileDeleted: try files.removeItem(at: file)
      case .logDeleted: try files.removeItem(atPath: file.path + "-wal")
      case .indexDeleted: try files.removeItem(atPath: file.path + "-shm")
      }
      return nil
    }
  }

  @Test(arguments: Loss.allCases)
  func acknowledgedWritesSurviveARestart(_ loss: Loss) async throws {
    let home = try await TemporaryStore.sample()
    let store = home.store
    let ada = TemporaryStore.ada.email
    var acknowledged: Set<String> = []
    func post(_ title: String) async throws(StoreError) {
      acknowledged.insert(try await store.create(Post(id: 0, title: title), by: ada).title)
    }
    try await post("before")
    let undo = try loss.happen(to: home.folder)
    let moved = StoreError.unavailable(home.sqlite.file, .moved)
    await #expect(throws: moved) { try await post("meanwhile") }
    await #expect(throws: moved) { try await store.update(3, PostChange(), by: ada) }
    await #expect(throws: moved) { try await store.recentPosts(FeedRequest()) }
    await #expect(throws: moved) { try await store.version() }
    await #expect(throws: moved) { _ = try await store.snapshot() }
    #expect(throws: moved) { _ = try home.addNow(#"{"title":"imported"}"#) }
    // Nothing is made where the folder was: putting it back would put it inside.
    if loss == .folderMoved {
      await #expect(throws: StoreError.self) { _ = try await store.pictures.newDraft() }
      #expect(!FileManager.default.fileExists(atPath: home.folder.path))
    }
    guard let undo else { return }
    try undo()
    try await post("afterwards")
    let later = try SQLiteStore(folder: home.folder)
    let titles = Set(try await later.recentPosts(FeedRequest(limit: 100)).map(\.title))
    #expect(acknowledged == ["before", "afterwards"] && acknowledged.isSubset(of: titles))
    #expect(!titles.contains("meanwhile"))
  }

  /// A transaction that is under way when it happens isn't acknowledged either.
  @Test func aWriteIsCheckedAfterItsEnd() async throws {
    let home = try await TemporaryStore.sample()
    let folder = home.folder
    await #expect(throws: StoreError.unavailable(home.sqlite.file, .moved)) {
      try await home.sqlite.write { db in
        let db = try #require(db as? SQLiteSession).db
        _ = try Loss.fileMoved.happen(to: folder)
        try db.execute(sql: "UPDATE posts SET title = 'lost'")
      }
    }
  }

  @Test func theServerSaysSoAndIsNotReady() async throws {
    let house = try await TestHouse()
    let readiness = Readiness(house.home.store, logger: silent)
    #expect(await readiness.problem() == nil)
    let undo = try Loss.fileMoved.happen(to: house.home.folder)
    let reply = try await house.ask("GET", "/api/posts/3")
    #expect(reply.status == 503)
    #expect(reply.text.contains("the database was moved, deleted or replaced"))
    #expect(!reply.text.contains(house.home.folder.path))
    #expect(await readiness.problem()?.contains("was moved, deleted or replaced") == true)
    try undo?()
    #expect(try await house.ask("GET", "/api/posts/3").status == 200)
    #expect(await readiness.problem() == nil)
  }
}

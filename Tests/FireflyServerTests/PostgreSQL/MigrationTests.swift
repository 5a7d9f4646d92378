import FireflyCore
import Foundation
import PostgresHarness
import Synchronization
import Testing

@testable import FireflyServer

/// `firefly migrate`, interrupted wherever it can be.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(5)))
struct MigrationTests {
  private struct Interrupted: Error {}

  /// A folder with 1,210 posts, 30 of them with one of three pictures.
  private func source() async throws -> TemporaryStore {
    let home = try await TemporaryStore.sample()
    var document = ImportDocument()
    for number in 1...1_200 {
      var post = ImportedPost(title: "post \(number)")
      post.authorEmail = "user\(number % 40)@example.com"
      if number % 40 == 0 {
        post.picture = .bytes(PictureStorageTests.picture(number % 3, bytes: 300_000))
      }
      _ = document.append(post)
    }
    _ = try await home.store.importPosts(document, localUser: { TemporaryStore.ada })
    return home
  }

  private func posts(_ store: any Store) async throws -> [Post] {
    let snapshot = try await store.snapshot()
    let ids = try await snapshot.links().map(\.id)
    return try await snapshot.posts(ids).sorted { $0.id < $1.id }
  }

  private func expectSame(_ store: any Store, _ home: TemporaryStore) async throws {
    let (copied, original) = (try await posts(store), try await posts(home.store))
    #expect(copied == original)
    #expect(try await store.members() == home.store.members())
    #expect(try await store.identity() == home.store.identity())
    for url in try await home.store.pictureURLs() {
      let name = try #require(UploadsFolder.name(inURL: url))
      var (one, other) = ([UInt8](), [UInt8]())
      let (file, copy) = (
        try #require(try await home.store.pictures.picture(name)),
        try #require(try await store.pictures.picture(name))
      )
      while let piece = try await file.next() { one += piece }
      while let piece = try await copy.next() { other += piece }
      #expect(one == other)
    }
  }

  @Test func itContinuesAfterEveryStep() async throws {
    let home = try await source()
    let database = try TemporaryDatabase()
    var runs = 0
    while true {
      var migration = try StoreMigration(from: home.folder, to: database.database.url)
      // Each run is interrupted one step later.
      let left = Mutex(1 + runs)
      migration.onStep = {
        let isOver = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isOver { throw Interrupted() }
      }
      runs += 1
      do {
        let result = try await migration.run()
        #expect(result.posts == 1_210 && result.missingPictures == [])
        break
      } catch is Interrupted {}
      // Nobody takes a part for the whole.
      let store = try database.open(.database)
      let isDone = try await isComplete(store)
      if !isDone {
        await #expect(throws: StoreError.unavailable(store.location, .migrationIncomplete)) {
          try await store.identity()
        }
        #expect(await Readiness(store, logger: silent).problem() != nil)
      }
      try #require(runs < 200)
    }
    #expect(runs > 10)
    try await expectSame(try database.open(.database), home)
    let again = try await StoreMigration(from: home.folder, to: database.database.url).run()
    #expect(again.wasComplete && again.posts == 1_210 && again.newPosts == 0)
  }

  private func isComplete(_ store: PostgresStore) async throws -> Bool {
    do {
      _ = try await store.identity()
      return true
    } catch StoreError.unavailable(_, .migrationIncomplete) {
      return false
    }
  }

  /// What was written between two runs comes along.
  @Test func aSourceThatIsWrittenToIsCopiedAsItIs() async throws {
    let home = try await source()
    let database = try TemporaryDatabase()
    for steps in [6, 9, 20] {
      var migration = try StoreMigration(from: home.folder, to: database.database.url)
      let left = Mutex(steps)
      migration.onStep = {
        let isOver = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isOver { throw Interrupted() }
      }
      await #expect(throws: Interrupted.self) { _ = try await migration.run() }
      var change = PostChange()
      change.body = "changed after \(steps) steps"
      _ = try await home.store.update(3, change, by: TemporaryStore.ada.email)
      _ = try await home.store.create(
        Post(id: 0, title: "new after \(steps)"), by: TemporaryStore.ada.email)
    }
    _ = try await StoreMigration(from: home.folder, to: database.database.url).run()
    try await expectSame(try database.open(.database), home)
  }

  @Test func onlyItsOwnDataIsContinued() async throws {
    let (home, other) = (try await source(), try await TemporaryStore.sample())
    let database = try TemporaryDatabase()
    var migration = try StoreMigration(from: home.folder, to: database.database.url)
    migration.onStep = { throw Interrupted() }
    await #expect(throws: Interrupted.self) { _ = try await migration.run() }
    do {
      _ = try await StoreMigration(from: other.folder, to: database.database.url).run()
      Issue.record("Other data was added.")
    } catch {
      #expect("\(error)".contains("it has a part of another server"))
    }
    _ = try await StoreMigration(from: home.folder, to: database.database.url).run()
    do {
      _ = try await StoreMigration(from: other.folder, to: database.database.url).run()
      Issue.record("Other data was added.")
    } catch {
      #expect("\(error)".contains("Name an empty database"))
    }
  }

  /// Pictures go where they are wanted, and only other pictures are in the way.
  @Test func picturesGoElsewhere() async throws {
    let home = try await source()
    let fake = try await FakeS3()
    let s3 = PictureLocation.s3(
      try S3Address(fake.address(), environment: [:]), try fake.credentials())
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for location in [s3, .folder(folder)] {
      let database = try TemporaryDatabase()
      let url = database.database.url
      let result = try await StoreMigration(from: home.folder, to: url, pictures: location).run()
      #expect(result.pictures == 3)
      let store = try database.open(location)
      _ = try await store.storingPictures(in: location)
      try await expectSame(store, home)
      await #expect(throws: PictureStorageError.self) {
        _ = try await database.open(.database).storingPictures(in: nil)
      }
    }
    #expect(fake.names.count == 4)
  }

  /// Two at a time do it once.
  @Test func twoAtATimeTakeTurns() async throws {
    let home = try await source()
    let database = try TemporaryDatabase()
    let url = database.database.url
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...2 {
        group.addTask { _ = try? await StoreMigration(from: home.folder, to: url).run() }
      }
    }
    _ = try await StoreMigration(from: home.folder, to: url).run()
    try await expectSame(try database.open(.database), home)
  }
}

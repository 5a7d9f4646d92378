import FireflyCore
import FireflyTransfer
import Foundation
import PostgresHarness
import Synchronization
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// `firefly migrate`, interrupted wherever it can be.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct MigrationTests {
  private struct Interrupted: Error {}

  /// A folder with 1,214 posts: 30 with one of three imported pictures, and three of four by a member
  /// with a picture each; another one of these is deleted, and can be restored.
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
    for number in 1...5 {
      let post = try await home.store.create(
        Post(id: 0, title: "own \(number)"),
        picture: number == 1 ? nil : try await draft(10 + number, for: home.store), key: nil,
        quota: .none, by: TemporaryStore.ada.email, at: Date())
      if number == 5 { try await home.store.delete(post.id) }
    }
    return home
  }

  private func draft(_ number: Int, for store: any Store) async throws -> PictureDraft {
    let draft = try await store.pictures.newDraft()
    try draft.append(Array(PictureStorageTests.picture(number, bytes: 300_000)))
    return draft
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

  /// The database has what the posts have, and nothing else; a picture goes with its last post.
  private func expectOnlyUsedPictures(_ store: PostgresStore) async throws {
    func names(_ table: String) async throws -> Set<String> {
      try await store.session { db in
        Set(try db.query("SELECT DISTINCT name FROM \(table)").map { $0[0] as String })
      }
    }
    let used = Set(try await store.pictureURLs().compactMap(UploadsFolder.name(inURL:)))
    let isInDatabase = store.sharedPictures is PicturesInDatabase
    #expect(try await names("pictures") == used)
    #expect(try await names("picture_pieces") == (isInDatabase ? used : []))
    for post in try await posts(store) where post.imageURL != nil {
      try await store.delete(post.id)
    }
    try await store.purgeDeleted(at: Date().addingTimeInterval(1_000))
    #expect(try await names("pictures") == [])
    #expect(try await names("picture_pieces") == [])
  }

  /// A database comes back to a folder as it was.
  @Test func aDatabaseIsCopiedToAFolder() async throws {
    let (home, database) = (try await source(), try TemporaryDatabase())
    _ = try await StoreMigration(from: home.folder, to: database.database.url).run()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var migration = try StoreMigration(
      from: .postgres(url: database.database.url, pictures: .database), to: .sqlite(folder: folder))
    let steps = Mutex(0)
    migration.onStep = {
      if steps.withLock({
        $0 += 1; return $0
      }) == 9 {
        throw Interrupted()
      }
    }
    await #expect(throws: Interrupted.self) { _ = try await migration.run() }
    #expect(throws: StoreError.self, "it is not whole") { _ = try SQLiteStore(folder: folder) }
    let result = try await StoreMigration(
      from: .postgres(url: database.database.url, pictures: .database), to: .sqlite(folder: folder)
    ).run()
    #expect(result.missingPictures == [])
    let store = try SQLiteStore(folder: folder)
    try await expectSame(store, home)
    #expect(try await store.wrongTreePaths() == [])
    let known = try await home.store.search(words: "post").map(\.id)
    #expect(try await store.search(words: "post").map(\.id) == known)
    // New posts get new numbers.
    let next = try await store.create(Post(id: 0, title: "t"), by: TemporaryStore.ada.email).id
    let there = try await home.store.create(Post(id: 0, title: "t"), by: TemporaryStore.ada.email)
      .id
    #expect(next == there)
  }

  /// Each run is interrupted one step later, and some have another place for pictures than the last.
  @Test(arguments: [false, true])
  func migrationContinuesAfterEveryStep(alternates: Bool) async throws {
    let home = try await source()
    let database = try TemporaryDatabase()
    let folder = PictureLocation.folder(database.folder.appendingPathComponent("uploads"))
    var (runs, place, isDone) = (0, PictureLocation.database, false)
    while true {
      if alternates, !isDone { place = place == folder ? .database : folder }
      var migration = try StoreMigration(
        from: home.folder, to: database.database.url, pictures: place)
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
        #expect(result.posts == 1_214 && result.missingPictures == [])
        break
      } catch is Interrupted {}
      // Nobody takes a part for the whole.
      let store = try database.open(.database)
      isDone = try await isComplete(store)
      if !isDone {
        await #expect(throws: StoreError.unavailable(store.location, .migrationIncomplete)) {
          try await store.identity()
        }
        #expect(await Readiness(store, logger: silent).problem() != nil)
      }
      try #require(runs < 200)
    }
    #expect(runs > 10)
    try await expectSame(try database.open(place), home)
    let again = try await StoreMigration(from: home.folder, to: database.database.url).run()
    #expect(again.wasComplete && again.posts == 1_214 && again.newPosts == 0)
    try await expectOnlyUsedPictures(try database.open(place))
  }

  /// Servers may write as soon as one of two runs has finished; the other one must not begin again.
  @Test func aRunEndsWhenAnotherOneHasFinished() async throws {
    let home = try await source()
    let database = try TemporaryDatabase()
    var migration = try StoreMigration(from: home.folder, to: database.database.url)
    let steps = Mutex(0)
    migration.onStep = {
      guard
        steps.withLock({
          $0 += 1; return $0
        }) == 5
      else { return }
      try database.database.sql(
        "DELETE FROM settings WHERE name = 'migrating' OR name LIKE 'migrated %'")
    }
    do {
      _ = try await migration.run()
      Issue.record("It went on.")
    } catch {
      #expect("\(error)".contains("another run of `firefly migrate`"))
    }
    #expect(steps.withLock { $0 } == 5)
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
      #expect(result.pictures == 7)
      let store = try database.open(location)
      _ = try await store.storingPictures(in: location)
      try await expectSame(store, home)
      await #expect(throws: PictureStorageError.self) {
        _ = try await database.open(.database).storingPictures(in: nil)
      }
    }
    #expect(fake.names.count == 8)
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

extension StoreMigration {
  /// A migration from a folder to a database.
  init(from folder: URL, to url: String, pictures: PictureLocation? = nil) throws {
    try self.init(
      from: .sqlite(folder: folder), to: .postgres(url: url, pictures: .database),
      pictures: pictures)
  }
}

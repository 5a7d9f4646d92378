import FireflyCore
import FireflyTransfer
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// A kind of store, for tests that every store has to pass.
///
/// A second backend adds itself to `all`.
struct StoreKind: Sendable, CustomTestStringConvertible {
  static let all = [sqlite] + (postgres.map { [$0] } ?? [])

  private static let sqlite = StoreKind(testDescription: "SQLite") {
    let home = try TemporaryStore()
    return TestStore(home.store) {
      withExtendedLifetime(home) {}
      return try SQLiteStore(folder: home.folder)
    }
  }

  /// Nil, after a line that says so, where PostgreSQL is not installed.
  private static let postgres: StoreKind? = {
    guard PostgresServer.programs != nil else {
      print("PostgreSQL is not installed: what every store has to do is tested with SQLite only.")
      return nil
    }
    return StoreKind(testDescription: "PostgreSQL") {
      let home = try TemporaryDatabase()
      return TestStore(try home.open()) {
        withExtendedLifetime(home) {}
        return try home.open()
      }
    }
  }()

  let testDescription: String
  /// Makes an empty store.
  let make: @Sendable () async throws -> TestStore

  /// A store with three users, ten posts and four levels.
  func sample() async throws -> TestStore {
    let home = try await make()
    try await home.add(TemporaryStore.sampleLines)
    return home
  }
}

/// A store that goes when the test is over.
final class TestStore: Sendable {
  let store: any Store
  /// Opens the same data once more, as another program does; keeps the data while it is there.
  let openAgain: @Sendable () async throws -> any Store

  init(_ store: any Store, openAgain: @escaping @Sendable () async throws -> any Store) {
    self.store = store
    self.openAgain = openAgain
  }

  /// Imports lines or a document; Ada is who writes what names no author.
  @discardableResult
  func add(_ json: String) async throws -> [Int] { try await add(Data(json.utf8)) }

  @discardableResult
  func add(_ document: Data) async throws -> [Int] {
    try await store.add(
      ImportDocument(document), by: TemporaryStore.ada, ownership: .unchanged
    )?.roots ?? []
  }
}

// What most tests leave out.
extension Store {
  /// The folder that the pictures of tests are in, if nothing else is said.
  var uploads: UploadsFolder {
    guard let folder = pictures as? UploadsFolder else {
      preconditionFailure("The pictures of this store are not in a folder.")
    }
    return folder
  }

  func cursor(over list: PostList) -> any PostListCursor { cursor(over: list, at: Date()) }

  func hasNew(
    _ template: Post.Template, since: Date, reader: String?
  ) async throws(StoreError) -> Bool {
    try await hasNew(template, since: since, reader: reader, at: Date())
  }

  func create(_ post: Post, by email: String) async throws(StoreError) -> Post {
    try await create(post, picture: nil, key: nil, quota: .none, by: email, at: Date())
  }

  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota, by email: String,
    at now: Date
  ) async throws(StoreError) -> Post {
    try await create(
      post, picture: picture, key: key, quota: quota, repliers: .anyone, by: email, at: now)
  }

  func move(
    _ id: Int, to parent: Int?, if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await move(id, to: parent, repliers: .anyone, if: condition, by: email, at: now)
  }

  func update(
    _ id: Int, _ change: PostChange, by email: String
  ) async throws(StoreError) -> Post {
    try await update(
      id, change, picture: nil, quota: .none, if: .none, by: email, at: Date())
  }

  func delete(
    _ id: Int, by email: String? = nil, at now: Date = Date()
  ) async throws(StoreError) {
    try await delete(id, if: .none, by: email, at: now)
  }

  func restore(_ id: Int, at now: Date = Date()) async throws(StoreError) -> Post {
    try await restore(id, by: nil, at: now)
  }

  func purgeDeleted() async throws(StoreError) { try await purgeDeleted(at: Date()) }

  func newCode(for email: String, now: Date = Date()) async throws(StoreError) -> String {
    try await newCode(for: email, from: "", access: .members(), now: now)
  }

  func check(
    code: String, for email: String, now: Date = Date()
  ) async throws(StoreError) -> CodeCheck {
    try await check(
      code: code, for: email, from: "", device: DeviceInfo(), access: .members(), now: now)
  }

  func invite(_ email: String) async throws(StoreError) -> Bool {
    try await invite(email, at: Date())
  }
}

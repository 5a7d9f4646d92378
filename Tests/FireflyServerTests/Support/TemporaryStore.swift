import FireflyCore
import FireflyTransfer
import Foundation

@testable import FireflyStore

/// A store in a folder of its own, which goes when the test is over.
final class TemporaryStore: Sendable {
  /// Whether new ones are on PostgreSQL: see `EveryStore`.
  @TaskLocal static var isOnPostgreSQL = false
  /// Where pictures of those on PostgreSQL are; nil for a folder of their own.
  @TaskLocal static var pictures: PictureLocation?

  let folder: URL
  let store: any Store
  private let database: TemporaryDatabase?
  static let ada = LocalUser(name: "Ada Linden", email: "ada@example.com")

  init() throws {
    if Self.isOnPostgreSQL {
      let database = try TemporaryDatabase()
      (self.database, folder) = (database, database.folder)
      store = try database.open()
      return
    }
    database = nil
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-tests-\(UUID().uuidString)")
    store = try SQLiteStore(folder: folder)
  }

  /// The store on SQLite, for tests that look into its tables.
  var sqlite: SQLiteStore {
    guard let sqlite = store as? SQLiteStore else {
      preconditionFailure("A test of SQLite's tables has the tag sqliteOnly.")
    }
    return sqlite
  }

  /// Opens the same data once more, as another program does.
  func openAgain() throws -> any Store {
    if let database { return try database.open() }
    return try SQLiteStore(folder: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Imports lines or a document; Ada is who writes what names no author.
  @discardableResult
  func add(_ json: String) async throws -> [Int] {
    try await store.add(
      ImportDocument(Data(json.utf8)), by: Self.ada, ownership: .unchanged
    )?.roots ?? []
  }

  /// The same on SQLite, at once.
  @discardableResult
  func addNow(_ json: String) throws -> [Int] {
    try sqlite.importPosts(Data(json.utf8), author: Self.ada)
  }

  static let sampleLines =
    """
    {"id":1,"title":"Ada Linden","summary":"here","template_name":"profile","created_at":"2025-11-01T10:00:00Z"}
    {"id":2,"title":"Ben Okafor","summary":"here, too","template_name":"profile","author_email":"ben@example.com","author_name":"Ben Okafor","created_at":"2025-11-02T10:00:00Z"}
    {"id":3,"title":"building a loom","summary":"from scrap wood","body":"Four planks.","parent_id":1,"created_at":"2025-11-03T10:31:24Z"}
    {"id":4,"title":"what tension?","body":"Mine sags.","parent_id":3,"author_email":"ben@example.com","created_at":"2025-11-04T10:00:00Z"}
    {"id":5,"title":"a history of looms","parent_id":3,"ai_generated":true,"created_at":"2025-11-05T10:00:00Z"}
    {"id":6,"title":"tight","parent_id":4,"created_at":"2025-11-06T10:00:00Z"}
    {"id":7,"title":"sourdough","body":"flour and water","parent_id":2,"author_email":"ben@example.com","created_at":"2025-11-07T10:00:00Z"}
    {"id":8,"title":"loom weaving","summary":"looms","template_name":"query","created_at":"2025-11-08T10:00:00Z"}
    {"id":9,"title":"old root","author_email":"mei@example.com","created_at":"2025-10-01T10:00:00Z"}
    {"id":10,"title":"攝影與茶","body":"我住在台北，喜歡攝影。","author_email":"mei@example.com","created_at":"2025-10-02T10:00:00Z"}
    """

  /// Three people, ten posts, four levels; the times are one day apart.
  static func sample() async throws -> TemporaryStore {
    let sample = try TemporaryStore()
    try await sample.add(sampleLines)
    return sample
  }
}

extension [Post] {
  var ids: [Int] { map(\.id) }
}

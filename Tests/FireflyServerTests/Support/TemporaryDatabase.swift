import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// A database on PostgreSQL with a folder for pictures, which go when the test is over.
final class TemporaryDatabase: Sendable {
  let database: PostgresDatabase
  let folder: URL

  init() throws {
    database = try #require(PostgresServer.shared).newDatabase()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A store that waits for long: a machine that runs tests has much to do.
  ///
  /// If nothing else is said, pictures are in a folder, where tests can look at them.
  func open(timeout: Duration = .seconds(30)) throws -> PostgresStore {
    try open(
      timeout: timeout,
      TemporaryStore.pictures ?? .folder(folder.appendingPathComponent("uploads")))
  }

  func open(
    timeout: Duration = .seconds(30), _ pictures: PictureLocation
  ) throws -> PostgresStore {
    try PostgresStore(database.url, pictures: pictures, timeout: timeout)
  }
}

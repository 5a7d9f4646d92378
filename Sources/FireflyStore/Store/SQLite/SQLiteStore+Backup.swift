import FireflyCore
import Foundation
import GRDB

/// A store whose whole database can be copied while it is used.
package protocol CopyableStore: Store {
  /// Copies the database, as it is at one moment, into a folder that has none.
  ///
  /// - Parameter folder: an existing folder.
  /// - Throws: `StoreError`; `.damaged` if the copy, and so the database, is damaged.
  func copyDatabase(to folder: URL) async throws(StoreError) -> DatabaseCopy
}

/// A copy of a database.
package struct DatabaseCopy: Hashable, Sendable {
  /// The names of its files; the later ones are there only while it is written.
  package static let names =
    ["firefly.sqlite"] + ["-journal", "-wal", "-shm"].map { "firefly.sqlite" + $0 }
  /// The name of a file beside it until the backup, or another export, is complete.
  package static let incomplete = "INCOMPLETE"
  /// The name of its folder of pictures.
  package static let uploads = "uploads"

  /// Number of posts.
  package var posts: Int
  /// The URLs of the pictures of its posts.
  package var pictureURLs: Set<String>
}

extension SQLiteStore: CopyableStore {
  /// Copies the database while it is in use.
  ///
  /// - Parameter folder: where to create the copy.
  /// - Returns: what the copy contains.
  package func copyDatabase(to folder: URL) async throws(StoreError) -> DatabaseCopy {
    try files.check()
    let path = folder.appendingPathComponent("firefly.sqlite").path
    do {
      return try await BlockingPool.shared.run {
        try Self.createPrivateFile(path)
        let copy = try DatabaseQueue(path: path)
        // In one step, which doesn't block writers.
        try database.backup(to: copy)
        return try copy.read { db in
          let problem = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
          guard problem == "ok" else { throw StoreError.unavailable(file, .damaged) }
          return DatabaseCopy(
            posts: try Int.fetchOne(db, sql: "SELECT count(*) FROM posts") ?? 0,
            pictureURLs: try SQLiteSession(db).pictureURLs())
        }
      }
    } catch {
      throw failure(error)
    }
  }
}

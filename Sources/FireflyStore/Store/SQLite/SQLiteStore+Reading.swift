import Foundation
import GRDB

extension SQLiteStore {
  /// Opens the store in a folder to read it; the folder needs not be writable.
  ///
  /// - Throws: as `init(folder:)`; `StoreError.unavailable` if the data can't be read without writing
  ///   to it first.
  static func reading(_ folder: URL) throws -> SQLiteStore {
    let path = folder.appendingPathComponent("firefly.sqlite").path
    let isWritable = access(folder.path, W_OK) == 0 && access(path, W_OK) == 0
    guard !isWritable, access(path, R_OK) == 0 else { return try SQLiteStore(folder: folder) }
    return try SQLiteStore(unwritable: folder)
  }

  /// Opens the store in a folder without writing to it.
  init(unwritable folder: URL) throws {
    let path = folder.appendingPathComponent("firefly.sqlite").path
    var configuration = Self.configuration
    configuration.readonly = true
    var status = stat()
    // SQLite would have to create the index of the log, but needs none without a log. If there is an
    // index, another program may write to the database through another path.
    let isComplete =
      access(path + "-shm", F_OK) != 0
      && (stat(path + "-wal", &status) != 0 || status.st_size == 0)
    let name = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    try self.init(folder: folder, configuration) { path in
      do {
        let database = try DatabasePool(
          path: isComplete ? name : path, configuration: configuration)
        // An older format would have to be migrated.
        guard try Self.isUpToDate(database, at: path) else {
          throw StoreError.unavailable(path, .readOnly)
        }
        return database
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
        throw StoreError.unavailable(path, .readOnly)
      }
    }
  }
}

import Foundation
import GRDB
import Logging

/// The tree of posts on disk: one SQLite file, with a folder for uploaded pictures beside it.
///
/// Several stores, in one program or in several, may be open on the same folder.
public struct PostStore: Sendable {
  /// Where `firefly.sqlite` and `uploads` are.
  public let folder: URL
  /// The pictures.
  public let uploads: UploadsFolder
  let database: DatabaseQueue

  /// Opens the store in a folder, which is created if it is missing (0700; files 0600).
  ///
  /// On a database that is up to date this reads one small table and writes nothing.
  /// - Throws: `StoreError.newerDatabase` if a later version of Firefly has written it;
  ///   `StoreError.folder` if the folder can't be used; `StoreError.database` if SQLite fails.
  public init(folder: URL) throws {
    self.folder = folder
    uploads = UploadsFolder(folder: folder.appendingPathComponent("uploads"))
    try Self.createPrivateFolder(folder)
    let path = folder.appendingPathComponent("firefly.sqlite").path
    // A lock of our own, because two programs making the same new database get in each other's way
    // before SQLite's locks can help.
    database = try FileLock.holding(folder.appendingPathComponent("firefly.lock").path) {
      try Self.createPrivateFile(path)
      return try Self.naming(path) {
        let database = try DatabaseQueue(path: path, configuration: Self.configuration)
        try Self.migrateIfNeeded(database, at: path)
        return database
      }
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "firefly.store"
    configuration.busyMode = .timeout(10)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      // Safe with WAL: a power cut may lose the last writes, never the database.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return configuration
  }

  private static func migrateIfNeeded(_ database: DatabaseQueue, at path: String) throws {
    let upToDate = try database.read { db in
      guard try db.tableExists("grdb_migrations") else { return false }
      if try Schema.migrator.hasBeenSuperseded(db) { throw StoreError.newerDatabase(path) }
      return try Schema.migrator.hasCompletedMigrations(db)
    }
    if upToDate { return }
    // Remembered in the file: no later start has to ask for it.
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try Schema.migrator.migrate(database)
  }

  /// Makes a folder and those above it, as far as they are missing.
  private static func createPrivateFolder(_ folder: URL) throws {
    // By the system's own call: Foundation's errors don't say what was wrong.
    if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    let parent = folder.deletingLastPathComponent()
    if errno == ENOENT, parent.path.count < folder.path.count {
      try createPrivateFolder(parent)
      if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw StoreError.folder(folder.path, reason: String(cString: strerror(errno)))
  }

  /// SQLite gives its companion files (-wal, -shm) the permissions of the database.
  private static func createPrivateFile(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StoreError.folder(path, reason: String(cString: strerror(errno)))
    }
    close(file)
  }

  /// A value of the store's own, such as whether the first run is over.
  static func setting(_ name: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM settings WHERE name = ?"), arguments: [name])
  }

  /// Remembers a value of the store's own.
  static func setSetting(_ name: String, _ value: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", arguments: [name, value])
  }
}

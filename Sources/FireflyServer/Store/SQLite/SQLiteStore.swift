import FireflyCore
import Foundation
import GRDB
import GRDBSQLite
import Logging

/// A store on disk: one SQLite file, with a folder for uploaded pictures beside it.
///
/// Several stores, in one program or in several, may be open on the same folder. Many readers and
/// one writer work at a time.
struct SQLiteStore: Store {
  /// Where `firefly.sqlite` and `uploads` are.
  let folder: URL
  var location: String { folder.path }
  let beginsEmpty = false
  /// The pictures.
  var uploads: UploadsFolder
  let database: DatabasePool
  /// Counts changes.
  private let changeCount: ChangeCount
  /// Seconds after a write in which changes are looked for.
  var changeDelays = ChangeObserver.standardDelays
  /// Searches under way, by their question.
  let searches = ReadCoalescer<String, Result<[SearchHit], StoreError>>()
  /// Where searches wait for their turn.
  let searchQueue = SearchQueue()

  /// Opens the store in a folder, which is created if it is missing (0700; files 0600).
  ///
  /// - Throws: `StoreError.newerFormat` if a later version of Firefly has written it;
  ///   `StoreError.folder` if the folder can't be used; `StoreError.unavailable` if SQLite fails.
  init(folder: URL) throws {
    self.folder = folder
    uploads = UploadsFolder(folder: folder.appendingPathComponent("uploads"))
    try PrivateFolder.make(folder)
    let path = folder.appendingPathComponent("firefly.sqlite").path
    // A lock of our own, because two programs making the same new database get in each other's way
    // before SQLite's locks can help.
    let configuration = Self.configuration
    changeCount = ChangeCount(path: path, configuration)
    database = try FileLock.holding(folder.appendingPathComponent("firefly.lock").path) {
      try Self.createPrivateFile(path)
      return try Self.naming(path) {
        let database = try DatabasePool(path: path, configuration: configuration)
        try Self.migrateIfNeeded(database, at: path)
        return database
      }
    }
  }

  /// Seconds that SQLite waits for another program: less than a client waits for its response, so that
  /// the response can say why.
  private static let busySeconds = 3.0

  /// Kilobytes of the file that a connection keeps: 2,000 otherwise, and the system keeps them all anyway.
  static let standardCache = 512

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "firefly.store"
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 4
    configuration.busyMode = .timeout(busySeconds)
    configuration.prepareDatabase { db in
      // GRDB has a time of its own for those that only read.
      try db.execute(sql: "PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
      try db.execute(sql: "PRAGMA cache_size = -\(standardCache)")
      // Otherwise every start would create the log again and wait for the disk.
      var keepsLog: Int32 = 1
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    }
    return configuration
  }

  private static func migrateIfNeeded(_ database: DatabasePool, at path: String) throws {
    let upToDate = try database.read { db in
      guard try db.tableExists("grdb_migrations") else { return false }
      if try SQLiteSchema.migrator.hasBeenSuperseded(db) { throw StoreError.newerFormat(path) }
      return try SQLiteSchema.migrator.hasCompletedMigrations(db)
    }
    if upToDate { return }
    try SQLiteSchema.migrator.migrate(database)
  }

  /// SQLite gives its companion files (-wal, -shm) the permissions of the database.
  private static func createPrivateFile(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StoreError.folder(path, reason: String(cString: strerror(errno)))
    }
    close(file)
  }

  func identity() async throws(StoreError) -> String {
    try await read { try Self.setting("id", $0) } ?? ""
  }

  func version() async throws(StoreError) -> Int {
    do {
      return try await changeCount.value
    } catch {
      throw failure(error)
    }
  }

  func changes() -> AsyncStream<Void>? {
    ChangeObserver.changes(of: self, delays: changeDelays)
  }

  func snapshot() async throws(StoreError) -> any StoreSnapshot {
    do {
      return SQLiteSnapshot(store: self, database: try database.makeSnapshot())
    } catch {
      throw failure(error)
    }
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

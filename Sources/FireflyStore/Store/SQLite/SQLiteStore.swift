import FireflyCore
import FireflyTransfer
import Foundation
import GRDB
import GRDBSQLite
import Logging

/// A store in a SQLite file, with a folder for uploaded pictures beside it.
///
/// Several stores, in one or several programs, may use the same folder. Many readers and one writer
/// can work at a time.
struct SQLiteStore: SQLStore {
  /// The folder with `firefly.sqlite` and `uploads`.
  let folder: URL
  var location: String { folder.path }
  let beginsEmpty = false
  let picturePlace = PicturePlace()
  let purgeClock = PurgeClock()
  /// Whether data of another store is being copied into this one; otherwise an incomplete copy is
  /// refused.
  let isMigration: Bool
  let database: DatabasePool
  let files: DatabaseFiles
  /// The writes that wait.
  let writes = WriteQueue()
  let changeCount: ChangeCount
  /// Seconds after a write at which to check for changes.
  var changeDelays = ChangeObserver.standardDelays
  let postReads = PostReads()
  /// Coalesces searches, by their expression.
  let searches = ReadCoalescer<String, Result<[SearchHit], StoreError>>()
  /// Schedules searches.
  let searchQueue = TurnQueue.searches()
  /// Schedules all reads.
  let readers = TurnQueue(running: Self.maximumReaders)

  /// Opens the store in a folder, which is created if it is missing (mode 0700; files 0600).
  ///
  /// - Throws: `StoreError.newerFormat` if a later version of Firefly has written it; `.folder` if
  ///   the folder can't be used; `.unavailable` if SQLite fails, or an older version's data are in use.
  init(folder: URL, isMigration: Bool = false) throws {
    try PrivateFolder.make(folder)
    let configuration = Self.configuration
    try self.init(folder: folder, isMigration: isMigration, configuration) { path in
      // An additional lock, because two programs that create the same database fail before SQLite's
      // locks apply.
      try FileLock.withLock(folder.appendingPathComponent("firefly.lock").path) {
        let other = try Self.createPrivateFile(path)
        let database = try DatabasePool(path: path, configuration: configuration)
        if try !Self.isUpToDate(database, at: path) {
          // An older version would go on writing in its own form, which this one doesn't find.
          if let other { throw StoreError.unavailable(path, .olderInUse(program: other)) }
          try SQLiteSchema.migrator.migrate(database)
        }
        return database
      }
    }
  }

  /// Opens the store; the closure opens the database at a path.
  init(
    folder: URL, isMigration: Bool = false, _ configuration: Configuration,
    _ open: (String) throws -> DatabasePool
  ) throws {
    self.folder = folder
    self.isMigration = isMigration
    let path = folder.appendingPathComponent("firefly.sqlite").path
    // Before a database is created.
    try Self.refuseInterruptedBackup(folder)
    changeCount = ChangeCount(path: path, configuration)
    database = try Self.convertingErrors(path) { try open(path) }
    files = DatabaseFiles(path: path)
    guard !isMigration else { return }
    let isIncomplete = try Self.convertingErrors(path) {
      try database.read { try SQLiteSession($0).setting(StoreMigration.marker) } != nil
    }
    if isIncomplete { throw StoreError.unavailable(path, .migrationIncomplete) }
  }

  static func refuseInterruptedBackup(_ folder: URL) throws {
    let marker = folder.appendingPathComponent(DatabaseCopy.incomplete).path
    if access(marker, F_OK) == 0 { throw StoreError.unavailable(folder.path, .backupIncomplete) }
  }

  /// Seconds that SQLite waits for another program: shorter than the client's time limit, so that
  /// the client gets an error message.
  private static let busySeconds = 3.0

  /// Number of connections that read.
  static let maximumReaders = 4

  /// Page cache of a connection in kilobytes; the default of 2,000 only duplicates the system's
  /// cache.
  static let standardCache = 512

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "firefly.store"
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = maximumReaders
    configuration.busyMode = .timeout(busySeconds)
    configuration.prepareDatabase { db in
      // GRDB doesn't set the time limit for readers.
      try db.execute(sql: "PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
      try db.execute(sql: "PRAGMA cache_size = -\(standardCache)")
      if !db.configuration.readonly {
        // Each statement that writes keeps the pages that it changes, to undo it after an error: in
        // memory, not in a temporary file.
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
      }
      try SearchRank.add(to: db)
      // Otherwise each start would create the log again, and wait for the disk.
      var keepsLog: Int32 = 1
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    }
    return configuration
  }

  /// Returns whether a database has the current format.
  /// - Throws: `StoreError.newerFormat`, `.unavailable`, `DatabaseError`.
  static func isUpToDate(_ database: DatabasePool, at path: String) throws -> Bool {
    try database.read { db in
      guard try db.tableExists("grdb_migrations") else { return false }
      if try SQLiteSchema.migrator.hasBeenSuperseded(db) {
        throw try isIntact(db) ? StoreError.newerFormat(path) : .unavailable(path, .damaged)
      }
      return try SQLiteSchema.migrator.hasCompletedMigrations(db)
    }
  }

  /// Whether a database with unknown migrations is that of a later version, which has the known ones
  /// as well: damage looks like an unknown migration, too.
  private static func isIntact(_ db: Database) throws -> Bool {
    let applied = try SQLiteSchema.migrator.appliedIdentifiers(db)
    guard applied.isSuperset(of: SQLiteSchema.migrator.migrations) else { return false }
    return try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
  }

  /// Creates the file with mode 0600; SQLite creates its companions (-wal, -shm) with the same
  /// permissions.
  ///
  /// - Returns: another program that has it open; nil if none has.
  @discardableResult
  static func createPrivateFile(_ path: String) throws -> String? {
    let file = OwnFiles.openOrCreate(path, O_RDWR)
    guard file >= 0 else { throw StoreError.folder(path, systemError: errno) }
    defer { close(file) }
    return OtherProgram.using(file)
  }

  func version() async throws(StoreError) -> Int {
    do {
      try files.check()
      return try await changeCount.value
    } catch {
      throw failure(error)
    }
  }

  func changes() -> AsyncStream<Void>? {
    ChangeObserver.changes(of: self, delays: changeDelays)
  }

  /// The folder of pictures beside the database.
  var ownPictures: any SharedPictureStorage {
    UploadsFolder(folder: folder.appendingPathComponent(DatabaseCopy.uploads))
  }

  func storage(for location: PictureLocation?) throws(PictureStorageError)
    -> any SharedPictureStorage
  {
    switch location {
    case nil: return ownPictures
    case .folder(let url): return UploadsFolder(folder: url)
    case .database, .s3: throw .needsDatabase
    }
  }

  func newestPost(_ db: any SQLSession) throws -> Int {
    try db.value("SELECT seq FROM sqlite_sequence WHERE name = 'posts'") ?? 0
  }

  /// Each transaction updates the paths that it made outdated.
  func pathsAreOutdated() {}
  func updateOutdated() async {}

  /// Page cache in kilobytes during an import.
  private static let importCache = 8_192

  /// Adds the posts of a document, on the calling thread.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) throws -> ImportResult? {
    try Self.convertingErrors(file) {
      try files.check()
      let result = try database.write { db in
        // A small cache would write pages of the indexes to the log repeatedly.
        try db.execute(sql: "PRAGMA cache_size = -\(Self.importCache)")
        defer { try? db.execute(sql: "PRAGMA cache_size = -\(Self.standardCache)") }
        let result = try SQLiteSession(db).add(document, by: author, ownership: ownership)
        try SQLiteTreePaths.repair(db)
        return result
      }
      try files.check()
      // The log file is kept, and each start reads it.
      _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      return result
    }
  }
}

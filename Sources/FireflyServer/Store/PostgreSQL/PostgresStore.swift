import FireflyCore
import Foundation
import Logging
import Synchronization

/// A store on PostgreSQL, or a compatible database.
///
/// Several stores, in one or several programs and machines, may use the same database. So no state
/// is kept here that another process would need.
final class PostgresStore: Store {
  var location: String { address.name }
  let beginsEmpty = true
  var pictures: any PictureStorage { sharedPictures }
  /// The picture storage, shared by all processes.
  var sharedPictures: any SharedPictureStorage {
    pictureStorage.withLock(\.self) ?? PicturesInDatabase(store: self)
  }
  /// The picture storage; nil for the database itself.
  let pictureStorage: Mutex<(any SharedPictureStorage)?>
  /// When unused pictures were last swept.
  let sweepTime = Mutex(ContinuousClock.now)
  /// Whether a picture is being removed from a remote storage.
  let isRemoving = Atomic(false)
  let address: PostgresAddress
  let pool: PostgresPool
  /// Time limit of a call.
  let timeout: Duration
  /// Whether this store migrates data into the database; others refuse to use it until that is
  /// complete.
  let isMigration: Bool
  /// Checks the tables.
  let schema = SchemaCheck()
  /// Counts changes.
  let changeCount = PostgresChangeCount()
  /// The number up to which posts can be announced.
  let idWatermark = PostIDWatermark()
  /// Updates outdated paths in the background.
  let pathMaintenance = PostgresPathMaintenance()
  /// Coalesces reads of the version; the key is always 0.
  let versionReads = ReadCoalescer<Int, Result<Int, StoreError>>()
  /// Coalesces searches, by their expression.
  let searches = ReadCoalescer<String, Result<[SearchHit], StoreError>>()
  /// Schedules searches.
  let searchQueue = SearchQueue()

  /// Creates a store that connects on its first call.
  ///
  /// - Parameters:
  ///   - url: the address of the database: `postgres://user@host/database`.
  ///   - pictures: the location of pictures.
  ///   - isMigration: whether it is the target of a migration.
  ///   - connections: the maximum number of connections; nil for the default.
  ///   - timeout: the time limit of a call.
  /// - Throws: `StoreError.unavailable` if the address is invalid, or libpq is not installed.
  init(
    _ url: String, pictures: PictureLocation = .database, isMigration: Bool = false,
    connections: Int? = nil, timeout: Duration = PostgresStore.standardTimeout
  ) throws(StoreError) {
    self.timeout = timeout
    self.isMigration = isMigration
    address = try PostgresAddress(url)
    pictureStorage = Mutex(pictures.storage)
    pool = PostgresPool(address, maximum: connections ?? PostgresPool.standardMaximum)
    pathMaintenance.attach(self)
  }

  func identity() async throws(StoreError) -> String {
    try await read { db in try Self.setting("id", db) } ?? ""
  }

  func owner() async throws(StoreError) -> LocalUser? {
    try await read { db in try Self.owner(db) }
  }

  static func owner(_ db: PostgresSession) throws -> LocalUser? {
    guard let name = try setting("local-name", db),
      let email = try setting("local-email", db)
    else { return nil }
    return LocalUser(name: name, email: email)
  }

  /// Returns the number of the owner; nil before the first run.
  /// - Throws: `PostgresError`.
  static func ownerID(_ db: PostgresSession) throws -> Int? {
    guard let email = try setting("local-email", db) else { return nil }
    return try userID(email, db)
  }

  /// Returns a setting of the data, such as its owner.
  /// - Throws: `PostgresError`.
  static func setting(_ name: String, _ db: PostgresSession) throws -> String? {
    try db.value("SELECT value FROM settings WHERE name = $1", name)
  }

  /// Stores a setting of the data.
  /// - Throws: `PostgresError`.
  static func setSetting(_ name: String, _ value: String, _ db: PostgresSession) throws {
    try db.run(
      """
      INSERT INTO settings (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, name, value)
  }
}

extension PostgresStore: MeasuredStore {
  var metrics: [Metric] {
    let pool = pool.counts
    return [
      Metric("searches_waiting", "Searches that wait to run.", .gauge, searchQueue.count),
      Metric("store_connections", "Connections to the database.", .gauge, pool.connections),
      Metric("store_connections_idle", "Connections not in use.", .gauge, pool.idle),
      Metric("store_connections_maximum", "Connections at most.", .gauge, pool.maximum),
      Metric("store_waiting", "Calls that wait for a connection.", .gauge, pool.waiting),
    ]
  }
}

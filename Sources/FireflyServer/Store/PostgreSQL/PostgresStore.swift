import FireflyCore
import Foundation
import Logging
import Synchronization

/// A store on PostgreSQL, or what speaks its protocol.
///
/// Several stores, in one program or in several on several machines, may be open on the same database.
/// Nothing is kept here that another process would have to know.
final class PostgresStore: Store {
  var location: String { address.name }
  let beginsEmpty = true
  var pictures: any PictureStorage { sharedPictures }
  /// Where the pictures are, which all processes share.
  var sharedPictures: any SharedPictureStorage {
    picturePlace.withLock(\.self) ?? PicturesInDatabase(store: self)
  }
  /// Nil for the database itself.
  let picturePlace: Mutex<(any SharedPictureStorage)?>
  /// When pictures of no post were removed last.
  let sweepTime = Mutex(ContinuousClock.now)
  /// Whether a picture is being removed from a place that is far away.
  let isRemoving = Atomic(false)
  let address: PostgresAddress
  let pool: PostgresPool
  /// How long a call may take.
  let timeout: Duration
  /// Whether it fills a database, which others refuse until that is done.
  let isMigration: Bool
  /// Whether the tables are known to be there.
  let schema = SchemaCheck()
  /// What is known of changes.
  let changeCount = PostgresChangeCount()
  /// Which numbers of posts can be announced.
  let idWatermark = PostIDWatermark()
  /// What gives posts their places in the background.
  let pathMaintenance = PostgresPathMaintenance()
  /// Those that look at the version, by nothing.
  let versionReads = ReadCoalescer<Int, Result<Int, StoreError>>()
  /// Searches under way, by their question.
  let searches = ReadCoalescer<String, Result<[SearchHit], StoreError>>()
  /// Where searches wait for their turn.
  let searchQueue = SearchQueue()

  /// A store that has not connected yet.
  ///
  /// - Parameters:
  ///   - url: where the database is: `postgres://user@host/database`.
  ///   - pictures: where pictures are, if not in the database.
  ///   - isMigration: whether it fills a database.
  ///   - timeout: how long a call may take.
  /// - Throws: `StoreError.unavailable` if libpq can't read the address, or is not installed.
  init(
    _ url: String, pictures: PictureLocation = .database, isMigration: Bool = false,
    timeout: Duration = PostgresStore.standardTimeout
  ) throws(StoreError) {
    self.timeout = timeout
    self.isMigration = isMigration
    address = try PostgresAddress(url)
    picturePlace = Mutex(pictures.place)
    pool = PostgresPool(address)
    pathMaintenance.attach(self)
  }

  func identity() async throws(StoreError) -> String {
    try await read { db in try await Self.setting("id", db) } ?? ""
  }

  func owner() async throws(StoreError) -> LocalUser? {
    try await read { db in try await Self.owner(db) }
  }

  static func owner(_ db: PostgresSession) async throws -> LocalUser? {
    guard let name = try await setting("local-name", db),
      let email = try await setting("local-email", db)
    else { return nil }
    return LocalUser(name: name, email: email)
  }

  /// The number of the owner; nil before the first run.
  static func ownerID(_ db: PostgresSession) async throws -> Int? {
    guard let email = try await setting("local-email", db) else { return nil }
    return try await userID(email, db)
  }

  /// A value of the store's own, such as whether the first run is over.
  static func setting(_ name: String, _ db: PostgresSession) async throws -> String? {
    try await db.value("SELECT value FROM settings WHERE name = $1", name)
  }

  /// Remembers a value of the store's own.
  static func setSetting(_ name: String, _ value: String, _ db: PostgresSession) async throws {
    try await db.run(
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

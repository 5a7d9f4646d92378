import FireflyCore
import FireflyTransfer
import Foundation
import Logging

/// A store on PostgreSQL, or a compatible database.
///
/// Several stores, in one or several programs and machines, may use the same database. So no state
/// is kept here that another process would need.
final class PostgresStore: SQLStore {
  var location: String { address.name }
  let beginsEmpty = true
  let picturePlace = PicturePlace()
  let purgeClock = PurgeClock()
  var ownPictures: any SharedPictureStorage { PicturesInDatabase(store: self) }
  let address: PostgresAddress
  let pool: PostgresPool
  /// The connection of probes, because the others may be busy.
  let probes: PostgresPool
  /// Time limit of a call.
  let timeout: Duration
  /// Whether this store migrates data into the database; others refuse to use it until that is
  /// complete.
  let isMigration: Bool
  /// Checks the tables.
  let schema = SchemaCheck()
  let changeCount = PostgresChangeCount()
  /// The number up to which posts can be announced.
  let idWatermark = PostIDWatermark()
  /// Updates outdated paths, threads and words in the background.
  let maintenance = PostgresMaintenance()
  /// Coalesces reads of the version; the key is always 0.
  let versionReads = ReadCoalescer<Int, Result<Int, StoreError>>()
  let postReads = PostReads()
  /// Coalesces searches, by their expression.
  let searches = ReadCoalescer<String, Result<[SearchHit], StoreError>>()
  /// Schedules searches.
  let searchQueue = TurnQueue.searches()

  /// Creates a store that connects on its first call.
  ///
  /// - Parameters:
  ///   - url: the address of the database: `postgres://user@host/database`.
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
    pool = PostgresPool(address, maximum: connections ?? PostgresPool.standardMaximum)
    probes = PostgresPool(address, maximum: 1)
    picturePlace.storage.withLock { $0 = pictures.storage }
    maintenance.attach(self)
  }

  func storage(for location: PictureLocation?) -> any SharedPictureStorage {
    location?.storage ?? ownPictures
  }

  func newestPost(_ db: any SQLSession) throws -> Int { try idWatermark.newest(db) }

  func pathsAreOutdated() { maintenance.schedule() }

  func updateOutdated() async {
    // Another process may have the turn, and finish it.
    for _ in 0..<60 {
      if (try? await updatePaths()) == true { return }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }

  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) async throws -> ImportResult? {
    // What comes back may have replies.
    defer { pathsAreOutdated() }
    return try await write(within: SQLTime.transfer) { [location] db in
      if try db.setting(StoreMigration.marker) != nil {
        throw StoreError.unavailable(location, .migrationIncomplete)
      }
      return try db.add(document, by: author, ownership: ownership)
    }
  }
}

extension PostgresStore: MeasuredStore {
  package var metrics: [Metric] {
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

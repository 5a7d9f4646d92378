import FireflyCore
import Foundation

/// A store in a database with tables: all calls, over `SQLSession`.
protocol SQLStore: Store {
  /// Reads posts that are requested at the same time.
  var postReads: PostReads { get }
  /// Coalesces searches, by their expression.
  var searches: ReadCoalescer<String, Result<[SearchHit], StoreError>> { get }
  /// Schedules searches, and other expensive reads.
  var searchQueue: TurnQueue { get }
  /// Where this process keeps pictures.
  var picturePlace: PicturePlace { get }
  /// When deleted posts were last purged.
  var purgeClock: PurgeClock { get }
  /// The store's own storage of pictures.
  var ownPictures: any SharedPictureStorage { get }
  /// Whether data of another store is being copied into this one.
  var isMigration: Bool { get }

  /// Returns the storage of pictures in a place; nil for the store's own.
  /// - Throws: `PictureStorageError.needsDatabase`.
  func storage(for location: PictureLocation?) throws(PictureStorageError)
    -> any SharedPictureStorage

  /// Reads.
  ///
  /// - Parameters:
  ///   - timeout: the time limit; nil for the store's.
  ///   - body: the statements; may run several times.
  func read<Value: Sendable>(
    within timeout: Duration?, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value

  /// Writes in a transaction.
  ///
  /// - Parameters:
  ///   - timeout: the time limit; nil for the store's.
  ///   - isChange: whether readers may see a difference.
  ///   - body: the statements; may run several times.
  @discardableResult
  func write<Value: Sendable>(
    within timeout: Duration?, isChange: Bool,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value

  func allTables() async throws(StoreError) -> any SQLSnapshot

  /// Returns the newest post that can be announced: all posts before it are visible.
  func newestPost(_ db: any SQLSession) throws -> Int

  /// Called when paths were found outdated, or may have become so.
  func pathsAreOutdated()
  /// Updates now what is outdated: the program may end.
  func updateOutdated() async
}

/// Time limits of long calls.
enum SQLTime {
  /// For storing a picture.
  static let picture = Duration.seconds(60)
  /// For removing a user with all posts.
  static let removal = Duration.seconds(60)
  /// For an import.
  static let transfer = Duration.seconds(1_800)
}

extension SQLStore {
  /// Reads.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await read(within: nil, body)
  }

  /// Writes in a transaction.
  @discardableResult
  func write<Value: Sendable>(
    within timeout: Duration? = nil,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await write(within: timeout, isChange: true, body)
  }

  var pictures: any PictureStorage { sharedPictures }

  /// The storage of pictures, which processes share.
  var sharedPictures: any SharedPictureStorage {
    if let storage = picturePlace.storage.withLock(\.self) { return storage }
    return ownPictures
  }

  func identity() async throws(StoreError) -> String {
    try await read { db in try db.setting("id") } ?? ""
  }

  func snapshot() async throws(StoreError) -> any StoreSnapshot { try await allTables() }

  func owner() async throws(StoreError) -> LocalUser? {
    try await read { db in try db.owner() }
  }
}

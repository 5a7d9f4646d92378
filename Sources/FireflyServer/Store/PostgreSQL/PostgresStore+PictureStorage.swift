// The picture storage of a database, recorded in `settings`.
extension PostgresStore {
  private static let storageSetting = "pictures"
  /// The storage of databases from before the setting existed.
  private static let oldStorage = "a folder"

  /// Sets the picture storage; it must already have all pictures, except during a migration, which
  /// copies them next.
  /// - Throws: `PictureStorageError.storedElsewhere`, `StoreError`.
  func setPictureLocation(_ location: PictureLocation) async throws {
    pictureStorage.withLock { $0 = location.storage }
    let storage = sharedPictures
    let (known, isEmpty) = try await read { db in
      let known = try Self.setting(Self.storageSetting, db)
      let isEmpty = try !db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures)")
      return (known, isEmpty)
    }
    if known == storage.mark { return }
    if !isEmpty, !isMigration {
      let missing = try await countMissing(in: storage)
      guard missing == 0 else {
        throw PictureStorageError.storedElsewhere(
          known ?? Self.oldStorage, target: storage.mark, missing: missing)
      }
    }
    try await write { db in try Self.setSetting(Self.storageSetting, storage.mark, db) }
  }

  /// Returns the number of pictures of posts that a storage lacks.
  private func countMissing(in storage: any SharedPictureStorage) async throws(StoreError) -> Int {
    var count = 0
    for url in try await pictureURLs() {
      guard let name = UploadsFolder.name(inURL: url) else { continue }
      if try await storage.picture(name) == nil { count += 1 }
    }
    return count
  }

  /// Checks that this process uses the recorded picture storage.
  /// - Throws: `StoreError.unavailable`, `PostgresError`.
  static func checkStorage(_ storage: any SharedPictureStorage, _ db: PostgresSession) throws {
    guard let known = try setting(storageSetting, db) else {
      return try setSetting(storageSetting, storage.mark, db)
    }
    guard known == storage.mark else {
      throw StoreError.unavailable(
        "The storage for pictures",
        .other(reason: "they are in \(known) now. Start again with --uploads."))
    }
  }
}

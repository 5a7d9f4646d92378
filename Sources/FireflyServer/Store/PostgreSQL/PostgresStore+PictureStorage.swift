// The picture storage of a database, recorded in `settings`.
extension PostgresStore {
  private static let placeSetting = "pictures"
  /// The storage of databases from before the setting existed.
  private static let oldPlace = "a folder"

  /// Sets the picture storage; it must already have all pictures.
  /// - Throws: `PictureStorageError.storedElsewhere`, `StoreError`.
  func setPictureLocation(_ location: PictureLocation) async throws {
    pictureStorage.withLock { $0 = location.place }
    let place = sharedPictures
    let (known, isEmpty) = try await read { db in
      let known = try await Self.setting(Self.placeSetting, db)
      let isEmpty = try await !db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures)")
      return (known, isEmpty)
    }
    if known == place.mark { return }
    if !isEmpty {
      let missing = try await countMissing(in: place)
      guard missing == 0 else {
        throw PictureStorageError.storedElsewhere(
          known ?? Self.oldPlace, target: place.mark, missing: missing)
      }
    }
    try await write { db in try await Self.setSetting(Self.placeSetting, place.mark, db) }
  }

  /// Returns the number of pictures of posts that a storage lacks.
  private func countMissing(in place: any SharedPictureStorage) async throws(StoreError) -> Int {
    var count = 0
    for url in try await pictureURLs() {
      guard let name = UploadsFolder.name(inURL: url) else { continue }
      if try await place.picture(name) == nil { count += 1 }
    }
    return count
  }

  /// Checks that this process uses the recorded picture storage.
  /// - Throws: `StoreError.unavailable`, `PostgresError`.
  static func checkStorage(_ place: any SharedPictureStorage, _ db: PostgresSession) async throws {
    guard let known = try await setting(placeSetting, db) else {
      return try await setSetting(placeSetting, place.mark, db)
    }
    guard known == place.mark else {
      throw StoreError.unavailable(
        "The place for pictures",
        .other(reason: "they are in \(known) now. Start again with --uploads."))
    }
  }
}

// Which place has the pictures of a database.
extension PostgresStore {
  private static let placeSetting = "pictures"
  /// What databases have that are older than the setting.
  private static let oldPlace = "a folder"

  /// Has the pictures in a place from now on: a place that has them all.
  /// - Throws: `PictureStorageError.storedElsewhere`, `StoreError`.
  func setPictureLocation(_ location: PictureLocation) async throws {
    picturePlace.withLock { $0 = location.place }
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

  /// How many pictures of posts are not in a place.
  private func countMissing(in place: any SharedPictureStorage) async throws(StoreError) -> Int {
    var count = 0
    for url in try await pictureURLs() {
      guard let name = UploadsFolder.name(inURL: url) else { continue }
      if try await place.picture(name) == nil { count += 1 }
    }
    return count
  }

  /// Makes sure that the pictures of the database are in the place that this process uses.
  /// - Throws: `StoreError.unavailable`.
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

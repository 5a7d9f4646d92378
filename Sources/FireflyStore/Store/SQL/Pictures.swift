import FireflyCore
import Foundation
import Synchronization

/// Where a process keeps the pictures of its store, and what it remembers of their upkeep.
final class PicturePlace: Sendable {
  /// Time between two sweeps.
  fileprivate static let interval = Duration.seconds(3_600)
  /// The storage; nil for the store's own.
  let storage = Mutex<(any SharedPictureStorage)?>(nil)
  /// When unused pictures were last swept.
  fileprivate let sweepTime = Mutex(ContinuousClock.now)
  /// Whether a picture is being removed from a remote storage.
  fileprivate let isRemoving = Atomic(false)
}

/// The expiry of claims.
enum ClaimTime {
  /// Seconds until a claim of an upload expires.
  static let upload = 600.0
  /// Seconds until a claim of an import expires; an import stores all its pictures first.
  static let transfer = 86_400.0

  /// Whether a claim that expires at a time keeps its picture; not if it was made by a clock that was
  /// ahead.
  static func isActive(_ end: Int64, at now: Date) -> Bool {
    end > StoredTime.milliseconds(now) && end <= latest(at: now)
  }

  static func latest(at now: Date) -> Int64 {
    StoredTime.latest(at: now.addingTimeInterval(transfer))
  }
}

// Pictures shared by all processes. Names are derived from the content, so several posts may share
// a picture. Each picture has a row in `pictures`, inserted before its bytes are stored and deleted
// after they are removed. Storing a picture claims its name for a while; removing it locks the row.
extension SQLStore {
  /// Stores the picture of a post before the post is written.
  /// - Throws: `StoreError.unknownUser`, `.overQuota`, `.invalidPicture`, `.cutPicture`, `.largePicture`,
  ///   `.folder`, `.unavailable`.
  func upload(
    _ picture: PictureDraft, by email: String, _ quota: Quota, at now: Date
  ) async throws(StoreError) {
    // Purged posts no longer count against the quota.
    try await purgeDeleted(at: now)
    let name = try await BlockingPool.shared.run { () throws(StoreError) in
      let name = try picture.contentName()
      try picture.removeMetadata(isStrict: true)
      return name
    }
    let (end, storage) = (now.addingTimeInterval(ClaimTime.upload), sharedPictures)
    let (claim, unused) = try await write(within: nil, isChange: false) { db in
      try db.checkStorage(storage)
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      let isKnown = try db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures WHERE name = ?1)", name)
      let unused =
        isKnown ? [] : try db.checkPictureQuota(quota, picture.byteCount, of: user, at: now)
      return (try db.claim(name, at: now, until: end, user, picture.byteCount), unused)
    }
    picture.claim = claim
    await removePictures(unused, at: now)
    do {
      try await storage.put(picture, as: name)
    } catch {
      await release(claim, at: now)
      throw error
    }
  }

  /// Releases a claim, and removes the picture if no post has it.
  func release(_ claim: PictureDraft.Claim, at now: Date) async {
    try? await remove(claim.name, claim: claim, at: now)
  }

  /// Removes pictures that posts had; after an error they are swept later.
  func removePictures(_ names: [String], at now: Date) async {
    for name in names { try? await remove(name, claim: nil, at: now) }
  }

  /// Removes a picture unless a post has it, or an upload or another claim is active.
  private func remove(
    _ name: String, claim: PictureDraft.Claim?, at now: Date
  ) async throws(StoreError) {
    let storage = sharedPictures
    if storage.isRemote {
      // The request holds a connection, so only one runs at a time; other pictures are swept later.
      guard !picturePlace.isRemoving.exchange(true, ordering: .acquiring) else { return }
    }
    defer { if storage.isRemote { picturePlace.isRemoving.store(false, ordering: .releasing) } }
    try await write(within: nil, isChange: false) { db in
      let end: Int64? = try db.value(
        "SELECT kept_until FROM pictures WHERE name = ?1\(db.dialect.forUpdate)", name)
      guard let end, !ClaimTime.isActive(end, at: now) || end == claim?.ownEnd else { return }
      guard try !db.isUsed(name) else {
        try db.run("UPDATE pictures SET kept_until = 0 WHERE name = ?1", name)
        return
      }
      try db.checkStorage(storage)
      try storage.delete(name)
      try db.run("DELETE FROM picture_pieces WHERE name = ?1", name)
      try db.run("DELETE FROM uploads WHERE name = ?1", name)
      try db.run("DELETE FROM pictures WHERE name = ?1", name)
    }
  }

  func addPicture(
    _ draft: PictureDraft, as name: String
  ) async throws(StoreError) -> PictureDraft.Claim? {
    let (now, storage) = (Date(), sharedPictures)
    let end = now.addingTimeInterval(ClaimTime.transfer)
    let claim = try await write(within: nil, isChange: false) { db in
      try db.checkStorage(storage)
      return try db.claim(name, at: now, until: end, 0, draft.byteCount)
    }
    do {
      try await storage.put(draft, as: name)
    } catch {
      await release(claim, at: Date())
      throw error
    }
    return claim
  }

  func releaseClaims(_ claims: [PictureDraft.Claim], areUsed: Bool) async {
    guard areUsed else {
      for claim in claims { await release(claim, at: Date()) }
      return
    }
    // Those that no post has after all are swept later.
    _ = try? await write(within: nil, isChange: false) { db in
      for claim in claims {
        try db.run(
          "UPDATE pictures SET kept_until = 0 WHERE name = ?1 AND kept_until = ?2", claim.name,
          claim.ownEnd)
      }
    }
  }

  // MARK: The storage

  /// Returns the store with its pictures in the given place, and marks the place as belonging to
  /// this data.
  ///
  /// It must already have all pictures, except during a migration, which copies them next.
  package func storingPictures(in location: PictureLocation?) async throws -> any Store {
    let storage = try storage(for: location)
    if location != nil {
      try await storage.claim(for: identity(), from: sharedPictures)
    }
    let (known, isEmpty) = try await read { db in
      (
        try db.setting(SQLSetting.pictures),
        try !db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures)")
      )
    }
    if known != storage.mark {
      if !isEmpty, !isMigration {
        let missing = try await countMissing(in: storage)
        guard missing == 0 else {
          throw PictureStorageError.storedElsewhere(
            known ?? SQLSetting.oldStorage, target: storage.mark, missing: missing)
        }
      }
      try await write { db in try db.setSetting(SQLSetting.pictures, storage.mark) }
    }
    picturePlace.storage.withLock { $0 = storage }
    return self
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

  // MARK: Sweeping

  /// Sweeps in the background if the last time was long ago.
  func sweepPicturesIfDue() {
    let isDue = picturePlace.sweepTime.withLock { time in
      guard time.duration(to: .now) > PicturePlace.interval else { return false }
      time = .now
      return true
    }
    if isDue { Task { try? await sweepPictures(at: Date()) } }
  }

  func sweepPictures(at now: Date) async throws(StoreError) {
    try await write(within: nil, isChange: false) { db in
      try db.purgeCreationKeys(at: now)
      try db.purgeUploads(at: now)
    }
    var last = ""
    while true {
      let names = try await read { [last] db in
        try db.rows(
          """
          SELECT name FROM pictures WHERE name > ?1 AND \(SQLText.hasNoPost("?2", "?3"))
            AND NOT EXISTS (
              SELECT 1 FROM uploads u WHERE u.name = pictures.name AND u.kept_until > 0)
          ORDER BY name LIMIT 100
          """, last, StoredTime.milliseconds(now), ClaimTime.latest(at: now),
          convert: { $0[0] as String })
      }
      guard let end = names.last else { break }
      for name in names where UploadsFolder.isGenerated(name) {
        try await remove(name, claim: nil, at: now)
      }
      last = end
    }
    // A killed server may leave an incomplete file in a folder.
    guard let folder = sharedPictures as? UploadsFolder else { return }
    let known = try await pictureURLs()
    await BlockingPool.shared.run {
      folder.sweep(keeping: known, before: now.addingTimeInterval(-86_400))
    }
  }
}

/// Names in `settings`.
enum SQLSetting {
  /// The mark of the picture storage.
  static let pictures = "pictures"
  /// The storage of databases from before the setting existed.
  fileprivate static let oldStorage = "a folder"
}

extension SQLSession {
  /// Checks that this process uses the recorded picture storage.
  /// - Throws: `StoreError.unavailable`.
  func checkStorage(_ storage: any SharedPictureStorage) throws {
    guard let known = try setting(SQLSetting.pictures) else {
      return try setSetting(SQLSetting.pictures, storage.mark)
    }
    guard known == storage.mark else {
      throw StoreError.unavailable(
        "The storage for pictures",
        .other(reason: "they are in \(known) now. Start again with --uploads."))
    }
  }

  /// Claims a name: the picture is kept without a post until the claim expires or is released.
  fileprivate func claim(
    _ name: String, at now: Date, until end: Date, _ user: Int, _ bytes: Int
  ) throws -> PictureDraft.Claim {
    // Waits for a concurrent removal, and locks the row.
    let last: Int64? = try value(
      """
      INSERT INTO pictures (name, user_id, bytes, kept_until) VALUES (?1, ?2, ?3, 0)
      ON CONFLICT (name) DO UPDATE SET kept_until = pictures.kept_until,
        user_id = CASE WHEN excluded.user_id = 0 THEN 0 ELSE pictures.user_id END
      RETURNING kept_until
      """, name, user, bytes)
    let known = last.flatMap { ClaimTime.isActive($0, at: now) ? $0 : nil }
    // The expiry identifies the claim, so it must be unique.
    let end = max((known ?? 0) + 1, StoredTime.milliseconds(end))
    try run("UPDATE pictures SET kept_until = ?2 WHERE name = ?1", name, end)
    // The row has only the expiry of the last claim; releasing that one must not release earlier
    // claims.
    return PictureDraft.Claim(name: name, end: end, isShared: known != nil)
  }

  /// Releases the claim of a picture for a post that has it from now on.
  /// - Returns: the URL of the picture; nil if there is none.
  /// - Throws: `StoreError.unavailable` if the claim expired and the picture was removed.
  func url(of picture: PictureDraft?) throws -> String? {
    guard let picture, let claim = picture.claim else { return nil }
    let claimed = try run(
      """
      UPDATE pictures SET kept_until = CASE WHEN kept_until = ?2 THEN 0 ELSE kept_until END
      WHERE name = ?1
      """, claim.name, claim.ownEnd)
    // The process was suspended for so long that the claim expired.
    guard claimed == 1 else {
      throw StoreError.unavailable("/uploads/\(claim.name)", .busy)
    }
    picture.isClaimUsed = true
    return "/uploads/" + claim.name
  }
}

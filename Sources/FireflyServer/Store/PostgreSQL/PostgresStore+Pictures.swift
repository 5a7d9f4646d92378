import FireflyCore
import Foundation

// Pictures shared by all processes. Names are derived from the content, so several posts may share
// a picture. Each picture has a row in `pictures`, inserted before its bytes are stored and deleted
// after they are removed. Storing a picture claims its name for a while; removing it locks the row.
extension PostgresStore {
  /// Seconds until a claim of an upload expires.
  private static let claimSeconds = 600.0
  /// Seconds until a claim of an import expires; an import stores all its pictures first.
  private static let importSeconds = 86_400.0
  /// Time limit for storing a picture.
  static let pictureTimeout = Duration.seconds(60)
  private static let sweepInterval = Duration.seconds(3_600)

  /// Stores the picture of a post before the post is written.
  /// - Throws: `StoreError.unknownUser`, `.overQuota`, `.invalidPicture`, `.folder`,
  ///   `.unavailable`.
  func upload(
    _ picture: PictureDraft, by email: String, _ quota: Quota, at now: Date
  ) async throws(StoreError) {
    // Purged posts no longer count against the quota.
    try await purgeDeleted(at: now)
    let name = try await BlockingThread.run(picture.contentName)
    let (end, storage) = (now.addingTimeInterval(Self.claimSeconds), sharedPictures)
    let claim = try await write(isChange: false) { db in
      try Self.checkStorage(storage, db)
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      if try !db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures WHERE name = $1)", name) {
        try quota.checkPictureQuota(picture.byteCount, of: user, db)
      }
      return try Self.claim(name, at: now, until: end, user, picture.byteCount, db)
    }
    picture.claim = claim
    do {
      try await storage.put(picture, as: name)
    } catch {
      await release(claim, at: now)
      throw error
    }
  }

  /// Claims a name: the picture is kept without a post until the claim expires or is released.
  private static func claim(
    _ name: String, at now: Date, until end: Date, _ user: Int, _ bytes: Int, _ db: PostgresSession
  ) throws -> PictureDraft.Claim {
    // Waits for a concurrent removal, and locks the row.
    let last: Int64? = try db.value(
      """
      INSERT INTO pictures (name, user_id, bytes, kept_until) VALUES ($1, $2, $3, 0)
      ON CONFLICT (name) DO UPDATE SET kept_until = pictures.kept_until
      RETURNING kept_until
      """, name, user, bytes)
    let known = last.flatMap { isActive($0, at: now) ? $0 : nil }
    // The expiry identifies the claim, so it must be unique.
    let end = max((known ?? 0) + 1, StoredTime.milliseconds(end))
    try db.run("UPDATE pictures SET kept_until = $2 WHERE name = $1", name, end)
    // The row has only the expiry of the last claim; releasing that one must not release earlier
    // claims.
    return PictureDraft.Claim(name: name, end: end, isShared: known != nil)
  }

  /// Whether a claim that expires at a time keeps its picture; not if it was made by a clock that was
  /// ahead.
  private static func isActive(_ end: Int64, at now: Date) -> Bool {
    end > StoredTime.milliseconds(now) && end <= latestClaim(at: now)
  }

  private static func latestClaim(at now: Date) -> Int64 {
    StoredTime.latest(at: now.addingTimeInterval(importSeconds))
  }

  /// Releases the claim of a picture for a post that has it from now on.
  /// - Returns: the URL of the picture; nil if there is none.
  /// - Throws: `StoreError.unavailable` if the claim expired and the picture was removed;
  ///   `PostgresError`.
  static func url(of picture: PictureDraft?, _ db: PostgresSession) throws -> String? {
    guard let picture, let claim = picture.claim else { return nil }
    let claimed = try db.run(
      """
      UPDATE pictures SET kept_until = CASE WHEN kept_until = $2 THEN 0 ELSE kept_until END
      WHERE name = $1
      """, claim.name, claim.ownEnd)
    // The process was suspended for so long that the claim expired.
    guard claimed.changesCount == 1 else {
      throw StoreError.unavailable("/uploads/\(claim.name)", .busy)
    }
    picture.isClaimUsed = true
    return "/uploads/" + claim.name
  }

  /// Releases a claim, and removes the picture if no post has it.
  func release(_ claim: PictureDraft.Claim, at now: Date) async {
    try? await remove(claim.name, claim: claim, at: now)
  }

  /// Removes pictures that posts had; after an error they are swept later.
  func removePictures(_ names: [String], at now: Date) async {
    for name in names { try? await remove(name, claim: nil, at: now) }
  }

  /// Removes a picture unless a post has it, or another claim is active.
  private func remove(
    _ name: String, claim: PictureDraft.Claim?, at now: Date
  ) async throws(StoreError) {
    let storage = sharedPictures
    if storage.isRemote {
      // The request holds a connection, so only one runs at a time; other pictures are swept later.
      guard !isRemoving.exchange(true, ordering: .acquiring) else { return }
    }
    defer { if storage.isRemote { isRemoving.store(false, ordering: .releasing) } }
    try await write(isChange: false) { db in
      let end: Int64? = try db.value(
        "SELECT kept_until FROM pictures WHERE name = $1 FOR UPDATE", name)
      guard let end, !Self.isActive(end, at: now) || end == claim?.ownEnd else { return }
      guard try !Self.hasPost("/uploads/" + name, db) else {
        try db.run("UPDATE pictures SET kept_until = 0 WHERE name = $1", name)
        return
      }
      try Self.checkStorage(storage, db)
      try storage.delete(name)
      try db.run("DELETE FROM picture_pieces WHERE name = $1", name)
      try db.run("DELETE FROM pictures WHERE name = $1", name)
    }
  }

  private static func hasPost(_ url: String, _ db: PostgresSession) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM posts WHERE image_url = $1)
        OR EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = $1)
      """, url)
  }

  /// Returns the name of a picture if no post has it, including deleted posts that can be restored.
  ///
  /// Otherwise it counts against the quota of a user whose post has it.
  /// - Throws: `PostgresError`.
  static func unusedPicture(_ url: String?, _ db: PostgresSession) throws -> [String] {
    guard let url, let name = UploadsFolder.name(inURL: url) else { return [] }
    guard try hasPost(url, db) else { return [name] }
    try db.run(
      """
      UPDATE pictures SET user_id = (SELECT user_id FROM posts WHERE image_url = $1 ORDER BY id LIMIT 1)
      WHERE name = $2 AND EXISTS (SELECT 1 FROM posts WHERE image_url = $1)
        AND NOT EXISTS (SELECT 1 FROM posts p WHERE image_url = $1 AND p.user_id = pictures.user_id)
        AND NOT EXISTS (
          SELECT 1 FROM deleted_posts p WHERE image_url = $1 AND p.user_id = pictures.user_id)
      """, url, name)
    return []
  }

  func addPicture(
    _ draft: PictureDraft, as name: String
  ) async throws(StoreError) -> PictureDraft.Claim? {
    let (now, storage) = (Date(), sharedPictures)
    let end = now.addingTimeInterval(Self.importSeconds)
    let claim = try await write(isChange: false) { db in
      try Self.checkStorage(storage, db)
      return try Self.claim(name, at: now, until: end, 0, draft.byteCount, db)
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
    // Pictures that posts have are not removed.
    for claim in claims { await release(claim, at: Date()) }
  }

  // MARK: Sweeping

  /// Sweeps in the background if the last time was long ago.
  func sweepPicturesIfDue() {
    let isDue = sweepTime.withLock { time in
      guard time.duration(to: .now) > Self.sweepInterval else { return false }
      time = .now
      return true
    }
    if isDue { Task { try? await sweepPictures(at: Date()) } }
  }

  func sweepPictures(at now: Date) async throws(StoreError) {
    var last = ""
    while true {
      let names = try await read { [last] db in
        try db.run(
          """
          SELECT name FROM pictures WHERE name > $1 AND (kept_until <= $2 OR kept_until > $3)
            AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = '/uploads/' || name)
            AND NOT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = '/uploads/' || name)
          ORDER BY name LIMIT 100
          """, last, StoredTime.milliseconds(now), Self.latestClaim(at: now)
        ).map { $0[0] as String }
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
    await BlockingThread.run {
      folder.sweep(keeping: known, before: now.addingTimeInterval(-86_400))
    }
  }
}

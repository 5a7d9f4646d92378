import FireflyCore
import Foundation

// Pictures that processes share. Their names mean their content, so several posts may have the same one. Each
// has a row of `pictures`, from before its bytes are stored until after they were removed. Whoever stores a
// picture claims its name for a while, and whoever removes it holds the lock of the row.
extension PostgresStore {
  /// How long a picture may be on its way to a post.
  private static let claimSeconds = 600.0
  /// The same for an import, which has all its pictures first.
  private static let importSeconds = 86_400.0
  /// How long storing a picture may take.
  static let pictureTimeout = Duration.seconds(60)
  private static let sweepInterval = Duration.seconds(3_600)

  /// Stores the picture of a post that its author is about to write.
  /// - Throws: `StoreError.unknownUser`, `.overQuota`, `.invalidPicture`, `.folder`, `.unavailable`.
  func upload(
    _ picture: PictureDraft, by email: String, _ quota: Quota, at now: Date
  ) async throws(StoreError) {
    // What can't come back any more counts no longer.
    try await purgeDeleted(at: now)
    let name = try await BlockingThread.run(picture.contentName)
    let (end, place) = (now.addingTimeInterval(Self.claimSeconds), sharedPictures)
    let claim = try await write(isChange: false) { db in
      try await Self.checkStorage(place, db)
      guard let user = try await Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      if try await !db.isTrue("SELECT EXISTS (SELECT 1 FROM pictures WHERE name = $1)", name) {
        try await quota.checkPictureQuota(picture.byteCount, of: user, db)
      }
      return try await Self.claim(name, at: now, until: end, user, picture.byteCount, db)
    }
    picture.claim = claim
    do {
      try await place.put(picture, as: name)
    } catch {
      await release(claim, at: now)
      throw error
    }
  }

  /// Claims a name: until a time, or until the claim is released, the picture stays without a post.
  private static func claim(
    _ name: String, at now: Date, until end: Date, _ user: Int, _ bytes: Int, _ db: PostgresSession
  ) async throws -> PictureDraft.Claim {
    // Waits for one that removes it, and locks the row.
    let last: Int64? = try await db.value(
      """
      INSERT INTO pictures (name, user_id, bytes, kept_until) VALUES ($1, $2, $3, 0)
      ON CONFLICT (name) DO UPDATE SET kept_until = pictures.kept_until
      RETURNING kept_until
      """, name, user, bytes)
    // A later claim is always another number.
    let end = max((last ?? 0) + 1, StoredTime.milliseconds(end))
    try await db.run("UPDATE pictures SET kept_until = $2 WHERE name = $1", name, end)
    // The row has the end of the last claim only: with that, earlier ones would end as well.
    let isShared = (last ?? 0) > StoredTime.milliseconds(now)
    return PictureDraft.Claim(name: name, end: end, isShared: isShared)
  }

  /// Ends the claim of a picture, for a post that has it from now on.
  /// - Returns: its URL; nil without a picture.
  static func url(of picture: PictureDraft?, _ db: PostgresSession) async throws -> String? {
    guard let picture, let claim = picture.claim else { return nil }
    let claimed = try await db.run(
      """
      UPDATE pictures SET kept_until = CASE WHEN kept_until = $2 THEN 0 ELSE kept_until END
      WHERE name = $1
      """, claim.name, claim.ownEnd)
    // This process was stopped for so long that others have removed it.
    guard claimed.changesCount == 1 else {
      throw StoreError.unavailable("/uploads/\(claim.name)", .busy)
    }
    picture.isClaimUsed = true
    return "/uploads/" + claim.name
  }

  /// Ends a claim, and removes the picture if it has no post.
  func release(_ claim: PictureDraft.Claim, at now: Date) async {
    try? await remove(claim.name, claim: claim, at: now)
  }

  /// Removes pictures that had a post; if that fails, they are swept later.
  func removePictures(_ names: [String], at now: Date) async {
    for name in names { try? await remove(name, claim: nil, at: now) }
  }

  /// Removes a picture, unless a post has it or another process has a claim.
  private func remove(
    _ name: String, claim: PictureDraft.Claim?, at now: Date
  ) async throws(StoreError) {
    let place = sharedPictures
    if place.isRemote {
      // It waits with a connection in its hand: others are swept later.
      guard !isRemoving.exchange(true, ordering: .acquiring) else { return }
    }
    defer { if place.isRemote { isRemoving.store(false, ordering: .releasing) } }
    try await write(isChange: false) { db in
      let end: Int64? = try await db.value(
        "SELECT kept_until FROM pictures WHERE name = $1 FOR UPDATE", name)
      guard let end, end <= StoredTime.milliseconds(now) || end == claim?.ownEnd else { return }
      guard try await !Self.hasPost("/uploads/" + name, db) else {
        try await db.run("UPDATE pictures SET kept_until = 0 WHERE name = $1", name)
        return
      }
      try await Self.checkStorage(place, db)
      try await place.delete(name, db)
      try await db.run("DELETE FROM pictures WHERE name = $1", name)
    }
  }

  private static func hasPost(_ url: String, _ db: PostgresSession) async throws -> Bool {
    try await db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM posts WHERE image_url = $1)
        OR EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = $1)
      """, url)
  }

  /// The name of a post's picture, if no post has it any more, not even one that may come back; otherwise it
  /// counts for a user who shows it.
  static func unusedPicture(_ url: String?, _ db: PostgresSession) async throws -> [String] {
    guard let url, let name = UploadsFolder.name(inURL: url) else { return [] }
    guard try await hasPost(url, db) else { return [name] }
    try await db.run(
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
    let (now, place) = (Date(), sharedPictures)
    let end = now.addingTimeInterval(Self.importSeconds)
    let claim = try await write(isChange: false) { db in
      try await Self.checkStorage(place, db)
      return try await Self.claim(name, at: now, until: end, 0, draft.byteCount, db)
    }
    do {
      try await place.put(draft, as: name)
    } catch {
      await release(claim, at: Date())
      throw error
    }
    return claim
  }

  func releaseClaims(_ claims: [PictureDraft.Claim], areUsed: Bool) async {
    // Those with a post stay in any case.
    for claim in claims { await release(claim, at: Date()) }
  }

  // MARK: Sweeping

  /// Sweeps in the background, if that was long ago.
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
        try await db.run(
          """
          SELECT name FROM pictures WHERE name > $1 AND kept_until <= $2
            AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = '/uploads/' || name)
            AND NOT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = '/uploads/' || name)
          ORDER BY name LIMIT 100
          """, last, StoredTime.milliseconds(now)
        ).map { $0[0] as String }
      }
      guard let end = names.last else { break }
      for name in names where UploadsFolder.isMade(name) {
        try await remove(name, claim: nil, at: now)
      }
      last = end
    }
    // A server that was killed leaves half a file in a folder.
    guard let folder = sharedPictures as? UploadsFolder else { return }
    let known = try await pictureURLs()
    await BlockingThread.run {
      folder.sweep(keeping: known, before: now.addingTimeInterval(-86_400))
    }
  }
}

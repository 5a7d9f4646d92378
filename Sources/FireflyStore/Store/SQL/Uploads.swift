import FireflyCore
import Foundation

// Pictures that users send before the post that shows them: rows of `uploads`, one for each sender,
// because a picture has one name for all who send the same bytes. Pictures that an edit takes out of a
// post wait there, too.
extension SQLStore {
  func pictureRoom(
    for bytes: Int, quota: Quota, of email: String, at now: Date
  ) async throws(StoreError) -> Int? {
    guard quota.pictureBytes != nil else { return nil }
    // What can't come back any more takes no room.
    try await purgeDeleted(at: now)
    return try await read { db in
      try db.userID(email).flatMap { try db.pictureRoom(for: bytes, quota, of: $0, at: now) }
    }
  }

  func addUpload(
    _ picture: PictureDraft, quota: Quota, by email: String, at now: Date
  ) async throws(StoreError) -> String {
    try await writePosts(picture, by: email, quota, at: now) { unused, db in
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      guard let url = try db.url(of: picture), let name = UploadsFolder.name(inURL: url) else {
        throw StoreError.invalidPicture
      }
      unused = try db.checkUploads(quota, of: user, but: name, at: now)
      try db.run(
        """
        INSERT INTO uploads (name, user_id, kept_until) VALUES (?1, ?2, ?3)
        ON CONFLICT (name, user_id) DO UPDATE SET kept_until = excluded.kept_until
        """, name, user,
        StoredTime.milliseconds(now.addingTimeInterval(StoreLimits.uploadLifetime)))
      return url
    }
  }
}

extension StoredTime {
  /// Whether a picture that waits until a time makes room for others of its user.
  static func givesWay(_ end: Int64, at now: Date) -> Bool {
    let last = now.addingTimeInterval(StoreLimits.uploadLifetime)
    return end <= milliseconds(last.addingTimeInterval(-StoreLimits.uploadHold))
      || end > latest(at: last)
  }
}

extension SQLSession {
  /// Checks that a user may send another picture before its post; older ones make room for it.
  ///
  /// - Returns: the names of pictures that no post and no upload has any more.
  /// - Throws: `StoreError.overQuota`.
  fileprivate func checkUploads(
    _ quota: Quota, of user: Int, but name: String, at now: Date
  ) throws -> [String] {
    guard quota.pictureBytes != nil, try ownerID() != user else { return [] }
    try lockRow("users", user)
    let waiting = try rows(
      """
      SELECT name, kept_until FROM uploads WHERE user_id = ?1 AND kept_until > ?2 AND name <> ?3
      ORDER BY kept_until, name
      """, user, StoredTime.milliseconds(now), name,
      convert: { (name: $0[0] as String, end: $0[1] as Int64) })
    let excess = waiting.count + 1 - StoreLimits.uploads
    if excess <= 0 { return [] }
    let gone = waiting.filter { StoredTime.givesWay($0.end, at: now) }.prefix(excess)
    if gone.count < excess { throw quota.uploadsUsedUp }
    return try forgetUploads(gone.map(\.name), of: user)
  }

  /// Lets uploads of a user go with the posts that show them from now on.
  func uploadsAreShown(_ names: SQLList, by user: Int) throws {
    try run(
      """
      UPDATE uploads SET kept_until = 0
      WHERE \(dialect.isIn("name", "?1", .text)) AND user_id = ?2
      """, names, user)
  }

  /// Keeps pictures that a post of a user no longer shows, so that its old text can come back.
  func keepForUndo(_ names: [String], of user: Int, at now: Date) throws {
    if names.isEmpty { return }
    try run(
      """
      INSERT INTO uploads (name, user_id, kept_until)
      SELECT name, CAST(?2 AS bigint), CAST(?3 AS bigint) FROM pictures
      WHERE \(dialect.isIn("name", "?1", .text)) ORDER BY name
      ON CONFLICT (name, user_id) DO UPDATE
        SET kept_until = \(dialect.greatest)(uploads.kept_until, excluded.kept_until)
      """, SQLList(texts: names), user,
      StoredTime.milliseconds(now.addingTimeInterval(StoreLimits.restorable)))
  }

  /// Forgets the uploads of a user that no post shows yet.
  /// - Returns: the names of pictures that no post and no upload has any more.
  func forgetUploads(of user: Int) throws -> [String] {
    let names = try rows(
      "DELETE FROM uploads WHERE user_id = ?1 AND kept_until > 0 RETURNING name", user,
      convert: { $0[0] as String })
    return try names.flatMap { try unusedPicture(BodyPicture.address(of: $0)) }
  }

  /// Forgets some uploads of a user, unless a post shows them by now.
  /// - Returns: the names of pictures that no post and no upload has any more.
  func forgetUploads(_ names: [String], of user: Int) throws -> [String] {
    try run(
      """
      DELETE FROM uploads
      WHERE \(dialect.isIn("name", "?1", .text)) AND user_id = ?2 AND kept_until > 0
      """, SQLList(texts: names), user)
    return try names.flatMap { try unusedPicture(BodyPicture.address(of: $0)) }
  }

  /// Forgets uploads that no post has shown for a day.
  func purgeUploads(at now: Date) throws {
    // A clock that was ahead must not keep them for longer.
    let latest = StoredTime.latest(at: now.addingTimeInterval(StoreLimits.uploadLifetime))
    let names = try rows(
      """
      DELETE FROM uploads WHERE kept_until > 0 AND (kept_until <= ?1 OR kept_until > ?2)
      RETURNING name
      """, StoredTime.milliseconds(now), latest, convert: { $0[0] as String })
    // They count for others who have them; the sweep removes the rest.
    for name in Set(names) { _ = try unusedPicture(BodyPicture.address(of: name)) }
  }
}

import FireflyCore
import Foundation

// Pictures that users send before the post that shows them: rows of `uploads`, one for each sender,
// because a picture has one name for all who send the same bytes.
extension SQLStore {
  func addUpload(
    _ picture: PictureDraft, quota: Quota, by email: String, at now: Date
  ) async throws(StoreError) -> String {
    try await writePosts(picture, by: email, quota, at: now) { _, db in
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      guard let url = try db.url(of: picture), let name = UploadsFolder.name(inURL: url) else {
        throw StoreError.invalidPicture
      }
      try db.checkUploads(quota, of: user, but: name, at: now)
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

extension SQLSession {
  /// Checks that a user may send another picture before its post.
  /// - Throws: `StoreError.overQuota`.
  fileprivate func checkUploads(
    _ quota: Quota, of user: Int, but name: String, at now: Date
  ) throws {
    guard quota.pictureBytes != nil, try ownerID() != user else { return }
    try lockRow("users", user)
    let waiting: Int? = try value(
      "SELECT count(*) FROM uploads WHERE user_id = ?1 AND kept_until > ?2 AND name <> ?3", user,
      StoredTime.milliseconds(now), name)
    if (waiting ?? 0) >= StoreLimits.uploads { throw quota.uploadsUsedUp }
  }

  /// Lets uploads of a user go with the posts that show them from now on.
  func uploadsAreShown(_ names: SQLList, by user: Int) throws {
    try run(
      """
      UPDATE uploads SET kept_until = 0
      WHERE \(dialect.isIn("name", "?1", .text)) AND user_id = ?2
      """, names, user)
  }

  /// Forgets the uploads of a user that no post shows yet.
  /// - Returns: the names of pictures that nobody has.
  func forgetUploads(of user: Int) throws -> [String] {
    let names = try rows(
      "DELETE FROM uploads WHERE user_id = ?1 AND kept_until > 0 RETURNING name", user,
      convert: { $0[0] as String })
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

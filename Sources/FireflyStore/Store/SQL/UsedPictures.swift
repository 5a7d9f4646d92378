import FireflyCore

// Who has a picture: its post, a deleted one that can be restored, a text, or a post that will follow.
extension SQLText {
  /// Returns the condition that no post has a picture of `pictures`, or is being written with it.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - latest: `ClaimTime.latest`.
  static func hasNoPost(_ now: String, _ latest: String) -> String {
    """
    (pictures.kept_until <= \(now) OR pictures.kept_until > \(latest))
      AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = '/uploads/' || pictures.name)
      AND NOT EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = '/uploads/' || pictures.name)
      AND NOT EXISTS (SELECT 1 FROM post_pictures p WHERE p.name = pictures.name)
    """
  }
}

extension SQLSession {
  /// Whether a post has a picture, or one will show it.
  func isUsed(_ name: String) throws -> Bool {
    try isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM posts WHERE image_url = ?1)
        OR EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = ?1)
        OR EXISTS (SELECT 1 FROM post_pictures WHERE name = ?2)
        OR EXISTS (SELECT 1 FROM uploads WHERE name = ?2 AND kept_until > 0)
      """, "/uploads/" + name, name)
  }

  /// Returns the name of a picture if no post has it, including deleted posts that can be restored.
  ///
  /// Otherwise it counts against the quota of a user who has it; imported ones count for nobody.
  func unusedPicture(_ url: String?) throws -> [String] {
    guard let url, let name = UploadsFolder.name(inURL: url) else { return [] }
    guard try isUsed(name) else { return [name] }
    try run(
      """
      WITH senders (user_id) AS (
        SELECT user_id FROM posts WHERE image_url = ?1
        UNION SELECT user_id FROM deleted_posts WHERE image_url = ?1
        UNION SELECT p.user_id FROM post_pictures t JOIN posts p ON p.id = t.post WHERE t.name = ?2
        UNION SELECT p.user_id FROM post_pictures t JOIN deleted_posts p ON p.id = t.post
          WHERE t.name = ?2
        UNION SELECT user_id FROM uploads WHERE name = ?2 AND kept_until > 0
      )
      UPDATE pictures SET user_id = (SELECT min(user_id) FROM senders WHERE user_id > 0)
      WHERE name = ?2 AND user_id > 0 AND user_id NOT IN (SELECT user_id FROM senders)
        AND EXISTS (SELECT 1 FROM senders WHERE user_id > 0)
      """, url, name)
    return []
  }
}

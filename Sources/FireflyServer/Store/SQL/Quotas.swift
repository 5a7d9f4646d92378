import FireflyCore
import Foundation

extension SQLSession {
  /// Counts a new post of a user.
  /// - Throws: `StoreError.overQuota`.
  func countPost(of user: Int, _ quota: Quota, at now: Date) throws {
    guard let posts = quota.posts, try ownerID() != user else { return }
    // Serializes concurrent posts of the user.
    try lockRow("users", user)
    let start = StoredTime.milliseconds(now.addingTimeInterval(-quota.seconds))
    try run(
      "DELETE FROM posts_made WHERE user_id = ?1 AND (at <= ?2 OR at > ?3)", user, start,
      StoredTime.latest(at: now))
    let newest = try first(
      """
      SELECT count(*), min(at) FROM (
        SELECT at FROM posts_made WHERE user_id = ?1 ORDER BY at DESC LIMIT ?2) AS newest
      """, user, posts, convert: { (count: $0[0] as Int, filling: $0[1] as Int64?) })
    if let newest, newest.count >= posts {
      let filling = newest.filling.map(StoredTime.date(milliseconds:)) ?? now
      throw quota.postsUsedUp(secondsToWait: filling.timeIntervalSince(now) + quota.seconds)
    }
    try run(
      "INSERT INTO posts_made (user_id, at) VALUES (?1, ?2)", user, StoredTime.milliseconds(now))
  }

  /// Checks that the user may store a picture of this size.
  /// - Throws: `StoreError.overQuota`.
  func checkPictureQuota(_ quota: Quota, _ bytes: Int, of user: Int) throws {
    guard let maximum = quota.pictureBytes, try ownerID() != user else { return }
    try lockRow("users", user)
    let used: Int? = try value(
      "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = ?1", user)
    if (used ?? 0) + bytes > maximum { throw quota.picturesUsedUp }
  }
}

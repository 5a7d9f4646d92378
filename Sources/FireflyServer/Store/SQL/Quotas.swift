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

  /// Checks that the user may store a picture of this size; pictures that wait make room for it.
  ///
  /// - Returns: the names of pictures that no post and no upload has any more.
  /// - Throws: `StoreError.overQuota`.
  func checkPictureQuota(
    _ quota: Quota, _ bytes: Int, of user: Int, at now: Date
  ) throws -> [String] {
    guard let maximum = quota.pictureBytes, try ownerID() != user else { return [] }
    try lockRow("users", user)
    let used: Int? = try value(
      "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = ?1", user)
    let excess = (used ?? 0) + bytes - maximum
    if excess <= 0 { return [] }
    // Some have no upload any more, and are about to be removed.
    let waiting = try rows(
      """
      SELECT pictures.name, bytes, coalesce(u.kept_until, 0) FROM pictures
      LEFT JOIN uploads u ON u.name = pictures.name AND u.user_id = ?1
      WHERE pictures.user_id = ?1 AND \(SQLText.hasNoPost("?2", "?3")) ORDER BY 3, 1
      """, user, StoredTime.milliseconds(now), ClaimTime.latest(at: now),
      convert: { (name: $0[0] as String, bytes: $0[1] as Int, end: $0[2] as Int64) })
    let old = waiting.filter { StoredTime.givesWay($0.end, at: now) }
    var (freed, gone) = (0, [String]())
    for picture in old where freed < excess {
      freed += picture.bytes
      gone.append(picture.name)
    }
    guard freed >= excess else {
      let all = waiting.reduce(0) { $0 + $1.bytes }
      throw quota.picturesUsedUp(waiting: all < excess ? 0 : waiting.count - old.count)
    }
    return try forgetUploads(gone, of: user)
  }
}

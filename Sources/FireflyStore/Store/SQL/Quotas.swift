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
    let excess = try usedPictureBytes(of: user) + bytes - maximum
    if excess <= 0 { return [] }
    let waiting = try waitingPictures(of: user, at: now)
    var (freed, gone) = (0, [String]())
    for picture in waiting where picture.givesWay && freed < excess {
      freed += picture.bytes
      gone.append(picture.name)
    }
    if freed < excess { throw Self.picturesUsedUp(quota, excess, waiting) }
    return try forgetUploads(gone, of: user)
  }

  /// Returns how many bytes of pictures the user may still store; pictures that wait make room.
  ///
  /// - Returns: the number of bytes; nil for no limit.
  /// - Throws: `StoreError.overQuota` if they are fewer than `bytes`.
  func pictureRoom(
    for bytes: Int, _ quota: Quota, of user: Int, at now: Date
  ) throws -> Int? {
    guard let maximum = quota.pictureBytes, try ownerID() != user else { return nil }
    let used = try usedPictureBytes(of: user)
    let waiting = try waitingPictures(of: user, at: now)
    // A picture that is sent again takes no room, which is known at its end only.
    let largest = try value("SELECT max(bytes) FROM pictures WHERE user_id = ?1", user) ?? 0
    let room = max(largest, maximum - used + waiting.filter(\.givesWay).reduce(0) { $0 + $1.bytes })
    if bytes > room { throw Self.picturesUsedUp(quota, used + bytes - maximum, waiting) }
    return max(0, room)
  }

  private func usedPictureBytes(of user: Int) throws -> Int {
    try value("SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = ?1", user) ?? 0
  }

  /// Returns a user's pictures without a post, and whether they make room for others.
  ///
  /// Some have no upload any more, and are about to be removed.
  private func waitingPictures(of user: Int, at now: Date) throws -> [WaitingPicture] {
    try rows(
      """
      SELECT pictures.name, bytes, coalesce(u.kept_until, 0) FROM pictures
      LEFT JOIN uploads u ON u.name = pictures.name AND u.user_id = ?1
      WHERE pictures.user_id = ?1 AND \(SQLText.hasNoPost("?2", "?3")) ORDER BY 3, 1
      """, user, StoredTime.milliseconds(now), ClaimTime.latest(at: now),
      convert: { row in
        WaitingPicture(
          name: row[0], bytes: row[1], givesWay: StoredTime.givesWay(row[2], at: now))
      })
  }

  private static func picturesUsedUp(
    _ quota: Quota, _ excess: Int, _ waiting: [WaitingPicture]
  ) -> StoreError {
    let all = waiting.reduce(0) { $0 + $1.bytes }
    return quota.picturesUsedUp(
      waiting: all < excess ? 0 : waiting.count { !$0.givesWay })
  }
}

/// A picture of a user that no post has.
private struct WaitingPicture {
  let name: String
  let bytes: Int
  /// Whether it makes room for others.
  let givesWay: Bool
}

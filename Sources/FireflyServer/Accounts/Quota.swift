import Foundation
import GRDB

/// How much one user may store and write on a server.
public struct Quota: Hashable, Sendable, CustomStringConvertible {
  /// Bytes of pictures; nil: as many as there is room for.
  var pictureBytes: Int?
  /// Posts in `seconds`; nil: as many as they like.
  var posts: Int?
  var seconds = 3_600.0

  /// No limit.
  public static let none = Quota()
  /// 1 GB of pictures, 100 posts an hour.
  public static let standard = Quota(pictureBytes: 1 << 30, posts: 100)

  private static let sizes = ["KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40]
  private static let times: KeyValuePairs = ["m": 60.0, "h": 3_600, "d": 86_400]
  private static let timeNames = ["m": "minute", "h": "hour", "d": "day"]

  private init(pictureBytes: Int? = nil, posts: Int? = nil) {
    (self.pictureBytes, self.posts) = (pictureBytes, posts)
  }

  /// `none`, or what differs from the standard: `pictures=500MB,posts=20/d`, each of which may be `none`.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    guard text != "none" else {
      self = .none
      return
    }
    self = .standard
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      switch (sides[0], sides[1]) {
      case ("pictures", "none"): pictureBytes = nil
      case ("posts", "none"): posts = nil
      case ("pictures", let size):
        guard let unit = Self.sizes[size.suffix(2).uppercased()],
          let number = Int(size.dropLast(2)), (0...1_000_000).contains(number)
        else { return nil }
        pictureBytes = number * unit
      case ("posts", let rate):
        let parts = rate.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), (0...1_000_000).contains(number),
          let time = Self.times.first(where: { $0.key == parts[1] })
        else { return nil }
        (posts, seconds) = (number, time.value)
      default: return nil
      }
    }
  }

  /// As it is written in an option.
  public var description: String {
    guard self != .none else { return "none" }
    let unit = Self.times.first { $0.value == seconds }?.key ?? "h"
    let size = pictureBytes.map { Self.size($0).replacing(" ", with: "") } ?? "none"
    return "pictures=\(size),posts=\(posts.map { "\($0)/\(unit)" } ?? "none")"
  }

  /// What it allows, as the end of a sentence: “1 GB of pictures and 100 posts an hour”; nil for no limit.
  public var words: String? {
    let words = [
      pictureBytes.map { "\(Self.size($0)) of pictures" }, posts.map { "\($0) posts \(span)" },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }

  private static func size(_ bytes: Int) -> String {
    let unit = sizes.filter { $0.value <= bytes && bytes % $0.value == 0 }.max {
      $0.value < $1.value
    }
    return unit.map { "\(bytes / $0.value) \($0.key)" } ?? "\(bytes) bytes"
  }

  private var span: String {
    let unit = Self.times.first { $0.value == seconds }.flatMap { Self.timeNames[$0.key] } ?? "hour"
    return unit == "hour" ? "an hour" : "a \(unit)"
  }

  // MARK: In the store

  /// Counts one more post of a user.
  /// - Throws: `StoreError.overQuota`.
  func countPost(of user: Int, at now: Date, _ db: Database) throws {
    guard let posts, try !Self.isOwner(user, db) else { return }
    let start = PostRow.milliseconds(now.addingTimeInterval(-seconds))
    try db.execute(
      sql: "DELETE FROM posts_made WHERE user_id = ? AND at <= ?", arguments: [user, start])
    let filling = try Int64.fetchOne(
      db, sql: "SELECT at FROM posts_made WHERE user_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
      arguments: [user, max(0, posts - 1)])
    if filling != nil || posts == 0 {
      let wait =
        filling.map { PostRow.date(milliseconds: $0).timeIntervalSince(now) + seconds } ?? seconds
      throw StoreError.overQuota(
        "This server allows \(posts) posts \(span), and you have written as many.",
        seconds: max(1, Int(wait.rounded(.up))))
    }
    try db.execute(
      sql: "INSERT INTO posts_made (user_id, at) VALUES (?, ?)",
      arguments: [user, PostRow.milliseconds(now)])
  }

  /// Makes sure that there is room for one more picture of a user.
  /// - Throws: `StoreError.overQuota`.
  func admitPicture(_ bytes: Int, of user: Int, _ db: Database) throws {
    guard let pictureBytes, try !Self.isOwner(user, db) else { return }
    let used =
      try Int.fetchOne(
        db, sql: "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE user_id = ?",
        arguments: [user]) ?? 0
    guard used + bytes > pictureBytes else { return }
    // Room is made by deleting, which can be undone for so long.
    throw StoreError.overQuota(
      """
      This server allows \(Self.size(pictureBytes)) of pictures, and there is no room for another one of \
      yours. Delete some, or post without the picture.
      """, seconds: Int(PostStore.restorable))
  }

  /// Whether it is the owner of the database.
  private static func isOwner(_ user: Int, _ db: Database) throws -> Bool {
    try PostStore.setting("local-email", db).flatMap { try PostStore.userID($0, db) } == user
  }
}

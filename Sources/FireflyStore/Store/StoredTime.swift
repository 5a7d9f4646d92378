import FireflyCore
import Foundation

/// Converts dates to the format of the stores: milliseconds since 1970.
enum StoredTime {
  /// Returns a date in milliseconds since 1970.
  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// Returns the latest time that isn't in the future, in milliseconds since 1970.
  static func latest(at now: Date) -> Int64 {
    milliseconds(now.addingTimeInterval(StoreLimits.clockDifference))
  }

  /// Returns the latest time at which a code can expire that was sent up to now.
  static func latestExpiry(at now: Date) -> Int64 {
    latest(at: now.addingTimeInterval(StoreLimits.codeLifetime))
  }

  static func date(milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

/// A position in a list of posts, newest first: that of the last post read.
struct PostPosition: Comparable, Sendable {
  /// Milliseconds since 1970.
  var time: Int64
  /// The number of the post, which breaks ties.
  var id: Int64

  /// The position before the first post.
  static let start = PostPosition(time: .max, id: .max)

  static func < (one: PostPosition, other: PostPosition) -> Bool {
    (one.time, one.id) < (other.time, other.id)
  }

  static func after(_ post: Post) -> PostPosition {
    PostPosition(time: post.createdAt.map(StoredTime.milliseconds) ?? 0, id: Int64(post.id))
  }
}

extension Post {
  /// Number of bytes of its title, summary and body.
  var textBytes: Int { title.utf8.count + summary.utf8.count + body.utf8.count }
}

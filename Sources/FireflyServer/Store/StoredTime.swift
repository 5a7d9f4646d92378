import FireflyCore
import Foundation

/// Times as stores keep them.
enum StoredTime {
  /// Milliseconds since 1970.
  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// A stored time.
  static func date(milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

/// A place in a list of posts ordered newest first: that of the post last seen.
struct PostPosition: Sendable {
  /// Milliseconds since 1970.
  var time: Int64
  /// Breaks ties.
  var id: Int64

  /// Before the first post.
  static let start = PostPosition(time: .max, id: .max)

  /// Just after a post.
  static func after(_ post: Post) -> PostPosition {
    PostPosition(time: post.createdAt.map(StoredTime.milliseconds) ?? 0, id: Int64(post.id))
  }
}

extension Post {
  /// Bytes of its three texts.
  var textBytes: Int { title.utf8.count + summary.utf8.count + body.utf8.count }
}

import FireflyCore
import FireflyScreen

/// The columns that stand beside the titles of posts of one row each: as wide as the widest content.
struct RowColumns: Equatable, Sendable {
  /// Columns of the author or the feed.
  private(set) var author = 0
  /// Columns of the number of replies.
  private(set) var replies = 0
  /// Columns of what the source counts, such as points.
  private(set) var value = 0

  /// Maximum columns of each.
  static let most = (author: 24, replies: 6, value: 12)

  /// Measures some posts.
  init(_ posts: [Post]) {
    for post in posts {
      for name in [post.rowFeed, post.byline] {
        author = max(author, Self.columns(name, Self.most.author))
      }
      let all = post.stated?.replies ?? post.feed?.descendants
      let count = all ?? post.childCount ?? 0
      // Behind the number of direct ones stands a +.
      if count > 0 { replies = max(replies, "\(count)".count + (all == nil ? 1 : 0)) }
      value = max(value, Self.columns(post.stated?.value, Self.most.value))
    }
    replies = min(replies, Self.most.replies)
  }

  private static func columns(_ text: String?, _ most: Int) -> Int {
    guard let text else { return 0 }
    // Each change of a list measures all of its posts.
    let bytes = text.utf8
    if bytes.count < most, bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return min(most, String(text.prefix(most)).displayWidth)
  }
}

extension Post {
  /// The feed that a row of an entry names; nil for others, and if the author is named like the feed.
  var rowFeed: String? { feedID == nil ? nil : stated?.place }
}

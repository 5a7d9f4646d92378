import FireflyCore
import Foundation

/// Reads the posts by others below the reader's own, newest first.
struct AnswerList: SQLPostList {
  private let reader: String
  private let before: Int?
  private let now: Int64
  private var position: PostPosition?
  private var left: Int

  /// Creates a reader; `before` is the post after which the list starts; nil for the first.
  init(reader: String, before: Int?, limit: Int, at now: Date) {
    self.reader = reader
    self.before = before
    self.now = StoredTime.milliseconds(now)
    left = min(limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    guard left > 0, let user = try db.userID(reader) else { return [] }
    if position == nil, let before {
      guard let post = try db.post(before) else { return [] }
      position = .after(post)
    }
    // The words of the partial index.
    let answers = SQLCondition(
      """
      p.answers_user = ? AND p.answers_user > 0 AND p.answers_user <> p.user_id
        AND p.template_name <> 'deleted'
      """, user)
    let page = try db.page(
      whereAny: [answers], after: position ?? .start, limit: min(left, FeedRequest.pageLength),
      at: now)
    if let last = page.posts.last { position = .after(last) }
    left = page.isLast ? 0 : left - page.posts.count
    return page.posts.map { PostListPage.Entry(post: $0) }
  }
}

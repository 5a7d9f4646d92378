import FireflyCore
import Foundation

// Deleted posts of the top level that have replies: the extension `deleted`.
extension HTTPClient {
  /// Whether the server lists deleted posts; asks it if that is unknown.
  func hasDeleted() async -> Bool {
    if let known = listsDeleted.withLock(\.self) { return known }
    return (try? await extensions())?.contains(.deleted) ?? false
  }

  /// Requests everyone's posts of a kind, with the deleted ones where the server lists them.
  ///
  /// While that is unknown, the first page does not wait for it: the deleted ones follow in a request of
  /// their own.
  func everyones(
    _ feed: Endpoint.Feed, _ arriving: (@Sendable (PostPage) -> Void)?
  ) async throws(APIError) -> PostPage {
    var feed = feed
    let isFirst = feed.before == nil && listsDeleted.withLock { $0 == nil }
    guard feed.tags == [Post.Template.post.name] else {
      return try await page(.recentTagged(feed), under: "posts", arriving: arriving)
    }
    if isFirst {
      async let known = hasDeleted()
      let posts = try await page(.recentTagged(feed), under: "posts", arriving: arriving)
      guard await known else { return posts }
      feed.tags = [Post.Template.deleted.name]
      let deleted = try await page(.recentTagged(feed), under: "posts")
      return posts.with(deleted: deleted.posts, limit: feed.limit)
    }
    if await hasDeleted() { feed.tags.append(Post.Template.deleted.name) }
    return try await page(.recentTagged(feed), under: "posts", arriving: arriving)
  }
}

extension PostPage {
  /// Returns the page, the newest posts first, with deleted ones at their places.
  ///
  /// - Parameter limit: the length of a whole page; older posts than its last one are on the next
  ///   page.
  fileprivate func with(deleted: [Post], limit: Int?) -> PostPage {
    // As the server sorts them: dates have whole seconds.
    func isNewer(_ one: Post, _ other: Post) -> Bool {
      (one.createdAt ?? .distantPast, one.id) > (other.createdAt ?? .distantPast, other.id)
    }
    let isWhole = isCut || posts.count + skipped.count >= limit ?? .max
    let last = isWhole ? posts.last : nil
    var (page, rest) = (self, posts[...])
    page.posts = []
    for post in deleted where last.map({ isNewer(post, $0) }) ?? true {
      let newer = rest.prefix { isNewer($0, post) }
      page.posts += newer + [post]
      rest = rest.dropFirst(newer.count)
    }
    page.posts += rest
    return page
  }
}

import FireflyCore
import Foundation
import Synchronization

extension HTTPClient {
  /// Answers that a list is put together from, at most.
  private static let maximumAnswers = 64

  /// Asks for a list of posts and reads it as it arrives.
  ///
  /// A list that ends early, because it would be too large, is gone on with; of one that is too large, fewer
  /// posts at a time are asked for.
  ///
  /// - `maximum`: posts, with those nested in them, after which the rest is not waited for.
  /// - `first`: is handed the first posts, a screenful or two, as soon as they have come.
  /// - Throws: `APIError`.
  func page(
    _ endpoint: Endpoint, under key: String, maximum: Int = .max,
    first: (@Sendable (PostPage) -> Void)? = nil,
    keeps: @escaping @Sendable (Post) -> Bool = { _ in true }
  ) async throws(APIError) -> PostPage {
    var part = endpoint
    var (answer, all) = (ListAnswer(), PostPage(posts: []))
    var seen: Set<Int> = []
    var isFewer = false
    for number in 1...Self.maximumAnswers {
      do throws(APIError) {
        answer = try await self.answer(
          part, under: key, maximum: maximum, first: number == 1 ? first : nil, keeps: keeps)
      } catch .tooLarge(let limit) {
        // A quarter, because a list may be larger by far.
        guard let count = part.limit, count > 1 else { throw .tooLarge(limit: limit) }
        part.limit = max(1, count / 4)
        isFewer = true
        continue
      }
      let count = all.posts.count
      all.posts += answer.page.posts.filter { seen.insert($0.id).inserted }
      all.skipped += answer.page.skipped
      all.isCut = answer.page.isCut
      guard answer.hasMore || isFewer && all.posts.count > count, !all.isCut else { return all }
      let wanted = (endpoint.limit ?? .max) - all.posts.count - all.skipped.count
      guard wanted > 0 else { return all }
      guard let last = answer.last, let next = part.following(last) else {
        all.isCut = answer.hasMore
        return all
      }
      part = next
      part.limit = part.limit.map { min($0, wanted) }
    }
    all.isCut = true
    return all
  }

  /// One answer with a list.
  private struct ListAnswer {
    var page = PostPage(posts: [])
    /// Whether the server says that the list goes on.
    var hasMore = false
    /// The number of the last post, kept or not.
    var last: Int?
  }

  private func answer(
    _ endpoint: Endpoint, under key: String, maximum: Int, first: (@Sendable (PostPage) -> Void)?,
    keeps: @escaping @Sendable (Post) -> Bool
  ) async throws(APIError) -> ListAnswer {
    let stream = Mutex(PostListDecoder(key: key, maximum: maximum, keeps: keeps))
    let isFirstOpen = Mutex(first != nil)
    do {
      _ = try await perform(request(endpoint, byteLimit: limits.listBytes)) {
        data throws(APIError) in
        try stream.withLock { stream throws(APIError) in
          try stream.receive(data)
          if stream.isFull { throw .cancelled }
          guard let beginning = stream.beginning, isFirstOpen.withLock({ $0 }) else { return }
          isFirstOpen.withLock { $0 = false }
          first?(beginning)
        }
      }
    } catch {
      guard error == .cancelled, !Task.isCancelled, stream.withLock({ $0.isFull }) else {
        throw error
      }
    }
    let answer = try reportingUnreadable(endpoint) { () throws(APIError) in
      try stream.withLock { stream throws(APIError) in
        ListAnswer(page: try stream.finish(), hasMore: stream.hasMore, last: stream.last)
      }
    }
    for reason in answer.page.skipped.prefix(5) {
      logger.warning("GET \(endpoint.path): skipped \(reason)")
    }
    if answer.page.skipped.count > 5 {
      logger.warning("GET \(endpoint.path): skipped \(answer.page.skipped.count) in all")
    }
    return answer
  }
}

extension Endpoint {
  /// How many posts a list is to have; nil where that can't be said, or isn't.
  fileprivate var limit: Int? {
    get {
      switch self {
      case .recent(let limit, _), .usersRecent(_, let limit, _): limit
      case .recentTagged(let feed): feed.limit
      default: nil
      }
    }
    set {
      switch self {
      case .recent(_, let before): self = .recent(limit: newValue, before: before)
      case .usersRecent(let email, _, let before):
        self = .usersRecent(email: email, limit: newValue, before: before)
      case .recentTagged(var feed):
        feed.limit = newValue
        self = .recentTagged(feed)
      default: break
      }
    }
  }

  /// What comes in a list after a post; nil where that can't be asked for.
  fileprivate func following(_ last: Int) -> Endpoint? {
    switch self {
    case .recent(let limit, _): return .recent(limit: limit, before: last)
    case .usersRecent(let email, let limit, _):
      return .usersRecent(email: email, limit: limit, before: last)
    case .recentTagged(var feed):
      feed.before = last
      return .recentTagged(feed)
    // Nested, the list may have ended within the last post.
    case .children(let id, nil, _): return .children(of: id, before: last)
    default: return nil
    }
  }
}

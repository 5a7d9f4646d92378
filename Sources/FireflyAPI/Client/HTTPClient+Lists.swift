import FireflyCore
import Foundation
import Synchronization

extension HTTPClient {
  /// Maximum number of responses that one list is assembled from.
  private static let maximumAnswers = 64

  /// Requests a list of posts and decodes it as it arrives.
  ///
  /// Continues a list that the server ended early because of its size. If the list is too large,
  /// requests fewer posts at a time.
  ///
  /// - Parameters:
  ///   - endpoint: the call.
  ///   - key: the key of the array in the response.
  ///   - maximum: stop after this many posts, including nested ones.
  ///   - arriving: called with the posts so far: once there are enough for a screen or two, and every
  ///     second while a slow line brings more.
  /// - Returns: the page; truncated if the list is longer than `maximum`.
  /// - Throws: `APIError`.
  func page(
    _ endpoint: Endpoint, under key: String, maximum: Int = .max,
    arriving: (@Sendable (PostPage) -> Void)? = nil,
    keeps: @escaping @Sendable (Post) -> Bool = { _ in true }
  ) async throws(APIError) -> PostPage {
    var part = endpoint
    var all = PostPage(posts: [])
    var seen: Set<Int> = []
    var isFewer = false
    for number in 1...Self.maximumAnswers {
      let answer: ListAnswer
      do throws(APIError) {
        answer = try await self.answer(
          part, under: key, maximum: maximum, arriving: number == 1 ? arriving : nil,
          keeps: keeps)
      } catch .tooLarge(let limit) {
        // A quarter, because the list may be far too large.
        guard let count = part.limit, count > 1 else { throw .tooLarge(limit: limit) }
        part.limit = max(1, count / 4)
        isFewer = true
        continue
      }
      let count = all.posts.count
      if count == 0 {
        // Most lists are one answer, which has no duplicates and is not copied.
        all.posts = answer.page.posts
      } else {
        if seen.isEmpty { seen = Set(all.posts.map(\.id)) }
        all.posts += answer.page.posts.filter { seen.insert($0.id).inserted }
      }
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

  /// One response with a list.
  private struct ListAnswer {
    var page = PostPage(posts: [])
    /// Whether the server says that the list continues.
    var hasMore = false
    /// The ID of the last post, kept or not.
    var last: Int?
  }

  private func answer(
    _ endpoint: Endpoint, under key: String, maximum: Int,
    arriving: (@Sendable (PostPage) -> Void)?, keeps: @escaping @Sendable (Post) -> Bool
  ) async throws(APIError) -> ListAnswer {
    let decoder = Mutex(
      PostListDecoder(key: key, maximum: maximum, keepsTitles: isForPrograms, keeps: keeps))
    let progress = Mutex(ArrivalProgress())
    do {
      _ = try await perform(request(endpoint, byteLimit: limits.listBytes)) {
        data throws(APIError) in
        try decoder.withLock { decoder throws(APIError) in
          try decoder.decode(data)
          if decoder.isFull { throw .cancelled }
          guard let arriving, progress.withLock({ $0.isDue(decoder.arrived) }) else { return }
          arriving(decoder.soFar)
        }
      }
    } catch {
      guard error == .cancelled, !Task.isCancelled, decoder.withLock({ $0.isFull }) else {
        throw error
      }
    }
    let answer = try reportingUnreadable(endpoint) { () throws(APIError) in
      try decoder.withLock { decoder throws(APIError) in
        ListAnswer(page: try decoder.finish(), hasMore: decoder.hasMore, last: decoder.last)
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

/// When to pass on the posts of a list that is still arriving.
struct ArrivalProgress {
  /// Number of posts that are passed on at once: a screen or two.
  private static let beginning = 64
  /// Time between two pages of a slow line.
  private static let pause = Duration.seconds(1)

  private var passedOn = 0
  private var next = ContinuousClock.now + pause

  /// Whether to pass on the posts now that `count` of them have arrived.
  mutating func isDue(_ count: Int) -> Bool {
    guard count > passedOn else { return false }
    let isBeginning = passedOn < Self.beginning && count >= Self.beginning
    guard isBeginning || ContinuousClock.now >= next else { return false }
    passedOn = count
    next = ContinuousClock.now + Self.pause
    return true
  }
}

extension Endpoint {
  /// The requested number of posts; nil if this list has no limit parameter or it isn't set.
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

  /// The call for the posts after a given one; nil if this list has no paging.
  fileprivate func following(_ last: Int) -> Endpoint? {
    switch self {
    case .recent(let limit, _): return .recent(limit: limit, before: last)
    case .usersRecent(let email, let limit, _):
      return .usersRecent(email: email, limit: limit, before: last)
    case .recentTagged(var feed):
      feed.before = last
      return .recentTagged(feed)
    // In a nested list, the response may have ended within the last post.
    case .children(let id, nil, _): return .children(of: id, before: last)
    default: return nil
    }
  }
}

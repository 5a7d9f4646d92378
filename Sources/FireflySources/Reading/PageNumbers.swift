import FireflyAPI
import Synchronization

/// The lists of a service with numbered pages: remembers the page that a post was on.
final class PageNumbers: Sendable {
  private let pages = Mutex<[Key: Int]>([:])

  private struct Key: Hashable {
    let list: String
    let last: Int
  }

  /// Loads pages of a list until there are enough posts.
  ///
  /// - Parameters:
  ///   - list: its name.
  ///   - last: the post after which it continues; nil for its beginning.
  ///   - limit: how many posts are enough.
  ///   - maxPages: how many pages to load at most.
  ///   - load: loads a page, from 1 on.
  /// - Returns: the posts; none if the list is over, or the page of the last post unknown.
  func nodes(
    of list: String, after last: SourceNode?, limit: Int = 1, atMost maxPages: Int = 1,
    _ load: (_ page: Int) async throws(APIError) -> [SourceNode]
  ) async throws(APIError) -> [SourceNode] {
    var page = 0
    if let last {
      guard let known = pages.withLock({ $0[Key(list: list, last: last.id)] }) else { return [] }
      page = known
    }
    return try await [SourceNode](enough: limit, atMost: maxPages) { _ async throws(APIError) in
      page += 1
      let found = try await load(page)
      if found.isEmpty { return nil }
      pages.withLock { pages in
        if pages.count > 50_000 { pages = [:] }
        for node in found { pages[Key(list: list, last: node.id)] = page }
      }
      return found
    }
  }
}

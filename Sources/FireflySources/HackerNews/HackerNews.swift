import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation
import Logging
import Synchronization

/// The backend of Hacker News, which uses Algolia's search API: lists and whole trees in one
/// request each.
///
/// Algolia doesn't know the order of the site, which comes from the site's own API as lists of IDs.
struct HackerNews: SourceBackend {
  /// Maximum bytes of a tree; the largest stories have about 4 MB.
  static let treeBytes = 32 << 20
  /// Maximum posts of a search, and of a user.
  private static let found = 100

  let web: WebClient
  /// The client of the site's own API.
  let ranks: WebClient
  private let silence = Silence()

  init(web: WebClient, ranks: WebClient) { (self.web, self.ranks) = (web, ranks) }

  /// Returns the client of the site's own API, with a short timeout: lists don't depend on it.
  static func ranks(
    beside server: ServerAddress, userAgent: String, logger: Logger
  ) -> WebClient {
    let own = try? ServerAddress("https://hacker-news.firebaseio.com")
    var limits = ClientLimits()
    limits.slowSeconds = 1.5
    return WebClient(
      server: server.host == "hn.algolia.com" ? own ?? server : server, name: "Hacker News",
      userAgent: userAgent, limits: limits, logger: logger)
  }

  var habits: HTMLText.Habits {
    HTMLText.Habits(base: "https://news.ycombinator.com", quotesByAngle: true)
  }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let count = min(max(limit, 1), 1_000)
    guard isSecond else {
      // The front page has one page.
      guard last == nil else { return [] }
      async let order = order(of: "/v0/topstories.json")
      let stories = try await hits("search?tags=front_page&hitsPerPage=\(max(count, 50))")
      return await Self.sorted(stories, by: order) { $0.id }
    }
    var query = "search_by_date?tags=story&hitsPerPage=\(count)"
    if let last {
      guard let time = last.createdAt?.timeIntervalSince1970 else { return [] }
      query += "&numericFilters=created_at_i%3C\(Int(time))"
    }
    return try await hits(query)
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    let first = try await ranked(root ?? id)
    // A comment contains the ID of its story, whose tree includes what is above the comment.
    if root == nil, let story = first.story, story != id, story > 0 {
      let whole = try await ranked(story)
      let tree = SourceTree(whole, top: story)
      if tree.nodes.contains(where: { $0.id == id }) { return tree }
    }
    return SourceTree(first, top: root ?? id)
  }

  /// Loads an item, with its direct replies in the order of the site.
  private func ranked(_ id: Int) async throws(APIError) -> HackerNewsItem {
    async let order = order(of: "/v0/item/\(id).json")
    var item = try await web.answer(
      "/api/v1/items/\(id)", as: HackerNewsItem.self, byteLimit: Self.treeBytes)
    guard item.id != nil else { throw .unreadable(reason: "an item without an ID") }
    item.children = Self.sorted(item.children, by: await order) { $0.id ?? 0 }
    return item
  }

  /// Loads the order of a list; empty if the site's own API fails.
  ///
  /// If it doesn't answer in time, it is not asked for a minute.
  private func order(of target: String) async -> [Int] {
    guard silence.isOver else { return [] }
    do throws(APIError) {
      return try await ranks.answer(target, as: HackerNewsRanks.self).kids
    } catch {
      if case .timedOut = error { silence.begin() }
      return []
    }
  }

  /// Returns elements in the order of a list of IDs; others come last, in their previous order.
  private static func sorted<Element>(
    _ elements: [Element], by order: [Int], _ number: (Element) -> Int
  ) -> [Element] {
    let ranks = Dictionary(zip(order, 0...)) { first, _ in first }
    return elements.enumerated().sorted { one, other in
      (ranks[number(one.element)] ?? .max, one.offset)
        < (ranks[number(other.element)] ?? .max, other.offset)
    }.map(\.element)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try await hits(
      "search?tags=(story,comment)&hitsPerPage=\(Self.found)&query=\(words.percentEncoded)")
  }

  static let lists = [
    SourceList(name: "ask", title: "Ask HN", summary: "questions to the readers"),
    SourceList(name: "show", title: "Show HN", summary: "what readers have made"),
    SourceList(name: "job", title: "jobs", summary: "job offers of startups"),
    SourceList(name: "launch", title: "Launch HN", summary: "startups that begin"),
  ]

  var lists: [SourceList] { Self.lists }

  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode] {
    let search = "search_by_date?hitsPerPage=\(Self.found)&tags="
    // The site has no order of launches for programs.
    guard list.name != "launch" else {
      return try await hits(
        search + "story&restrictSearchableAttributes=title&query=%22Launch%20HN%22")
    }
    async let order = order(of: "/v0/\(list.name)stories.json")
    let stories = try await hits(search + (list.name == "job" ? "job" : "\(list.name)_hn"))
    return await Self.sorted(stories, by: order) { $0.id }
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let user = try await web.answer(
      "/api/v1/users/\(handle.percentEncoded)", as: HackerNewsUser.self)
    return SourceUser(
      handle: user.name, facts: Post.Facts(labels: [user.karma.map { "\($0) points" }]),
      about: user.about.map { .html($0) } ?? .none)
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await hits(
      "search_by_date?tags=(story,comment),author_\(handle.percentEncoded)&hitsPerPage=\(Self.found)"
    )
  }

  private func hits(_ query: String) async throws(APIError) -> [SourceNode] {
    try await web.answer("/api/v1/\(query)", as: HackerNewsHits.self).hits.elements
      .compactMap(SourceNode.init)
  }
}

/// The minute after a timeout in which a server is not asked.
private final class Silence: Sendable {
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  func begin() { end.withLock { $0 = .now + .seconds(60) } }

  var isOver: Bool { end.withLock { $0.map { $0 < .now } ?? true } }
}

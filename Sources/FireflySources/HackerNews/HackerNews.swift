import FireflyAPI
import FireflyCore
import Foundation

/// Hacker News, as Algolia's search has it: lists and whole trees in one request each.
struct HackerNews: SourceBackend {
  /// Bytes of a tree at most: the largest stories have some 4 MB.
  private static let treeBytes = 32 << 20
  /// Posts of a search, and of a person.
  private static let found = 100

  let web: WebClient

  var habits: HTMLText.Habits {
    HTMLText.Habits(base: "https://news.ycombinator.com", quotesByAngle: true)
  }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let count = min(max(limit, 1), 1_000)
    guard isSecond else {
      // It has one page.
      guard last == nil else { return [] }
      return try await hits("search?tags=front_page&hitsPerPage=\(max(count, 50))")
    }
    var query = "search_by_date?tags=story&hitsPerPage=\(count)"
    if let last {
      guard let time = last.createdAt?.timeIntervalSince1970 else { return [] }
      query += "&numericFilters=created_at_i%3C\(Int(time))"
    }
    return try await hits(query)
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    let first = try await item(root ?? id)
    // A comment has the number of its story: the whole tree shows what is above it.
    if root == nil, let story = first.story, story != id, story > 0 {
      let whole = try await item(story)
      let tree = SourceTree(whole, top: story)
      if tree.nodes.contains(where: { $0.id == id }) { return tree }
    }
    return SourceTree(first, top: root ?? id)
  }

  private func item(_ id: Int) async throws(APIError) -> HackerNewsItem {
    try await web.answer(
      "/api/v1/items/\(id)", as: HackerNewsItem.self, byteLimit: Self.treeBytes)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try await hits(
      "search?tags=(story,comment)&hitsPerPage=\(Self.found)&query=\(words.percentEncoded)")
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let user = try await web.answer(
      "/api/v1/users/\(handle.percentEncoded)", as: HackerNewsUser.self)
    return SourceUser(
      handle: user.name, summary: user.karma.map { "\($0) points" } ?? "",
      about: user.about.map { .html($0) } ?? .none)
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await hits(
      "search_by_date?tags=(story,comment),author_\(handle.percentEncoded)&hitsPerPage=\(Self.found)"
    )
  }

  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData? {
    try await web.picture(at: address, etag: etag)
  }

  private func hits(_ query: String) async throws(APIError) -> [SourceNode] {
    try await web.answer("/api/v1/\(query)", as: HackerNewsHits.self).hits.elements
      .compactMap(SourceNode.init)
  }
}

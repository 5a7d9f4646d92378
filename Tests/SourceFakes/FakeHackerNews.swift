import Foundation

/// Hacker News as Algolia's interface has it, with a few stories.
package final class FakeHackerNews: Sendable {
  /// One story or comment of it.
  package struct Item: Sendable {
    /// Its number.
    package var id: Int
    /// The author; nil for what was deleted.
    package var author: String?
    /// Of a story.
    package var title: String?
    /// HTML.
    package var text: String?
    /// What a story is about.
    package var link: String?
    /// `story`, `comment`, `job`, `poll` or something else.
    package var kind: String
    /// The replies.
    package var children: [Item]
    /// When it was written, in seconds since 1970; nil for a time in 2025.
    package var time: Int?

    /// Creates an item.
    package init(
      _ id: Int, by author: String? = "ada", title: String? = nil, text: String? = nil,
      link: String? = nil, kind: String? = nil, _ children: [Item] = []
    ) {
      (self.id, self.author, self.title, self.text) = (id, author, title, text)
      (self.link, self.children) = (link, children)
      self.kind = kind ?? (title == nil ? "comment" : "story")
    }

    /// The number of items below it.
    var count: Int { children.reduce(0) { $0 + 1 + $1.count } }
  }

  /// The service that answers.
  package let service: FakeService

  /// Begins to listen, with some stories on the front page.
  /// - Throws: `HTTPListenError`.
  package init(_ stories: [Item]) async throws {
    service = try await FakeService()
    for story in stories { publish(story, parent: nil, story: nil) }
    let hits = stories.map { Self.hit($0, parent: nil, story: nil) }
    service.answer("/api/v1/search?tags=front_page", with: Self.hits(hits))
    service.answer("/api/v1/search_by_date?tags=story", with: Self.hits(hits.reversed()))
    service.answer("/api/v1/search_by_date?tags=story&hitsPerPage=50&numeric", with: Self.hits([]))
    service.answer("/api/v1/search?tags=(story,comment)", with: Self.hits([]))
    for list in ["ask_hn", "show_hn", "job", "story&restrict"] {
      service.answer(
        "/api/v1/search_by_date?hitsPerPage=100&tags=\(list)", with: Self.hits(hits.reversed()))
    }
  }

  /// Its address, for `FIREFLY_SOURCE_HN`.
  package var address: String { service.address }

  /// Has a search find items, each with the number of its story.
  package func find(_ words: String, _ items: [(item: Item, parent: Int?, story: Int?)]) {
    let hits = items.map { Self.hit($0.item, parent: $0.parent, story: $0.story) }
    let query = words.replacing(" ", with: "%20")
    service.answer(
      "/api/v1/search?tags=(story,comment)&hitsPerPage=100&query=\(query)", with: Self.hits(hits))
  }

  /// Adds a person with what they have written.
  package func add(user name: String, about: String, _ items: [Item]) {
    service.answer(
      "/api/v1/users/\(name)",
      with: Self.json(["username": name, "about": about, "karma": 1_234]))
    let hits = items.map { Self.hit($0, parent: nil, story: nil) }
    service.answer(
      "/api/v1/search_by_date?tags=(story,comment),author_\(name)", with: Self.hits(hits))
  }

  private func publish(_ item: Item, parent: Int?, story: Int?) {
    service.answer(
      "/api/v1/items/\(item.id)", with: Self.json(Self.tree(item, parent: parent, story: story)))
    for child in item.children { publish(child, parent: item.id, story: story ?? item.id) }
  }

  private static func tree(_ item: Item, parent: Int?, story: Int?) -> [String: Any] {
    let values: [String: Any?] = [
      "id": item.id, "type": item.kind, "author": item.author, "title": item.title,
      "text": item.text, "url": item.link, "points": item.title == nil ? nil : 123,
      "parent_id": parent, "story_id": story ?? item.id,
      "created_at_i": item.time ?? 1_760_000_000 + item.id,
      "children": item.children.map { tree($0, parent: item.id, story: story ?? item.id) },
      "options": [],
    ]
    return values.mapValues { $0 ?? NSNull() }
  }

  private static func hit(_ item: Item, parent: Int?, story: Int?) -> [String: Any] {
    let isComment = item.kind == "comment"
    let values: [String: Any?] = [
      "objectID": String(item.id), "author": item.author, "title": item.title, "url": item.link,
      "points": isComment ? nil : 123, "num_comments": isComment ? nil : item.count,
      "story_text": isComment ? nil : item.text, "comment_text": isComment ? item.text : nil,
      "parent_id": parent, "story_id": story, "created_at_i": item.time ?? 1_760_000_000 + item.id,
      "children": item.children.map(\.id),
      "_tags": [item.kind, "author_\(item.author ?? "")"],
    ]
    return values.mapValues { $0 ?? NSNull() }
  }

  private static func hits(_ hits: [[String: Any]]) -> String {
    json(["hits": hits, "nbHits": hits.count, "page": 0, "nbPages": 1])
  }

  private static func json(_ value: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value)
    return String(decoding: data ?? Data("{}".utf8), as: UTF8.self)
  }
}

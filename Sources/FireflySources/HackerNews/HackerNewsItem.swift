import FireflyCore
import Foundation

/// An item of Algolia's API, with everything below it: `GET /api/v1/items/{id}`.
///
/// Every field may be missing: deleted items have hardly any.
struct HackerNewsItem: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var kind: String?
  @Lenient var author: String?
  @Lenient var title: String?
  @Lenient var text: String?
  @Lenient var link: String?
  @Lenient var points: Int?
  @Lenient var story: Int?
  @Lenient var seconds: Int?
  @Lenient var createdAt: Date?
  /// The choices of a poll.
  @Lenient var options: [HackerNewsItem]
  @Lenient var children: [HackerNewsItem]

  enum CodingKeys: String, CodingKey {
    case id, author, title, text, points, options, children
    case kind = "type"
    case link = "url"
    case story = "story_id"
    case seconds = "created_at_i"
    case createdAt = "created_at"
  }
}

/// One hit of a search: `GET /api/v1/search`.
struct HackerNewsHit: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var author: String?
  @Lenient var title: String?
  @Lenient var link: String?
  @Lenient var points: Int?
  @Lenient var count: Int?
  @Lenient var storyText: String?
  @Lenient var commentText: String?
  @Lenient var story: Int?
  @Lenient var storyTitle: String?
  @Lenient var parent: Int?
  @Lenient var seconds: Int?
  @Lenient var children: [Int]?
  @Lenient var tags: [String]

  /// The number of replies; nil if unknown.
  var replies: Int? { count ?? children?.count }

  enum CodingKeys: String, CodingKey {
    case author, title, points, children
    case id = "objectID"
    case link = "url"
    case count = "num_comments"
    case storyText = "story_text"
    case commentText = "comment_text"
    case storyTitle = "story_title"
    case story = "story_id"
    case parent = "parent_id"
    case seconds = "created_at_i"
    case tags = "_tags"
  }
}

/// The response of a search.
struct HackerNewsHits: Decodable, Sendable {
  var hits: LossyList<HackerNewsHit>
}

/// A user: `GET /api/v1/users/{name}`.
struct HackerNewsUser: Decodable, Sendable {
  var name: String
  var about: String?
  var karma: Int?

  enum CodingKeys: String, CodingKey {
    case name = "username"
    case about, karma
  }
}

/// The replies to an item in the order of the site: `GET /v0/item/{id}.json` of its own API.
struct HackerNewsRanks: Decodable, Sendable {
  var kids: [Int]

  enum CodingKeys: CodingKey { case kids }

  /// Decodes a list of IDs, or an item with its replies.
  init(from decoder: any Decoder) throws {
    kids =
      try (try? [Int](from: decoder))
      ?? decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([Int].self, forKey: .kids)
      ?? []
  }
}

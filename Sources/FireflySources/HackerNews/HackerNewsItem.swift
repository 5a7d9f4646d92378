import FireflyCore
import Foundation

/// An item of Algolia's API, with everything below it: `GET /api/v1/items/{id}`.
///
/// Every field may be missing: deleted items have hardly any.
struct HackerNewsItem: Decodable, Sendable {
  var id: Int?
  var kind: String?
  var author: String?
  var title: String?
  var text: String?
  var link: String?
  var points: Int?
  var parent: Int?
  var story: Int?
  var createdAt: Date?
  var children: [HackerNewsItem]

  enum CodingKeys: String, CodingKey {
    case id, type, author, title, text, url, points, children, options
    case parent = "parent_id"
    case story = "story_id"
    case seconds = "created_at_i"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.number(.id)
    kind = fields.text(.type)
    author = fields.text(.author).flatMap { $0.isEmpty ? nil : $0 }
    title = fields.text(.title)
    self.text = fields.text(.text)
    link = fields.text(.url)
    points = fields.number(.points)
    parent = fields.number(.parent)
    story = fields.number(.story)
    createdAt = fields.number(.seconds).map { Date(timeIntervalSince1970: Double($0)) }
    children =
      fields.list(HackerNewsItem.self, .options) + fields.list(HackerNewsItem.self, .children)
  }
}

/// One hit of a search: `GET /api/v1/search`.
struct HackerNewsHit: Decodable, Sendable {
  var id: Int?
  var author: String?
  var title: String?
  var link: String?
  var points: Int?
  var replies: Int?
  var storyText: String?
  var commentText: String?
  var story: Int?
  var storyTitle: String?
  var parent: Int?
  var createdAt: Date?
  var tags: [String]

  enum CodingKeys: String, CodingKey {
    case author, title, url, points, children
    case id = "objectID"
    case count = "num_comments"
    case storyText = "story_text"
    case commentText = "comment_text"
    case storyTitle = "story_title"
    case story = "story_id"
    case parent = "parent_id"
    case seconds = "created_at_i"
    case tags = "_tags"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.number(.id)
    author = fields.text(.author).flatMap { $0.isEmpty ? nil : $0 }
    title = fields.text(.title)
    link = fields.text(.url)
    points = fields.number(.points)
    let children = (try? fields.decode(LossyList<Int>.self, forKey: .children))?.elements.count
    replies = fields.number(.count) ?? children
    storyText = fields.text(.storyText)
    commentText = fields.text(.commentText)
    storyTitle = fields.text(.storyTitle)
    story = fields.number(.story)
    parent = fields.number(.parent)
    createdAt = fields.number(.seconds).map { Date(timeIntervalSince1970: Double($0)) }
    tags = fields.list(String.self, .tags)
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
  var kids: [Int]?
}

import FireflyAPI
import FireflyCore
import Foundation

/// The posts that a program prints: `{"posts":[…]}`, or a post on each line.
struct ProgramPosts: Decodable, Sendable {
  @Lenient var posts: [Item]

  struct Item: Decodable, Sendable {
    @Lenient var id: JSONFeed.Name?
    @Lenient var parentID: JSONFeed.Name?
    @Lenient var title: String?
    @Lenient var summary: String?
    @Lenient var body: String?
    @Lenient var picture: String?
    @Lenient var page: String?
    @Lenient var author: String?
    @Lenient var createdAt: Date?
    @Lenient var count: Int?
    @Lenient var children: [Item]

    enum CodingKeys: String, CodingKey {
      case id, title, summary, body, children
      case parentID = "parent_id"
      case picture = "image_url"
      case page = "url"
      case author = "author_name"
      case createdAt = "created_at"
      case count = "child_count"
    }
  }

  /// The part of a line that distinguishes the two formats.
  private struct Line: Decodable, Sendable {
    let isPost: Bool

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      isPost = fields.contains(.id) && !fields.contains(.posts)
    }

    enum Key: CodingKey { case id, posts }
  }

  /// Reads the text.
  ///
  /// - Throws: `APIError` if it is no JSON, or has too many levels.
  init(_ text: Data) throws(APIError) {
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let first = lines.first.flatMap { try? ForeignJSON.decode(Line.self, from: $0) }
    guard first?.isPost == true else {
      self = try ForeignJSON.decode(ProgramPosts.self, from: text)
      return
    }
    posts = []
    for line in lines { posts.append(try ForeignJSON.decode(Item.self, from: line)) }
  }
}

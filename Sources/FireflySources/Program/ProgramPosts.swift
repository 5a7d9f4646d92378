import FireflyAPI
import FireflyCore
import Foundation

/// The posts that a program prints: `{"posts":[…]}`, or a post on each line.
struct ProgramPosts: Decodable, Sendable {
  /// Maximum number of posts; more of them take too much memory.
  static let maximumPosts = 50_000

  @Lenient var posts: [Item]

  /// Too many posts for one answer.
  struct TooMany: Error {}

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
  /// Of posts on a line each, those over the limit are left out.
  /// - Throws: `APIError` if it is no JSON, or has too many levels; `TooMany`.
  init(_ output: Data) throws {
    // A byte that is no text must not take what is around it.
    let text = Data(String(decoding: output, as: UTF8.self).utf8)
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    func isPost(_ line: Data) -> Bool {
      (try? ForeignJSON.decode(Line.self, from: line))?.isPost == true
    }
    if lines.first.map(isPost) != true {
      // The name of a key can't be in a text. Those of a document are decoded all at once.
      guard text.ranges(of: Data("\"id\"".utf8)).count <= Self.maximumPosts else { throw TooMany() }
      do throws(APIError) {
        self = try ForeignJSON.decode(ProgramPosts.self, from: text)
        return
      } catch {
        // Of a document that is cut off, single posts would stand for all.
        let isDocument = lines.contains { $0.last == 0x2C || $0.last == 0x5B }
        guard !isDocument, lines.contains(where: isPost) else { throw error }
      }
    }
    // Lines that are no posts, such as those of a log, are left out.
    posts = []
    for line in lines where posts.count < Self.maximumPosts {
      if let post = try? ForeignJSON.decode(Item.self, from: line) { posts.append(post) }
    }
  }
}

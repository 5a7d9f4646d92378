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
  init(_ output: Data) throws(APIError) {
    // A byte that is no text must not take what is around it.
    let text = Data(String(decoding: output, as: UTF8.self).utf8)
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    func isPost(_ line: Data) -> Bool {
      (try? ForeignJSON.decode(Line.self, from: line))?.isPost == true
    }
    if lines.first.map(isPost) != true {
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
    posts = lines.compactMap { try? ForeignJSON.decode(Item.self, from: $0) }
  }
}

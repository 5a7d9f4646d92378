import FireflyCore
import Foundation

/// A post in a document: only its title is needed.
struct ImportedPost: Sendable {
  var id: Int?
  var parentID: Int?
  var title: String
  var summary: String?
  var body: String?
  var imageURL: String?
  var clipOffsetX: Double?
  var clipOffsetY: Double?
  var createdAt: Date?
  var timezone: String?
  var locationTag: String?
  var isAIGenerated: Bool?
  var authorName: String?
  var authorEmail: String?
  var template = Post.Template.post
  var children: [ImportedPost] = []
}

extension ImportedPost: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, summary, body, timezone, children
    case parentID = "parent_id"
    case imageURL = "image_url"
    case clipOffsetX = "clip_offset_x"
    case clipOffsetY = "clip_offset_y"
    case createdAt = "created_at"
    case locationTag = "location_tag"
    case isAIGenerated = "ai_generated"
    case authorName = "author_name"
    case authorEmail = "author_email"
    case template = "template_name"
  }

  /// Decodes strictly: what is there must be of the right type, or the import would change the post.
  /// - Throws: `DecodingError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try fields.decodeIfPresent(Value.self, forKey: key)
    }
    self.init(title: try fields.decode(String.self, forKey: .title))
    id = try optional(.id)
    parentID = try optional(.parentID)
    summary = try optional(.summary)
    body = try optional(.body)
    imageURL = try optional(.imageURL)
    clipOffsetX = try optional(.clipOffsetX)
    clipOffsetY = try optional(.clipOffsetY)
    timezone = try optional(.timezone)
    locationTag = try optional(.locationTag)
    isAIGenerated = try optional(.isAIGenerated)
    authorName = try optional(.authorName)
    authorEmail = try optional(.authorEmail)
    template = Post.Template(name: try optional(.template))
    children = try optional(.children) ?? []
    if let text: String = try optional(.createdAt) {
      guard let date = WireDate.date(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .createdAt, in: fields, debugDescription: "“\(text.prefix(60))” is not a date")
      }
      createdAt = date
    }
  }
}

/// A person in a document.
struct ImportedUser: Decodable, Sendable {
  var email: String
  var name: String?
}

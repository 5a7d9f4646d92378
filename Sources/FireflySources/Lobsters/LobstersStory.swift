import FireflyCore
import Foundation

/// A story of Lobsters, in a list or with its comments.
struct LobstersStory: Decodable, Sendable {
  var name: String?
  var title: String?
  var link: String?
  var score: Int?
  var count: Int?
  var text: String?
  var author: LobstersName?
  var tags: [String]
  var createdAt: Date?
  var comments: [LobstersComment]

  enum CodingKeys: String, CodingKey {
    case title, url, score, tags, comments, description
    case name = "short_id"
    case count = "comment_count"
    case author = "submitter_user"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = fields.text(.name)
    title = fields.text(.title)
    link = fields.text(.url).flatMap { $0.isEmpty ? nil : $0 }
    score = fields.number(.score)
    count = fields.number(.count)
    text = fields.text(.description)
    author = fields.object(LobstersName.self, .author)
    tags = fields.list(String.self, .tags)
    createdAt = fields.date(.createdAt)
    comments = fields.list(LobstersComment.self, .comments)
  }
}

/// A comment; a story lists all of them.
struct LobstersComment: Decodable, Sendable {
  var name: String?
  /// The short ID of its story, from the address of its page.
  var story: String?
  var parent: String?
  var text: String?
  var isDeleted: Bool
  var author: LobstersName?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case comment, url
    case name = "short_id"
    case parent = "parent_comment"
    case isDeleted = "is_deleted"
    case isModerated = "is_moderated"
    case author = "commenting_user"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = fields.text(.name)
    let page = fields.text(.url).flatMap { URLComponents(string: $0)?.path.split(separator: "/") }
    story = page.flatMap { $0.count > 1 && $0[0] == "s" ? String($0[1]) : nil }
    parent = fields.text(.parent)
    text = fields.text(.comment)
    isDeleted = fields.flag(.isDeleted) || fields.flag(.isModerated)
    author = fields.object(LobstersName.self, .author)
    createdAt = fields.date(.createdAt)
  }
}

/// A user's name: a string, or an object in older responses.
struct LobstersName: Decodable, Sendable {
  var text: String

  enum CodingKeys: String, CodingKey { case username }

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      text = name
    } else {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .username)
    }
  }
}

/// A person.
struct LobstersUser: Decodable, Sendable {
  var name: String?
  var karma: Int?
  var about: String?
  var picture: String?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case karma, about
    case name = "username"
    case picture = "avatar_url"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = fields.text(.name)
    karma = fields.number(.karma)
    about = fields.text(.about)
    picture = fields.text(.picture)
    createdAt = fields.date(.createdAt)
  }
}

extension SourceNode {
  /// Creates a post of a story.
  ///
  /// Nil without a short ID.
  init?(_ story: LobstersStory) {
    guard let id = LobstersID.number(story.name, isStory: true) else { return nil }
    self.init(id: id)
    key = story.name
    title = story.title?.line ?? ""
    text = story.text.map { .html($0) } ?? .none
    link = story.link
    author = story.author?.text
    createdAt = story.createdAt
    childCount = story.count ?? 0
    summary = Counted.line(
      link.flatMap { WebAddress.site(of: $0) }, Counted.words(story.score, "point"), author,
      Counted.replies(story.count), story.tags.prefix(5).joined(separator: ", "))
  }

  /// Creates a post of a comment.
  ///
  /// Nil without a short ID.
  init?(_ comment: LobstersComment, story: Int) {
    guard let id = LobstersID.number(comment.name, isStory: false) else { return nil }
    self.init(id: id)
    key = comment.name
    parent = LobstersID.number(comment.parent, isStory: false) ?? story
    text = comment.text.map { .html($0) } ?? .none
    author = comment.author?.text
    createdAt = comment.createdAt
    isDeleted = comment.isDeleted
  }
}

extension SourceTree {
  /// Creates a tree of a story and its comments.
  ///
  /// Nil without a short ID.
  init?(_ story: LobstersStory) {
    guard let top = SourceNode(story) else { return nil }
    root = top.id
    nodes = [top] + story.comments.compactMap { SourceNode($0, story: top.id) }
  }
}

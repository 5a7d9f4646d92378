import FireflyCore
import FireflyForeign
import Foundation

/// A story of Lobsters, in a list or with its comments.
struct LobstersStory: Decodable, Sendable {
  @Lenient var name: String?
  @Lenient var address: String?
  @Lenient var title: String?
  @Lenient var link: String?
  @Lenient var score: Int?
  @Lenient var count: Int?
  @Lenient var text: String?
  /// The text in Markdown, as the author wrote it.
  @Lenient var source: String?
  @Lenient var author: LobstersName?
  @Lenient var tags: [String]
  @Lenient var createdAt: Date?
  @Lenient var comments: [LobstersComment]

  enum CodingKeys: String, CodingKey {
    case title, score, tags, comments
    case name = "short_id"
    case address = "short_id_url"
    case link = "url"
    case count = "comment_count"
    case text = "description"
    case source = "description_plain"
    case author = "submitter_user"
    case createdAt = "created_at"
  }
}

/// A comment; a story lists all of them.
struct LobstersComment: Decodable, Sendable {
  @Lenient var name: String?
  @Lenient var address: String?
  @Lenient var page: String?
  @Lenient var parent: String?
  @Lenient var text: String?
  /// The text in Markdown, as the author wrote it.
  @Lenient var source: String?
  @Lenient var isDeleted: Bool
  @Lenient var isModerated: Bool
  @Lenient var author: LobstersName?
  @Lenient var score: Int?
  @Lenient var createdAt: Date?
  @Lenient var editedAt: Date?

  enum CodingKeys: String, CodingKey {
    case score
    case name = "short_id"
    case address = "short_id_url"
    case page = "url"
    case parent = "parent_comment"
    case text = "comment"
    case source = "comment_plain"
    case isDeleted = "is_deleted"
    case isModerated = "is_moderated"
    case author = "commenting_user"
    case createdAt = "created_at"
    case editedAt = "last_edited_at"
  }

  /// The short ID of its story, from the address of its page.
  var story: String? {
    let path = page.flatMap { URLComponents(string: $0)?.path.split(separator: "/") } ?? []
    return path.count > 1 && path[0] == "s" ? String(path[1]) : nil
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
  @Lenient var name: String?
  @Lenient var karma: Int?
  @Lenient var about: String?
  @Lenient var picture: String?
  @Lenient var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case karma, about
    case name = "username"
    case picture = "avatar_url"
    case createdAt = "created_at"
  }
}

extension SourceNode {
  /// Creates a post of a story; nil without a short ID.
  init?(_ story: LobstersStory) {
    guard let id = LobstersID.number(story.name, isStory: true) else { return nil }
    self.init(story, id: id)
  }

  init(_ story: LobstersStory, id: Int) {
    self.init(id: id)
    key = LobstersID.key(story.name, at: story.address)
    title = story.title?.line ?? ""
    text = Text(lobsters: story.text, source: story.source)
    author = story.author?.text
    createdAt = story.createdAt
    childCount = story.count ?? 0
    facts = Post.Facts(labels: [story.tags.prefix(5).joined(separator: ", ")])
    (facts.link, facts.place) = (story.link, WebAddress.site(of: story.link))
    facts.rate(story.score, "point")
    (facts.author, facts.replies) = (author, story.count)
  }

  /// Creates a post of a comment; nil without a short ID.
  init?(_ comment: LobstersComment, story: Int) {
    guard let id = LobstersID.number(comment.name, isStory: false) else { return nil }
    self.init(comment, id: id)
    parent = LobstersID.number(comment.parent, isStory: false) ?? story
  }

  /// Creates a post of a comment, without its place.
  init(_ comment: LobstersComment, id: Int) {
    self.init(id: id)
    key = LobstersID.key(comment.name, at: comment.address)
    text = Text(lobsters: comment.text, source: comment.source)
    author = comment.author?.text
    createdAt = comment.createdAt
    facts.rate(comment.score, "point")
    if let written = createdAt, let edited = comment.editedAt {
      facts.isEdited = edited.timeIntervalSince(written) > 1
    }
    isDeleted = comment.isDeleted || comment.isModerated
  }
}

extension SourceNode.Text {
  /// Takes the author's Markdown, or else the HTML of the page.
  fileprivate init(lobsters html: String?, source: String?) {
    self =
      if let source, !source.isEmpty { .markdown(source) } else { html.map { .html($0) } ?? .none }
  }
}

extension SourceTree {
  /// Creates a tree of a story and its comments; nil without a short ID.
  init?(_ story: LobstersStory) {
    guard let top = SourceNode(story) else { return nil }
    root = top.id
    nodes = [top] + story.comments.compactMap { SourceNode($0, story: top.id) }
  }
}

import FireflyCore
import Foundation

/// A status of Mastodon's interface.
struct MastodonStatus: Decodable, Sendable {
  var id: String?
  var parent: String?
  /// What stands in place of the text until it is opened.
  var warning: String?
  var text: String?
  var createdAt: Date?
  var replies: Int?
  var account: MastodonAccount?
  var card: MastodonCard?
  var picture: String?
  /// The status that this one only repeats.
  private var boost: [MastodonStatus]
  var boosted: MastodonStatus? { boost.first }

  enum CodingKeys: String, CodingKey {
    case id, content, account, card, reblog, sensitive
    case parent = "in_reply_to_id"
    case warning = "spoiler_text"
    case createdAt = "created_at"
    case replies = "replies_count"
    case media = "media_attachments"
  }

  private struct Media: Decodable {
    var type: String?
    var preview: String?

    enum CodingKeys: String, CodingKey {
      case type
      case preview = "preview_url"
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.text(.id) ?? fields.number(.id).map(String.init)
    parent = fields.text(.parent) ?? fields.number(.parent).map(String.init)
    warning = fields.text(.warning)?.line
    text = fields.text(.content)
    createdAt = fields.date(.createdAt)
    replies = fields.number(.replies).map { max(0, $0) }
    account = fields.object(MastodonAccount.self, .account)
    card = fields.object(MastodonCard.self, .card)
    let media = fields.list(Media.self, .media)
    // What its author has hidden is not shown unasked.
    let isHidden = fields.flag(.sensitive)
    picture = isHidden ? nil : media.first { $0.preview != nil && $0.type != "audio" }?.preview
    boost = fields.object(MastodonStatus.self, .reblog).map { [$0] } ?? []
  }
}

/// A link that a status is about.
struct MastodonCard: Decodable, Sendable {
  var link: String?
  var picture: String?

  enum CodingKeys: String, CodingKey { case url, image }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    (link, picture) = (fields.text(.url), fields.text(.image))
  }
}

/// A person.
struct MastodonAccount: Decodable, Sendable {
  var id: String?
  /// `ada` on their own instance, `ada@example.org` elsewhere.
  var handle: String?
  var name: String?
  var about: String?
  var picture: String?
  var posts: Int?
  var followers: Int?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, acct, note
    case name = "display_name"
    case picture = "avatar_static"
    case posts = "statuses_count"
    case followers = "followers_count"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.text(.id) ?? fields.number(.id).map(String.init)
    handle = fields.text(.acct).flatMap { $0.isEmpty ? nil : $0 }
    name = fields.text(.name)?.line
    about = fields.text(.note)
    picture = fields.text(.picture)
    posts = fields.number(.posts)
    followers = fields.number(.followers)
    createdAt = fields.date(.createdAt)
  }
}

/// What is above and below a status.
struct MastodonContext: Decodable, Sendable {
  var ancestors: [MastodonStatus]
  var descendants: [MastodonStatus]

  enum CodingKeys: String, CodingKey { case ancestors, descendants }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    ancestors = fields.list(MastodonStatus.self, .ancestors)
    descendants = fields.list(MastodonStatus.self, .descendants)
  }
}

extension SourceUser {
  /// A person; nil without a handle.
  init?(_ account: MastodonAccount) {
    guard let handle = account.handle else { return nil }
    self.init(
      handle: handle, name: account.name,
      summary: Counted.line(
        "@\(handle)", Counted.words(account.posts, "post"),
        Counted.words(account.followers, "follower")),
      about: account.about.map { .html($0) } ?? .none, picture: account.picture,
      createdAt: account.createdAt)
  }
}

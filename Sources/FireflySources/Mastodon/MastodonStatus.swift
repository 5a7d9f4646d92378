import FireflyCore
import Foundation

/// A status of Mastodon's API.
struct MastodonStatus: Decodable, Sendable {
  var id: String?
  /// Its address on the instance that it comes from.
  var address: String?
  var parent: String?
  /// The content warning, shown instead of the text until the post is opened.
  var warning: String?
  var text: String?
  var createdAt: Date?
  var replies: Int?
  var account: MastodonAccount?
  var card: MastodonCard?
  var picture: String?
  var poll: Poll?
  var media: [Media]
  /// The boosted status.
  private var boost: [MastodonStatus]
  var boosted: MastodonStatus? { boost.first }
  private var quoted: [MastodonStatus]

  enum CodingKeys: String, CodingKey {
    case id, content, account, card, reblog, sensitive, poll, quote
    case address = "uri"
    case parent = "in_reply_to_id"
    case warning = "spoiler_text"
    case createdAt = "created_at"
    case replies = "replies_count"
    case media = "media_attachments"
  }

  /// A picture, a film or a sound.
  struct Media: Decodable, Sendable {
    var type: String?
    var link: String?
    var preview: String?
    /// Its description.
    var words: String?

    enum CodingKeys: String, CodingKey {
      case type, description
      case link = "url"
      case preview = "preview_url"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      (type, link) = (fields.text(.type), fields.text(.link))
      (preview, words) = (fields.text(.preview), fields.text(.description)?.line)
    }
  }

  /// A poll.
  struct Poll: Decodable, Sendable {
    var options: LossyList<Option>

    /// An option, with the number of votes if that is public.
    struct Option: Decodable, Sendable {
      var title: String
      var votes: Int?

      enum CodingKeys: String, CodingKey {
        case title
        case votes = "votes_count"
      }
    }
  }

  private struct Quote: Decodable {
    var status: MastodonStatus?

    enum CodingKeys: String, CodingKey { case status = "quoted_status" }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.text(.id) ?? fields.number(.id).map(String.init)
    address = fields.text(.address)?.line
    parent = fields.text(.parent) ?? fields.number(.parent).map(String.init)
    warning = fields.text(.warning)?.line
    text = fields.text(.content)
    createdAt = fields.date(.createdAt)
    replies = fields.number(.replies).map { max(0, $0) }
    account = fields.object(MastodonAccount.self, .account)
    card = fields.object(MastodonCard.self, .card)
    media = fields.list(Media.self, .media)
    poll = fields.object(Poll.self, .poll)
    // Sensitive pictures are not shown.
    let isHidden = fields.flag(.sensitive)
    picture = isHidden ? nil : media.first { $0.preview != nil && $0.type != "audio" }?.preview
    boost = fields.object(MastodonStatus.self, .reblog).map { [$0] } ?? []
    quoted = fields.object(Quote.self, .quote)?.status.map { [$0] } ?? []
  }
}

extension MastodonStatus {
  /// Its text as HTML, with the options of its poll, links to media, and the quoted status.
  var html: String? {
    let answers = (poll?.options.elements ?? []).map { option in
      let votes = Counted.words(option.votes, "vote").map { ": \($0)" } ?? ""
      return "<li>\(Self.escaped(option.title))\(votes)</li>"
    }
    let links = media.compactMap { media in
      media.link.map { link in
        let words = media.words ?? (media.type == "image" ? "picture" : media.type ?? "file")
        return "<p><a href=\"\(Self.escaped(link))\">\(Self.escaped(words))</a></p>"
      }
    }
    let quote = quoted.first.map { quoted in
      let name = quoted.account?.handle.map { "<p>@\(Self.escaped($0)):</p>" } ?? ""
      // A content warning replaces the text, and nested quotes are left out.
      let words = quoted.warning.map(Self.escaped) ?? quoted.text ?? ""
      return "<blockquote>\(name)\(words)</blockquote>"
    }
    let parts = [
      text, answers.isEmpty ? nil : "<ul>\(answers.joined())</ul>",
      links.isEmpty ? nil : links.joined(), quote,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
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

  private struct Emoji: Decodable, Sendable { var shortcode: String }

  enum CodingKeys: String, CodingKey {
    case id, acct, note, emojis
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
    // Custom emoji in names are `:code:`, which can't be displayed.
    let codes = fields.list(Emoji.self, .emojis).map { ":\($0.shortcode):" }
    name = fields.text(.name).flatMap { name in
      codes.prefix(32).reduce(name) { $0.replacing($1, with: "") }.line
    }
    about = fields.text(.note)
    picture = fields.text(.picture)
    posts = fields.number(.posts)
    followers = fields.number(.followers)
    createdAt = fields.date(.createdAt)
  }
}

/// The statuses above and below a status.
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
  /// Creates a user.
  ///
  /// Nil without a handle.
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

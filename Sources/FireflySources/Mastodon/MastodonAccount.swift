import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// A person.
struct MastodonAccount: Decodable, Sendable {
  @Lenient var id: MastodonID?
  @Lenient private var acct: String?
  /// The address of their page.
  @Lenient var page: String?
  @Lenient var displayName: String?
  @Lenient var emojis: [MastodonEmoji]
  @Lenient var about: String?
  @Lenient var picture: String?
  @Lenient var posts: Int?
  @Lenient var followers: Int?
  @Lenient var following: Int?
  @Lenient var createdAt: Date?
  @Lenient var fields: [Field]
  /// Whether the person must accept who wants to follow.
  @Lenient var isLocked: Bool
  /// What is usual for the account; only of one's own.
  @Lenient var defaults: Defaults?

  struct Defaults: Decodable, Sendable {
    @Lenient var privacy: String?
    @Lenient var language: String?

    enum CodingKeys: CodingKey { case privacy, language }

    /// The readers of a new post.
    var usualReaders: Readers { privacy.map(Readers.init(status:)) ?? .everyone }
  }

  enum CodingKeys: String, CodingKey {
    case id, acct, emojis, fields
    case page = "url"
    case displayName = "display_name"
    case about = "note"
    case defaults = "source"
    case picture = "avatar_static"
    case posts = "statuses_count"
    case followers = "followers_count"
    case following = "following_count"
    case isLocked = "locked"
    case createdAt = "created_at"
  }

  /// `ada` on their own instance, `ada@example.org` elsewhere; nil if it is too long for a name.
  var handle: String? { acct.flatMap { $0.utf8.count <= 500 ? $0 : nil } }

  /// The display name without custom emoji: these are `:code:`, which can't be displayed.
  var name: String? {
    let name = ForeignText.cleanLine(displayName ?? "", limit: 120)
    return emojis.prefix(32).reduce(name) { $0.replacing(":\($1.shortcode):", with: "") }.line
  }
}

extension SourceUser {
  /// Creates a user; nil without a handle.
  init?(_ account: MastodonAccount) {
    guard let handle = account.handle?.line else { return nil }
    // Some servers count below zero where they don't tell a number.
    func known(_ count: Int?) -> Int? { count.flatMap { $0 < 0 ? nil : $0 } }
    var facts = Post.Facts(labels: [
      account.isLocked ? "accepts followers one by one" : nil,
      Counted.words(known(account.posts), "post"),
      Counted.words(known(account.followers), "follower"),
      known(account.following).map { "follows \($0)" },
    ])
    facts.labels.insert(contentsOf: account.verified, at: 0)
    facts.author = "@\(handle)"
    let words = account.words
    self.init(
      handle: handle, name: account.name, facts: facts,
      about: words.isEmpty ? .none : .html(words), picture: account.picture,
      createdAt: account.createdAt)
  }
}

extension MastodonAccount {
  /// A line that the person has written beside the text about them.
  struct Field: Decodable, Sendable {
    @Lenient var name: String?
    /// HTML.
    @Lenient var value: String?
    /// When the server has seen that the page of the link names this account, too.
    @Lenient var verifiedAt: Date?

    enum CodingKeys: String, CodingKey {
      case name, value
      case verifiedAt = "verified_at"
    }

    /// It as an item of a list; nil if it says nothing.
    fileprivate var html: String? {
      let parts = [name?.line.map(MarkdownHTML.escape), value?.line].compactMap(\.self)
      return parts.isEmpty ? nil : "<li>\(parts.joined(separator: ": "))</li>"
    }

    /// The page of its link, if that is verified: its host and path.
    fileprivate var verified: String? {
      guard verifiedAt != nil, let start = value?.range(of: "href=\"")?.upperBound,
        let link = value?[start...].prefix(while: { $0 != "\"" }),
        let page = URLComponents(string: String(link).unescaped), let host = page.host
      else { return nil }
      return ForeignText.cleanLine(host + (page.path == "/" ? "" : page.path), limit: 60)
    }
  }

  /// What the server has verified, for the line of a profile: what a person writes into a field can't stand there.
  var verified: [String] {
    fields.prefix(Self.fields).compactMap(\.verified).prefix(4).map { "verified: \($0)" }
  }

  /// Fields of an account at most.
  private static let fields = 50

  /// What the person says about themselves, as HTML: the text, the fields, and since when they are there.
  var words: String {
    let items = fields.prefix(Self.fields).compactMap(\.html)
    let since = createdAt.map { "<p>Here since \(WireDate.day($0, in: .ofUser(at: $0))).</p>" }
    return [about, items.isEmpty ? nil : "<ul>\(items.joined())</ul>", since]
      .compactMap(\.self).joined()
  }
}

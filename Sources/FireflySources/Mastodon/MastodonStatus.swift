import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// A status of Mastodon's API.
struct MastodonStatus: Decodable, Sendable {
  @Lenient var id: MastodonID?
  /// Its address on the instance that it comes from.
  @Lenient var address: String?
  /// The address of its page.
  @Lenient var page: String?
  @Lenient var parent: MastodonID?
  /// The content warning, shown instead of the text until the post is opened.
  @Lenient var warning: String?
  @Lenient var text: String?
  @Lenient var createdAt: Date?
  @Lenient var editedAt: String?
  @Lenient var replies: Int?
  @Lenient var favourites: Int?
  @Lenient var account: MastodonAccount?
  @Lenient var card: MastodonCard?
  @Lenient var isSensitive: Bool
  @Lenient var visibility: String?
  @Lenient var poll: Poll?
  @Lenient var media: [Media]
  /// The boosted status, if any.
  @Lenient var boosted: [MastodonStatus]
  @Lenient var quote: Quote?
  @Lenient var language: String?
  @Lenient var mentions: [Mention]
  @Lenient var isFavourite: Bool
  @Lenient var isBoosted: Bool
  @Lenient var isBookmark: Bool
  /// Whether it is pinned to the profile of the user, who has written it.
  @Lenient var isPinned: Bool
  /// The filters of the account that it matches.
  @Lenient var filtered: [MastodonFilter.Match]
  @Lenient var emojis: [MastodonEmoji]

  enum CodingKeys: String, CodingKey {
    case id, account, card, poll, quote, visibility, language, mentions, filtered, emojis
    case isFavourite = "favourited"
    case isBoosted = "reblogged"
    case isBookmark = "bookmarked"
    case isPinned = "pinned"
    case address = "uri"
    case page = "url"
    case parent = "in_reply_to_id"
    case warning = "spoiler_text"
    case text = "content"
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case replies = "replies_count"
    case favourites = "favourites_count"
    case isSensitive = "sensitive"
    case media = "media_attachments"
    case boosted = "reblog"
  }

  /// Who is mentioned.
  struct Mention: Decodable, Sendable {
    @Lenient var id: MastodonID?
    @Lenient var handle: String?

    enum CodingKeys: String, CodingKey {
      case id
      case handle = "acct"
    }
  }

  /// A picture, a film or a sound.
  struct Media: Decodable, Sendable {
    @Lenient var id: MastodonID?
    @Lenient var type: String?
    @Lenient var link: String?
    @Lenient var preview: String?
    @Lenient var description: String?
    @Lenient var meta: Meta?

    /// Whether it can stand for the post as its picture.
    var isShown: Bool { preview != nil && type != "audio" }

    /// What is known of its pixels.
    struct Meta: Decodable, Sendable {
      @Lenient var focus: Focus?

      enum CodingKeys: CodingKey { case focus }
    }

    /// The centre of the thumbnail; its y grows upwards.
    struct Focus: Decodable, Sendable {
      @Lenient var x: Double?
      @Lenient var y: Double?

      enum CodingKeys: CodingKey { case x, y }
    }

    enum CodingKeys: String, CodingKey {
      case id, type, description, meta
      case link = "url"
      case preview = "preview_url"
    }
  }

  /// A quotation, with the quoted status if it can be shown.
  struct Quote: Decodable, Sendable {
    @Lenient var status: [MastodonStatus]
    /// The number of a quoted status that does not come with it.
    @Lenient var id: MastodonID?
    /// What became of the quotation: `accepted`, or why the quoted status does not come.
    @Lenient var state: String?
    /// The page of that status.
    var page: String?
    /// What stands in place of a quoted status that a filter of the account matches.
    var remark: String?

    enum CodingKeys: String, CodingKey {
      case state
      case status = "quoted_status"
      case id = "quoted_status_id"
    }
  }
}

extension MastodonStatus.Quote {
  /// What is said of a quoted status that does not come with it.
  fileprivate var trace: String {
    let words = page.map { "<a href=\"\(MarkdownHTML.escape($0))\">quotes a post</a>" }
    let reason = reason.map { ": \($0)" } ?? ""
    return "<blockquote>\(words ?? "quotes a post")\(reason)</blockquote>"
  }

  /// Why the quoted status does not come; nil if that is not said.
  fileprivate var reason: String? {
    switch state {
    case "pending": "its author has not agreed yet"
    case "rejected": "its author has not agreed"
    case "revoked": "its author agrees no longer"
    case "deleted": "it was deleted"
    case "unauthorized": "you may not read it"
    case "blocked_account": "you block its author"
    case "blocked_domain": "you block its instance"
    case "muted_account": "you mute its author"
    default: nil
    }
  }
}

/// An ID: a string, or a number on some servers.
struct MastodonID: Decodable, Sendable {
  var text: String

  init(from decoder: any Decoder) throws {
    text = try (try? String(from: decoder)) ?? String(Int(from: decoder))
  }
}

extension MastodonID {
  /// It, if it can identify something; nil if it is long or odd.
  var safe: String? { text.isToken && text.utf8.count <= 100 ? text : nil }
}

extension String {
  /// Whether it can be sent as a token: some printable letters of ASCII without spaces.
  var isToken: Bool {
    !isEmpty && utf8.count <= 4_096 && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

extension MastodonStatus {
  /// The boosted status if it is a boost, or else itself.
  var shown: MastodonStatus { boosted.first { $0.id != nil || $0.address != nil } ?? self }

  /// A picture of it or of its link.
  var picture: String? { preview ?? card?.image }

  /// What is on that picture.
  fileprivate var pictureWords: String? { media.first(where: \.isShown)?.description?.line }

  /// The link of its card, unless its text has it.
  var link: String? {
    guard let link = card?.url else { return nil }
    return text?.contains("href=\"\(MarkdownHTML.escape(link))\"") == true ? nil : link
  }

  /// Its words without those of its poll and its pictures, on one line; nil where it has no words, or nothing else.
  fileprivate var ownWords: String? {
    guard poll != nil || !media.isEmpty, let text else { return nil }
    let words = HTMLText(text.namingEmojis(emojis), habits: .init(base: "")).opening
    return words.isEmpty ? nil : words
  }

  /// Its text as HTML, with the options of its poll, links to media, and the quoted status.
  var html: String? {
    let links = media.compactMap { media in
      media.link.map { link in
        let words =
          media.description?.line ?? (media.type == "image" ? "picture" : media.type ?? "file")
        return "<p><a href=\"\(MarkdownHTML.escape(link))\">\(MarkdownHTML.escape(words))</a></p>"
      }
    }
    let remark = quote?.remark.map { "<blockquote>\(MarkdownHTML.escape($0))</blockquote>" }
    let card = remark ?? quote?.status.first?.quotedCard
    let words = text?.namingEmojis(emojis)
    // What links to the quoted status is no second trace of it, but the only one where that does not come.
    let rest = words?.withoutQuoteLink
    let trace = card == nil && (rest == words || quote?.reason != nil) ? quote?.trace : nil
    let parts = [
      card == nil ? words : rest, poll?.html(naming: emojis),
      links.isEmpty ? nil : links.joined(), card ?? trace,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined()
  }
}

extension SourceNode {
  /// Creates a post of a status, without its place.
  init(_ status: MastodonStatus, id: Int) {
    self.init(id: id)
    key = status.address?.line ?? status.id?.text
    title = status.warning?.line?.namingEmojis(status.emojis) ?? ""
    // The text is shown when the post is opened.
    facts.labels = title.isEmpty ? [] : ["content warning"]
    text = status.html.map { .html($0) } ?? .none
    summary = title.isEmpty ? status.ownWords : nil
    facts.link = status.link
    picture = status.picture
    facts.pictureWords = status.pictureWords
    author = status.account?.handle?.line
    authorName = status.account?.name
    createdAt = status.createdAt
    facts.isEdited = status.editedAt?.isEmpty == false
    facts.rate(status.favourites, "favourite")
    if !title.isEmpty || status.favourites ?? 0 < 1 { facts.value = nil }
    childCount = status.replies.map { max(0, $0) }
    facts.authorID = status.account?.id?.safe
    facts.service = ServiceFacts(status)
  }
}

/// A link that a status is about.
struct MastodonCard: Decodable, Sendable {
  @Lenient var url: String?
  @Lenient var image: String?
}

/// The statuses above and below a status.
struct MastodonContext: Decodable, Sendable {
  @Lenient var ancestors: [MastodonStatus]
  @Lenient var descendants: [MastodonStatus]
}

extension String {
  /// HTML of a status without the link to what it quotes, “RE: …”, which is for those who don't show the quotation.
  fileprivate var withoutQuoteLink: String {
    for (name, end) in [("p", "</p>"), ("span", "</span>")] {
      guard let start = range(of: "<\(name) class=\"quote-inline\">"),
        let link = range(of: "</a>", range: start.upperBound..<endIndex),
        let last = range(of: end, range: link.upperBound..<endIndex)
      else { continue }
      return String(self[..<start.lowerBound] + self[last.upperBound...])
    }
    return self
  }
}

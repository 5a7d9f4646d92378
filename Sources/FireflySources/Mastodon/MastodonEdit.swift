import FireflyCore

/// A status that is edited, with what an edit would remove.
///
/// An edit sends a whole status: the server removes what it leaves out.
struct MastodonEdit: Decodable, Sendable {
  /// What an edit does with a field.
  enum Rule: Hashable, Sendable {
    /// It is sent again, or as the user has changed it.
    case sent
    /// The server keeps it: an edit has no word for it.
    case kept
    /// The server makes it of other fields, of what others do, or of who asks.
    case made
    /// The edit could remove it, so it is refused; what would be lost, in words.
    case refused(String)
  }

  /// Every field of a status, in the words of the API, and what an edit does with it.
  ///
  /// Fields of `pleroma` and `akkoma` have the name of these before their own. Only fields that documents or sources of servers
  /// name stand here: an edit of a status with another one is refused.
  static let rules: [String: Rule] = [
    "content": .sent,
    "text": .sent,
    "content_type": .sent,
    "spoiler_text": .sent,
    "sensitive": .sent,
    "language": .sent,
    // By their IDs: descriptions and focus belong to those.
    "media_attachments": .sent,

    "id": .kept,
    "uri": .kept,
    "url": .kept,
    "created_at": .kept,
    "account": .kept,
    "application": .kept,
    "in_reply_to_id": .kept,
    "in_reply_to_account_id": .kept,
    // Not everywhere: the answer is compared.
    "visibility": .kept,
    "local_only": .kept,
    "interaction_policy": .kept,
    "quote_approval": .kept,

    "edited_at": .made,
    "mentions": .made,
    "tags": .made,
    "emojis": .made,
    "card": .made,
    "filtered": .made,
    "reblog": .made,
    "favourited": .made,
    "reblogged": .made,
    "bookmarked": .made,
    "muted": .made,
    "pinned": .made,
    "replies_count": .made,
    "reblogs_count": .made,
    "favourites_count": .made,
    "quotes_count": .made,
    "reactions": .made,
    "emoji_reactions": .made,
    "pleroma.content": .made,
    "pleroma.spoiler_text": .made,
    "pleroma.context": .kept,
    "pleroma.conversation_id": .kept,
    "pleroma.direct_conversation_id": .kept,
    "pleroma.in_reply_to_account_acct": .kept,
    "pleroma.local": .kept,
    "pleroma.parent_visible": .made,
    "pleroma.thread_muted": .made,
    "pleroma.pinned_at": .made,
    "pleroma.emoji_reactions": .made,
    "akkoma.source": .sent,

    // Only where an edit keeps it.
    "poll": .sent,
    "quote": .refused("what it quotes"),
    "quote_id": .refused("what it quotes"),
    "pleroma.quote": .refused("what it quotes"),
    "pleroma.quote_id": .refused("what it quotes"),
    "pleroma.quote_url": .refused("what it quotes"),
  ]

  /// Says that an edit would remove something.
  static func refusal(of loss: String, on name: String) -> String {
    "An edit with Firefly could remove \(loss). Edit it on the pages of \(name)."
  }

  var status: MastodonStatus
  /// What an edit would remove, in words; nil for nothing.
  var loss: String?

  init(from decoder: any Decoder) throws {
    status = try MastodonStatus(from: decoder)
    let fields = try decoder.singleValueContainer().decode([String: Field].self)
    loss = Self.loss(of: fields, below: "")
    // Media without an ID can't be sent again.
    if case .list(let count)? = fields["media_attachments"],
      count != status.media.count(where: { $0.id?.safe != nil })
    {
      loss = "a picture or a film"
    }
  }

  private static func loss(of fields: [String: Field], below parent: String) -> String? {
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) where field != .nothing {
      let path = parent + name
      switch (rules[path], field) {
      case (.refused(let words), _): return words
      case (.some, _): continue
      case (nil, .fields(let inner))
      where parent.isEmpty && rules.keys.contains { $0.hasPrefix(path + ".") }:
        if let loss = loss(of: inner, below: path + ".") { return loss }
      case (nil, _):
        return "its field “\(ForeignText.cleanLine(path, limit: 60))”, which Firefly doesn't know"
      }
    }
    return nil
  }

  /// A value of any kind, as far as an edit must know it.
  private enum Field: Decodable, Equatable {
    /// Null, false, zero or empty: there is nothing to lose.
    case nothing
    /// A list with its number of elements.
    case list(Int)
    case fields([String: Field])
    case other

    init(from decoder: any Decoder) throws {
      if let list = try? decoder.unkeyedContainer() {
        self = list.isAtEnd ? .nothing : .list(list.count ?? .max)
        return
      }
      let value = try decoder.singleValueContainer()
      if let fields = try? value.decode([String: Field].self) {
        self = fields.values.allSatisfy { $0 == .nothing } ? .nothing : .fields(fields)
      } else if value.decodeNil() || (try? value.decode(Bool.self)) == false
        || (try? value.decode(String.self))?.isEmpty == true
        || (try? value.decode(Double.self)) == 0
      {
        self = .nothing
      } else {
        self = .other
      }
    }
  }
}

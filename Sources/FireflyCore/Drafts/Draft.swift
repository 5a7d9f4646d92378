/// A text that no server has confirmed yet.
public struct Draft: Hashable, Sendable {
  /// The unique key of a draft.
  public struct Key: Hashable, Sendable {
    /// The place, by which its accounts are kept.
    public var server: SiteID
    /// The author.
    public var account: PersonID
    /// What the draft will become.
    public var target: DraftTarget
    /// Index among the drafts with the same target, from 0; only new posts can have several.
    public var number: Int

    /// Creates a key.
    public init(server: SiteID, account: PersonID, target: DraftTarget, number: Int = 0) {
      self.server = server
      self.account = account
      self.target = target
      self.number = number
    }
  }

  /// The server's version when editing began.
  public struct Base: Hashable, Sendable, Codable {
    /// The texts.
    public var words: PostText
    /// The `ETag` of that version, if the server sent one.
    public var etag: String?

    /// Creates a version.
    public init(words: PostText, etag: String? = nil) {
      self.words = words
      self.etag = etag
    }
  }

  /// To whom it goes on a service with accounts, and since when.
  public struct Delivery: Hashable, Sendable, Codable {
    /// Who may read it; nil for the usual readers.
    public var readers: Readers?
    /// Its language, in two letters; nil for the usual one.
    public var language: String?
    /// What is on the picture, for those who can't see it.
    public var description: String?
    /// The pictures after that; of a change, all that the post will have, or nil if they stay as they are.
    public var further: [SidePicture]?
    /// Its poll; of a change, the one that the post will have, or nil if that stays as it is.
    public var poll: NewPoll?
    /// When it was first sent without a response, in seconds since 1970; nil if it was not.
    public var sentAt: Double?
    /// The user's posts that were there before it was sent, where a later one may be it; nil if they are unknown,
    /// or the server knows what is sent again.
    public var sentAfter: [Int]?
    /// Whether the user wants it to be sent although the server may have it; nil for no.
    public var sendsAgain: Bool?

    /// Creates a value.
    public init(readers: Readers? = nil, language: String? = nil) {
      (self.readers, self.language) = (readers, language)
    }

    /// Returns the same, sent when and after which posts another one says.
    public func sent(_ other: Delivery) -> Delivery {
      var delivery = self
      (delivery.sentAt, delivery.sentAfter) = (other.sentAt, other.sentAfter)
      delivery.sendsAgain = nil
      return delivery
    }

    /// Lets no more people read it than these; nil if they are unknown.
    public mutating func narrow(to most: Readers?) {
      guard let readers, let most else { return }
      self.readers = min(readers, most)
    }

    /// Whether more people may read it than these; false if they are unknown.
    public func isWider(than most: Readers?) -> Bool {
      guard let readers, let most else { return false }
      return readers > most
    }
  }

  /// The key.
  public var key: Key
  /// The texts.
  public var words: PostText
  /// The new picture; nil for none, or to keep the post's picture.
  public var picture: Picture?
  /// Whether to remove the post's picture.
  public var removesPicture: Bool
  /// The crop of the thumbnail; nil to keep it.
  public var crop: Crop?
  /// The template: a name in the API.
  public var template: String
  /// The parent's title when editing began; nil at the top level, or if unknown.
  public var parentTitle: String?
  /// The parent of the edited post; nil at the top level, or if unknown.
  public var parent: Int?
  /// The version being edited; nil for a new post.
  public var base: Base?
  /// The idempotency key, so that repeated requests create one post.
  public var idempotencyKey: String
  /// Versions sent without a response, the oldest first: the server may have any of them.
  public var unconfirmed: [PostText]
  /// To whom it goes on a service with accounts.
  public var delivery = Delivery()

  /// Creates a draft.
  public init(
    key: Key, words: PostText = PostText(), picture: Picture? = nil, removesPicture: Bool = false,
    crop: Crop? = nil, template: String = "post", parentTitle: String? = nil, parent: Int? = nil,
    base: Base? = nil, idempotencyKey: String = "", unconfirmed: [PostText] = []
  ) {
    self.key = key
    self.words = words
    self.picture = picture
    self.removesPicture = removesPicture
    self.crop = crop
    self.template = template
    self.parentTitle = parentTitle
    self.parent = parent
    self.base = base
    self.idempotencyKey = idempotencyKey
    self.unconfirmed = unconfirmed
  }

  /// Creates the draft of a deleted post of a service, which can't bring it back.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - server: the server's permanent identifier.
  ///   - account: what identifies its author.
  public init(deleted post: Post, on server: SiteID, by account: PersonID) {
    // The number keeps it apart from drafts of new posts in the same place.
    let key = Key(
      server: server, account: account, target: .newPost(below: post.realParentID), number: post.id)
    self.init(key: key, words: PostText(title: post.title, body: post.body))
    delivery = Delivery(readers: post.service?.readers, language: post.service?.language)
    delivery.poll = post.service?.poll.map { NewPoll($0, since: post.createdAt) }
    // It was meant for others than those who could read it.
    if case .readers(let wanted, _)? = post.service?.mishap { delivery.readers = wanted }
  }

  /// Says that the text of a deleted post is kept.
  public static let keptOfDeleted =
    "Its text is kept as a draft for a day: firefly draft list --discarded."

  /// Says that a text is kept that was written for a post of others.
  public static let keptOfUnsendable =
    "Your text is kept for a day: firefly draft list --discarded."

  /// Whether a version was sent without a response: the server may have it.
  public var isUnanswered: Bool { !unconfirmed.isEmpty }

  /// Whether the picture or its crop changes.
  public var changesPicture: Bool {
    picture != nil || removesPicture || crop != nil || delivery.further != nil
  }

  /// Whether its poll says anything.
  public var changesPoll: Bool {
    delivery.poll.map { !key.target.isNew || !$0.options.isEmpty } ?? false
  }

  /// Whether discarding it would lose anything.
  public var isWorthKeeping: Bool {
    if changesPicture || changesPoll || isUnanswered { return true }
    return if let base { words != base.words } else { !words.isEmpty }
  }

  /// Returns the texts of an edit; fields that it leaves out are filled in from the post.
  ///
  /// An edit without a base began before the post could be loaded: its empty fields mean no change.
  public func words(over current: PostText) -> PostText {
    guard !key.target.isNew, base == nil else { return words }
    return PostText(
      title: words.title.isEmpty ? current.title : words.title,
      summary: words.summary.isEmpty ? current.summary : words.summary,
      body: words.body.isEmpty ? current.body : words.body)
  }

  /// Returns the same texts as a new post, after the original target was deleted.
  ///
  /// The caller must copy its picture for the new key.
  public func converted(to key: Key, idempotencyKey: String) -> Draft {
    var draft = Draft(
      key: key, words: words, picture: picture, crop: picture == nil ? nil : crop,
      template: template, idempotencyKey: idempotencyKey)
    // It must not reach more people than before.
    draft.delivery = Delivery(readers: delivery.readers, language: delivery.language)
    draft.delivery.description = delivery.description
    draft.delivery.poll = delivery.poll.flatMap { $0.options.isEmpty ? nil : $0 }
    // What the service had went with the post.
    draft.delivery.further = delivery.further?.filter { $0.number == nil }
    draft.delivery.nameCopies(for: key)
    return draft
  }
}

extension Draft.Key {
  /// The short ID: 16 hexadecimal digits.
  public var id: String {
    // Parts can't be confused, as none contains a NUL. Number 0 is left out, so that the ID of a
    // single draft doesn't depend on it.
    let parts =
      [server.description, account.description, target.name] + (number == 0 ? [] : [String(number)])
    return Fingerprint.name(of: Array(parts.joined(separator: "\0").utf8))
  }
}

/// What a draft will become when it is saved.
public enum DraftTarget: Hashable, Sendable {
  /// A new post under another one, or at the top level.
  case newPost(below: Int?)
  /// A new saved search.
  case newQuery
  /// A change of a post.
  case edit(Int)
  /// The current user's profile.
  case profile

  /// Whether saving creates a post.
  public var isNew: Bool {
    switch self {
    case .newPost, .newQuery: true
    case .edit, .profile: false
    }
  }

  /// A unique name.
  fileprivate var name: String {
    switch self {
    case .newPost(nil): "new"
    case .newPost(let parent?): "new \(parent)"
    case .newQuery: "query"
    case .edit(let post): "edit \(post)"
    case .profile: "profile"
    }
  }
}

/// A stored draft.
public struct StoredDraft: Hashable, Sendable {
  /// The draft.
  public var draft: Draft
  /// When it was created, in seconds since 1970.
  public var startedAt: Double
  /// When it was last saved, in seconds since 1970.
  public var changedAt: Double
  /// When the user discarded it, in seconds since 1970; nil for an active draft.
  public var discardedAt: Double?
  /// The name that the user was told before it got another key; nil for that of its key.
  public var givenName: String?

  /// What the user calls it.
  public var name: String { givenName ?? draft.key.id }

  /// Seconds for which a discarded draft can be restored.
  public static let discardedLifetime = 86_400.0

  /// Creates a stored draft.
  public init(draft: Draft, startedAt: Double, changedAt: Double, discardedAt: Double? = nil) {
    self.draft = draft
    self.startedAt = startedAt
    self.changedAt = changedAt
    self.discardedAt = discardedAt
  }

  /// Returns the draft as discarded, with a unique number, so that its target is free again.
  ///
  /// - Parameter moment: seconds since 1970.
  /// - Returns: the discarded draft, which expires a day after that time.
  public func discarded(at moment: Double) -> StoredDraft {
    var copy = self
    copy.discardedAt = moment
    // Regular drafts have small numbers; milliseconds are far larger.
    copy.draft.key.number = Int(max(0, min(moment, 1e12)) * 1_000)
    return copy
  }
}

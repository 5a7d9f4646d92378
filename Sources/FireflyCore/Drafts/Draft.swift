/// What somebody writes and no server has confirmed yet.
public struct Draft: Hashable, Sendable {
  /// Where it belongs.
  public enum Place: Hashable, Sendable {
    /// A new post below another one, or at the root.
    case newPost(below: Int?)
    /// A new saved search.
    case newQuery
    /// A change of a post.
    case edit(Int)
    /// One's own profile.
    case profile

    /// Whether saving what belongs there makes a post.
    public var isNew: Bool {
      switch self {
      case .newPost, .newQuery: true
      case .edit, .profile: false
      }
    }
  }

  /// What tells a draft from all others.
  public struct Key: Hashable, Sendable {
    /// The server's name for good: `Connection.id`.
    public var server: String
    /// Who writes: an e-mail.
    public var account: String
    /// Where it belongs.
    public var place: Place
    /// Which of the drafts in that place it is, from 0; only new posts can have others beside them.
    public var number: Int

    /// A key.
    public init(server: String, account: String, place: Place, number: Int = 0) {
      self.server = server
      self.account = account
      self.place = place
      self.number = number
    }
  }

  /// What is written.
  public struct Words: Hashable, Sendable, Codable {
    /// One line.
    public var title: String
    /// A paragraph.
    public var summary: String
    /// Markdown.
    public var body: String

    /// Words; none if nothing is said.
    public init(title: String = "", summary: String = "", body: String = "") {
      self.title = title
      self.summary = summary
      self.body = body
    }

    /// Whether nothing but spaces is written.
    public var isEmpty: Bool {
      [title, summary, body].allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }
  }

  /// What the server had when the writing began.
  public struct Base: Hashable, Sendable, Codable {
    /// The words.
    public var words: Words
    /// The server's name for that version; nil where it gives none.
    public var etag: String?

    /// A version.
    public init(words: Words, etag: String? = nil) {
      self.words = words
      self.etag = etag
    }
  }

  /// What tells it from all others.
  public var key: Key
  /// What is written.
  public var words: Words
  /// The picture that goes with it; nil for none, or for that of the post.
  public var picture: Picture?
  /// Whether the picture that the post has is to go.
  public var removesPicture: Bool
  /// Where the picture's thumbnail looks; nil where that stays as it is.
  public var crop: Crop?
  /// What it is written as: a template's name on the wire.
  public var template: String
  /// The title of the post that it goes below, as it was; nil at the root, or where it isn't known.
  public var parentTitle: String?
  /// The post below which the one that is changed stands; nil at the root, or where it isn't known.
  public var parent: Int?
  /// What is changed; nil for a new post.
  public var base: Base?
  /// What its creation is sent with, so that it is made once however often it is sent.
  public var idempotencyKey: String
  /// The versions that were sent without an answer, the oldest first: the server may have each of them.
  public var unconfirmed: [Words]

  /// A draft.
  public init(
    key: Key, words: Words = Words(), picture: Picture? = nil, removesPicture: Bool = false,
    crop: Crop? = nil, template: String = "post", parentTitle: String? = nil, parent: Int? = nil,
    base: Base? = nil, idempotencyKey: String = "", unconfirmed: [Words] = []
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

  /// Whether a version was sent without an answer: the server may have it.
  public var isUnanswered: Bool { !unconfirmed.isEmpty }

  /// Whether there is something new about the picture.
  public var changesPicture: Bool { picture != nil || removesPicture || crop != nil }

  /// Whether something would be lost with it.
  public var isWorthKeeping: Bool {
    if changesPicture || isUnanswered { return true }
    return if let base { words != base.words } else { !words.isEmpty }
  }

  /// The words of a change, with the post's own words in the fields that it leaves out.
  ///
  /// A change without a base was written before the post could be read: its empty fields say nothing.
  public func words(over current: Words) -> Words {
    guard !key.place.isNew, base == nil else { return words }
    return Words(
      title: words.title.isEmpty ? current.title : words.title,
      summary: words.summary.isEmpty ? current.summary : words.summary,
      body: words.body.isEmpty ? current.body : words.body)
  }

  /// The same words as a new post, because what they were to change, or to stand below, is gone.
  ///
  /// Its picture has to be copied for the new key.
  public func renewed(as key: Key, idempotencyKey: String) -> Draft {
    Draft(
      key: key, words: words, picture: picture, crop: picture == nil ? nil : crop,
      template: template, idempotencyKey: idempotencyKey)
  }
}

extension Draft.Key {
  /// The draft's short name: 16 hexadecimal digits.
  public var id: String {
    // No part can be taken for another: none holds a NUL. The first of a place has the name that it had when
    // there was only one.
    let parts = [server, account, place.name] + (number == 0 ? [] : [String(number)])
    return Fingerprint.name(of: Array(parts.joined(separator: "\0").utf8))
  }
}

extension Draft.Place {
  /// In words that tell it from all others.
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

/// A draft on the disk.
public struct KeptDraft: Hashable, Sendable {
  /// The draft.
  public var draft: Draft
  /// When it was begun, in seconds since 1970.
  public var startedAt: Double
  /// When it was written to the disk last, in seconds since 1970.
  public var changedAt: Double
  /// When the user discarded it, in seconds since 1970; nil for a draft that waits.
  public var discardedAt: Double?

  /// Seconds for which a discarded draft can be restored.
  public static let discardedLifetime = 86_400.0

  /// A draft and its times.
  public init(draft: Draft, startedAt: Double, changedAt: Double, discardedAt: Double? = nil) {
    self.draft = draft
    self.startedAt = startedAt
    self.changedAt = changedAt
    self.discardedAt = discardedAt
  }

  /// The same draft as discarded: under a number of its own, so that its place is free.
  ///
  /// - Parameter moment: seconds since 1970.
  /// - Returns: the draft, which goes a day after that moment.
  public func discarded(at moment: Double) -> KeptDraft {
    var copy = self
    copy.discardedAt = moment
    // Places count from 0; milliseconds are far beyond.
    copy.draft.key.number = Int(max(0, min(moment, 1e12)) * 1_000)
    return copy
  }
}

/// A text of a post.
public enum PostField: Int, CaseIterable, Hashable, Sendable {
  /// The title: one line.
  case title
  /// The summary: a paragraph.
  case summary
  /// The body: Markdown.
  case body

  /// The name, for the beginning of a sentence.
  public var name: String {
    switch self {
    case .title: "Title"
    case .summary: "Summary"
    case .body: "Body"
    }
  }
}

/// Which fields the posts of a server have, which of them it requires, and their maximum sizes.
public struct PostFields: Hashable, Sendable {
  /// What a post has beside its body, and what its fields are for.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The parts as bits.
    public let rawValue: UInt8

    /// Creates parts of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The title is a heading; elsewhere it is a content warning, which few posts have.
    public static let heading = Parts(rawValue: 1)
    /// It has a summary.
    public static let summary = Parts(rawValue: 1 << 1)
    /// It can have a picture.
    public static let picture = Parts(rawValue: 1 << 2)
    /// What is on its pictures is sent beside the text.
    public static let descriptions = Parts(rawValue: 1 << 3)
    /// The crop of a picture that it has can be moved.
    public static let crop = Parts(rawValue: 1 << 4)
    /// The server says what its empty fields are for.
    public static let template = Parts(rawValue: 1 << 5)

    /// It can have a poll.
    public static let poll = Parts(rawValue: 1 << 6)

    /// Those of Firefly's servers.
    public static let firefly: Parts = [.heading, .summary, .picture, .crop, .template]
    /// Those of saved searches, and of feeds to follow, that are kept on this machine.
    public static let local = firefly.subtracting(.picture)
    /// Those of a service with accounts.
    public static let service: Parts = [.picture, .descriptions]
  }

  /// The fields that the server requires.
  public var required: [PostField]
  /// The maximum sizes; nil if unknown.
  public var limits: PostLimits?
  /// Whether texts can show pictures that are sent before the post; nil if unknown.
  public var hasTextPictures: Bool?
  /// What a post has.
  public let parts: Parts
  /// What a post of a service with accounts has beside its text; nil for other servers.
  public let service: ServiceFields?

  /// The fields of Firefly's servers.
  public static let firefly = PostFields(required: [.title])

  /// The fields of a service with accounts that has not answered: its posts are for no more than followers.
  public static let unknownService = PostFields(
    service: ServiceFields(characters: 500, usualReaders: .followers))

  /// Creates the fields of a Firefly server.
  public init(required: [PostField], limits: PostLimits? = nil) {
    (self.required, self.limits, parts, service) = (required, limits, .firefly, nil)
  }

  /// Creates the fields of a service with accounts, which requires none: a saved search says itself that it needs a
  /// title.
  public init(service: ServiceFields) {
    (required, self.service) = ([], service)
    parts = service.polls == nil ? .service : [.service, .poll]
  }

  /// Returns the required fields that a text lacks.
  ///
  /// The title of a reply is made of its first words, or of its picture.
  ///
  /// - Parameters:
  ///   - words: the text.
  ///   - isReply: whether it is a reply.
  ///   - hasPicture: whether it has a picture.
  /// - Returns: the fields, in order.
  public func missing(in words: PostText, isReply: Bool, hasPicture: Bool) -> [PostField] {
    required.filter { field in
      let text =
        switch field {
        case .title: !isReply ? words.title : hasPicture ? PostText.pictureTitle : words.label
        case .summary: words.summary
        case .body: words.body
        }
      return text.allSatisfy(\.isWhitespace)
    }
  }
}

/// The answer to a deletion: `{status, message}`.
public struct StatusAnswer: Codable, Hashable, Sendable {
  /// `success`.
  public var status: String
  /// A sentence, if any.
  public var message: String?

  /// An answer.
  public init(status: String, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// A template with the words for its empty fields: `{status, template: {…}}`.
public struct TemplateEnvelope: Codable, Hashable, Sendable {
  /// `success`; clients don't look at it.
  public var status: String?
  /// The template.
  public var template: Description

  /// An answer.
  public init(template: Description, status: String = "success") {
    self.status = status
    self.template = template
  }

  /// What a template is called and asks for.
  public struct Description: Codable, Hashable, Sendable {
    /// `post`, `query`, `profile`.
    public var name: String
    /// Stands in an empty title.
    public var placeholderTitle: String?
    /// Stands in an empty summary.
    public var placeholderSummary: String?
    /// Stands in an empty body.
    public var placeholderBody: String?
    /// Several of them.
    public var pluralName: String?

    enum CodingKeys: String, CodingKey {
      case name
      case placeholderTitle = "placeholder_title"
      case placeholderSummary = "placeholder_summary"
      case placeholderBody = "placeholder_body"
      case pluralName = "plural_name"
    }

    /// A template.
    public init(
      name: String, placeholderTitle: String?, placeholderSummary: String?,
      placeholderBody: String?, pluralName: String?
    ) {
      self.name = name
      self.placeholderTitle = placeholderTitle
      self.placeholderSummary = placeholderSummary
      self.placeholderBody = placeholderBody
      self.pluralName = pluralName
    }
  }
}

/// Whether queries have new matches: `{"70": true|false|null}`, unknown queries left out.
public struct Badges: Codable, Hashable, Sendable {
  /// By the query's number; nil means unknown.
  public var states: [Int: Bool?]

  /// The badges of some queries.
  public init(_ states: [Int: Bool?]) { self.states = states }

  /// Decodes; keys that are no numbers are left out, values that are no booleans are unknown.
  /// - Throws: `DecodingError` if it is no object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Number.self)
    states = [:]
    for key in fields.allKeys {
      guard let id = key.intValue else { continue }
      states.updateValue(try? fields.decode(Bool.self, forKey: key), forKey: id)
    }
  }

  /// Encodes, with null for unknown.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Number.self)
    for (id, state) in states { try fields.encode(state, forKey: Number(intValue: id)) }
  }

  /// A query's number as a key.
  private struct Number: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) {
      self.intValue = intValue
      stringValue = String(intValue)
    }

    init?(stringValue: String) {
      self.stringValue = stringValue
      intValue = Int(stringValue)
    }
  }
}

/// The answer to a poll: `{query_badges, has_new_users, has_new_posts}`.
public struct PollAnswer: Codable, Hashable, Sendable {
  /// Whether queries have new matches.
  public var queryBadges: Badges?
  /// Whether there are new users since the time asked about.
  public var hasNewUsers: Bool?
  /// Whether there are new posts since the time asked about.
  public var hasNewPosts: Bool?

  enum CodingKeys: String, CodingKey {
    case queryBadges = "query_badges"
    case hasNewUsers = "has_new_users"
    case hasNewPosts = "has_new_posts"
  }

  /// An answer.
  public init(queryBadges: Badges, hasNewUsers: Bool, hasNewPosts: Bool) {
    self.queryBadges = queryBadges
    self.hasNewUsers = hasNewUsers
    self.hasNewPosts = hasNewPosts
  }
}

/// The answer to a right code: `{status, user_id, email, name|null, is_new_user}`.
public struct VerifyCodeAnswer: Codable, Hashable, Sendable {
  /// `success`.
  public var status: String?
  /// The number of the user.
  public var userID: Int
  /// Their e-mail.
  public var email: String
  /// Their name, if they have given one.
  public var name: String?
  /// Whether the user was made just now.
  public var isNewUser: Bool?
  /// What the device shows from then on; the extension `devices`.
  public var token: String?
  /// Wrong codes that were entered for the e-mail since the last sign-in; the extension `devices`.
  public var failedGuesses: Int?

  enum CodingKeys: String, CodingKey {
    case status
    case failedGuesses = "failed_guesses"
    case userID = "user_id"
    case email, name, token
    case isNewUser = "is_new_user"
  }

  /// An answer.
  public init(userID: Int, email: String, name: String?, isNewUser: Bool) {
    status = "success"
    self.userID = userID
    self.email = email
    self.name = name
    self.isNewUser = isNewUser
  }

  /// Encodes, with null for no name.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(status, forKey: .status)
    try fields.encode(userID, forKey: .userID)
    try fields.encode(email, forKey: .email)
    try fields.encode(name, forKey: .name)
    try fields.encode(isNewUser, forKey: .isNewUser)
    try fields.encodeIfPresent(token, forKey: .token)
    try fields.encodeIfPresent(failedGuesses, forKey: .failedGuesses)
  }
}

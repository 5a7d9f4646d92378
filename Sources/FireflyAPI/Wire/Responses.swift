/// The response to a deletion: `{status, message}`.
package struct StatusResponse: Codable, Hashable, Sendable {
  /// `success`.
  package var status: String
  /// A sentence, if any.
  package var message: String?

  /// Creates a response.
  package init(status: String, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// A template with the placeholders of its fields: `{status, template: {…}}`.
package struct TemplateResponse: Codable, Hashable, Sendable {
  /// `success`; ignored by clients.
  package var status: String?
  /// The template.
  package var template: Description

  /// Creates a response.
  package init(template: Description, status: String = "success") {
    self.status = status
    self.template = template
  }

  /// A template's name and placeholders.
  package struct Description: Codable, Hashable, Sendable {
    /// `post`, `query`, `profile`.
    package var name: String
    /// The placeholder of the title.
    package var placeholderTitle: String?
    /// The placeholder of the summary.
    package var placeholderSummary: String?
    /// The placeholder of the body.
    package var placeholderBody: String?
    /// The plural of the name.
    package var pluralName: String?

    enum CodingKeys: String, CodingKey {
      case name
      case placeholderTitle = "placeholder_title"
      case placeholderSummary = "placeholder_summary"
      case placeholderBody = "placeholder_body"
      case pluralName = "plural_name"
    }

    /// Creates a template description.
    package init(
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

/// Whether queries have new matches: `{"70": true|false|null}`, without unknown queries.
package struct Badges: Codable, Hashable, Sendable {
  /// Badges by query ID; nil means unknown.
  package var states: [Int: Bool?]

  /// Creates badges.
  package init(_ states: [Int: Bool?]) { self.states = states }

  /// Decodes.
  ///
  /// Keys that are not numbers are skipped, values that are not booleans are unknown.
  ///
  /// - Throws: `DecodingError` if it is not an object.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Number.self)
    states = [:]
    for key in fields.allKeys {
      guard let id = key.intValue else { continue }
      states.updateValue(try? fields.decode(Bool.self, forKey: key), forKey: id)
    }
  }

  /// Encodes, with null for unknown.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Number.self)
    for (id, state) in states { try fields.encode(state, forKey: Number(intValue: id)) }
  }

  /// A query ID as a coding key.
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

/// The response to a poll: `{query_badges, has_new_users, has_new_posts}`.
package struct PollResponse: Codable, Hashable, Sendable {
  /// Whether queries have new matches.
  package var queryBadges: Badges?
  /// Whether there are new users since the time asked about.
  package var hasNewUsers: Bool?
  /// Whether there are new posts since the time asked about.
  package var hasNewPosts: Bool?

  enum CodingKeys: String, CodingKey {
    case queryBadges = "query_badges"
    case hasNewUsers = "has_new_users"
    case hasNewPosts = "has_new_posts"
  }

  /// Creates a response.
  package init(queryBadges: Badges, hasNewUsers: Bool, hasNewPosts: Bool) {
    self.queryBadges = queryBadges
    self.hasNewUsers = hasNewUsers
    self.hasNewPosts = hasNewPosts
  }
}

/// The response to a correct code: `{status, user_id, email, name|null, is_new_user}`.
package struct VerifyCodeResponse: Codable, Hashable, Sendable {
  /// `success`.
  package var status: String?
  /// The user's ID.
  package var userID: Int
  /// The user's e-mail address.
  package var email: String
  /// The user's name, if set.
  package var name: String?
  /// Whether the user was created just now.
  package var isNewUser: Bool?
  /// The device's token; the extension `devices`.
  package var token: String?
  /// Wrong codes entered for the address since the last sign-in; the extension `devices`.
  package var failedGuesses: Int?

  enum CodingKeys: String, CodingKey {
    case status
    case failedGuesses = "failed_guesses"
    case userID = "user_id"
    case email, name, token
    case isNewUser = "is_new_user"
  }

  /// Creates a response.
  package init(userID: Int, email: String, name: String?, isNewUser: Bool) {
    status = "success"
    self.userID = userID
    self.email = email
    self.name = name
    self.isNewUser = isNewUser
  }

  /// Encodes, with null for no name.
  package func encode(to encoder: any Encoder) throws {
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

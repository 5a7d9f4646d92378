import FireflyCore
import Foundation

/// The body of `POST /api/queries/badges`.
public struct BadgesRequest: Codable, Hashable, Sendable {
  /// The reader; the server insists on it.
  public var userEmail: String?
  /// The queries asked about.
  public var queryIDs: [Int]?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
  }

  /// A question.
  public init(userEmail: String, queryIDs: [Int]) {
    self.userEmail = userEmail
    self.queryIDs = queryIDs
  }
}

/// The body of `POST /api/notifications/poll`; the times are ISO 8601.
public struct PollRequest: Codable, Hashable, Sendable {
  /// The reader.
  public var userEmail: String?
  /// The queries asked about.
  public var queryIDs: [Int]?
  /// When the reader last looked at the people.
  public var lastViewedUsers: String?
  /// When the reader last looked at the posts.
  public var lastViewedPosts: String?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
    case lastViewedUsers = "last_viewed_users"
    case lastViewedPosts = "last_viewed_posts"
  }

  /// A question.
  public init(
    userEmail: String, queryIDs: [Int], lastViewedUsers: String?, lastViewedPosts: String?
  ) {
    self.userEmail = userEmail
    self.queryIDs = queryIDs
    self.lastViewedUsers = lastViewedUsers
    self.lastViewedPosts = lastViewedPosts
  }
}

/// The body of `POST /api/posts/{id}/move`.
public struct MoveRequest: Codable, Hashable, Sendable {
  /// The post above; nil for the root.
  public var parentID: Int?
  /// Who moves it, where a server goes by that.
  public var email: String?

  enum CodingKeys: String, CodingKey {
    case parentID = "parent_id"
    case email
  }

  /// A move.
  public init(to parentID: Int?, email: String?) {
    self.parentID = parentID
    self.email = email
  }

  /// Decodes; the root has to be meant, as by null: nothing goes there for want of a word.
  /// - Throws: `DecodingError` if there is no `parent_id`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    parentID = try fields.decode(Int?.self, forKey: .parentID)
    email = try fields.decodeIfPresent(String.self, forKey: .email)
  }

  /// Encodes, with null for the root.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(parentID, forKey: .parentID)
    try fields.encodeIfPresent(email, forKey: .email)
  }
}

/// The body of `POST /api/auth/send-code`.
public struct SendCodeRequest: Codable, Hashable, Sendable {
  /// Where the code goes.
  public var email: String

  /// A request.
  public init(email: String) { self.email = email }
}

/// The body of `POST /api/auth/verify-code`.
public struct VerifyCodeRequest: Codable, Hashable, Sendable {
  /// Who signs in.
  public var email: String
  /// What they typed.
  public var code: String
  /// The device that will be known from then on.
  public var deviceID: String
  /// What its user reads in a list of devices; the extension `devices`.
  public var deviceName: String?

  enum CodingKeys: String, CodingKey {
    case email, code
    case deviceID = "device_id"
    case deviceName = "device_name"
  }

  /// A request.
  public init(email: String, code: String, deviceID: String, deviceName: String? = nil) {
    self.email = email
    self.code = code
    self.deviceID = deviceID
    self.deviceName = deviceName
  }
}

import FireflyCore
import Foundation

/// The body of `POST /api/queries/badges`.
public struct BadgesRequest: Codable, Hashable, Sendable {
  /// The current user; the server requires it.
  public var userEmail: String?
  /// The IDs of the queries.
  public var queryIDs: [Int]?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
  }
}

/// The body of `POST /api/notifications/poll`; the times are ISO 8601.
public struct PollRequest: Codable, Hashable, Sendable {
  /// The current user.
  public var userEmail: String?
  /// The IDs of the queries.
  public var queryIDs: [Int]?
  /// When the user last viewed the users.
  public var lastViewedUsers: String?
  /// When the user last viewed the posts.
  public var lastViewedPosts: String?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
    case lastViewedUsers = "last_viewed_users"
    case lastViewedPosts = "last_viewed_posts"
  }
}

/// The body of `POST /api/posts/{id}/move`.
public struct MoveRequest: Codable, Hashable, Sendable {
  /// The new parent; nil for the top level, which needs an explicit null.
  @Nullable public var parentID: Int?
  /// The current user, for servers that identify users by e-mail only.
  public var email: String?

  enum CodingKeys: String, CodingKey {
    case parentID = "parent_id"
    case email
  }
}

/// The body of `POST /api/posts/reparent`.
public struct ReparentRequest: Codable, Hashable, Sendable {
  /// The post; a server refuses a request without one.
  public var postID: Int?
  /// The new parent; nil for the top level, which needs an explicit null.
  @Nullable public var parentID: Int?

  enum CodingKeys: String, CodingKey {
    case postID = "post_id"
    case parentID = "parent_id"
  }
}

/// The body of `POST /api/auth/send-code`.
public struct SendCodeRequest: Codable, Hashable, Sendable {
  /// The recipient of the code.
  public var email: String
}

/// The body of `POST /api/auth/verify-code`.
public struct VerifyCodeRequest: Codable, Hashable, Sendable {
  /// The user's e-mail address.
  public var email: String
  /// The code as typed.
  public var code: String
  /// The device that signs in.
  public var deviceID: String
  /// The name in the user's list of devices; the extension `devices`.
  public var deviceName: String?

  enum CodingKeys: String, CodingKey {
    case email, code
    case deviceID = "device_id"
    case deviceName = "device_name"
  }
}

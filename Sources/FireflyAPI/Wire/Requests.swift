import FireflyCore
import Foundation

/// The body of `POST /api/queries/badges`.
package struct BadgesRequest: Codable, Hashable, Sendable {
  /// The current user; the server requires it.
  package var userEmail: String?
  /// The IDs of the queries.
  package var queryIDs: [Int]?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
  }
}

/// The body of `POST /api/notifications/poll`; the times are ISO 8601.
package struct PollRequest: Codable, Hashable, Sendable {
  /// The current user.
  package var userEmail: String?
  /// The IDs of the queries.
  package var queryIDs: [Int]?
  /// When the user last viewed the users.
  package var lastViewedUsers: String?
  /// When the user last viewed the posts.
  package var lastViewedPosts: String?

  enum CodingKeys: String, CodingKey {
    case userEmail = "user_email"
    case queryIDs = "query_ids"
    case lastViewedUsers = "last_viewed_users"
    case lastViewedPosts = "last_viewed_posts"
  }
}

/// The body of `POST /api/posts/{id}/move`.
package struct MoveRequest: Codable, Hashable, Sendable {
  /// The new parent; nil for the top level, which needs an explicit null.
  @Nullable package var parentID: Int?
  /// The current user, for servers that identify users by e-mail only.
  package var email: String?

  enum CodingKeys: String, CodingKey {
    case parentID = "parent_id"
    case email
  }
}

/// The body of `POST /api/posts/reparent`.
package struct ReparentRequest: Codable, Hashable, Sendable {
  /// The post; a server refuses a request without one.
  package var postID: Int?
  /// The new parent; nil for the top level, which needs an explicit null.
  @Nullable package var parentID: Int?

  enum CodingKeys: String, CodingKey {
    case postID = "post_id"
    case parentID = "parent_id"
  }
}

/// The body of `POST /api/auth/send-code`.
package struct SendCodeRequest: Codable, Hashable, Sendable {
  /// The recipient of the code.
  package var email: String
}

/// The body of `POST /api/auth/verify-code`.
package struct VerifyCodeRequest: Codable, Hashable, Sendable {
  /// The user's e-mail address.
  package var email: String
  /// The code as typed.
  package var code: String
  /// The device that signs in.
  package var deviceID: String
  /// The name in the user's list of devices; the extension `devices`.
  package var deviceName: String?

  enum CodingKeys: String, CodingKey {
    case email, code
    case deviceID = "device_id"
    case deviceName = "device_name"
  }
}

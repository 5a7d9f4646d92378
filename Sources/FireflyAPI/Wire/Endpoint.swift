import FireflyCore
import Foundation

/// One call of the wire contract, without its body: what the client asks and the server answers.
///
/// `method`, `path` and `queryItems` are the way to the wire, `Endpoint(method:path:queryItems:)` is
/// the way back, and each undoes the other. Numbers of posts in a path are 0 or more.
public enum Endpoint: Hashable, Sendable {
  /// `GET /api/ping`.
  case ping
  /// `GET /api/posts/recent`: all templates, newest first.
  case recent(limit: Int? = nil, before: Int? = nil)
  /// `GET /api/posts/recent-tagged`.
  case recentTagged(Feed)
  /// `GET /api/users/recent`: profiles by nearness, then activity.
  case usersRecent(email: String? = nil, limit: Int? = nil, before: Int? = nil)
  /// `GET /api/posts/{id}`; `include` and `depth` (levels of children) are the embedded server's own.
  case post(Int, include: Inclusion = [], depth: Int? = nil)
  /// `GET /api/posts/{id}/children`; `depth`, in levels, and `before`, a child's number, are the embedded
  /// server's own.
  case children(of: Int, depth: Int? = nil, before: Int? = nil)
  /// `POST /api/posts/create`, with a `PostForm`.
  case create
  /// `POST /api/posts/update`, with a `PostForm`.
  case update
  /// `DELETE /api/posts/{id}`.
  case delete(Int)
  /// `POST /api/posts/{id}/move`, with a `MoveRequest`; the extension `move`.
  case move(Int)
  /// `POST /api/posts/{id}/restore`; the extension `undelete`.
  case restore(Int)
  /// `GET /api/users/{email}/profile`. Some servers create a blank profile where none was.
  case profile(email: String)
  /// `POST /api/users/profile/create`, with a `PostForm`.
  case createProfile
  /// `POST /api/users/profile/update`, with a `PostForm`.
  case updateProfile
  /// `GET /api/templates/{name}`.
  case template(String)
  /// `GET /api/search`; `queryID` is a query post's number. Marks the query as viewed.
  case search(queryID: Int, email: String? = nil)
  /// `GET /api/search` for words rather than a query post; the extension `search`.
  case searchWords(String)
  /// `POST /api/queries/badges`, with a `BadgesRequest`.
  case badges
  /// `POST /api/notifications/poll`, with a `PollRequest`.
  case poll
  /// `GET /api/events`: what happens, as it happens; the extension `events`.
  case events(email: String? = nil)
  /// `POST /api/auth/send-code`, with a `SendCodeRequest`.
  case sendCode
  /// `POST /api/auth/verify-code`, with a `VerifyCodeRequest`.
  case verifyCode
  /// `GET /api/devices`: where the account is signed in; the extension `devices`.
  case devices
  /// `DELETE /api/devices/{id}`: signs a device out; the extension `devices`.
  case revokeDevice(Int)
  /// `GET /uploads/{file}`; the name is whatever was asked for, so a server must check it.
  case upload(name: String)

  /// What the embedded server nests in a post.
  public struct Inclusion: OptionSet, Hashable, Sendable {
    /// One bit each.
    public let rawValue: Int
    /// The chain of parents, up to the root.
    public static let parent = Inclusion(rawValue: 1)
    /// The children, down to the depth asked for.
    public static let children = Inclusion(rawValue: 2)

    /// The inclusions with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The questions of `recent-tagged`.
  public struct Feed: Hashable, Sendable {
    /// Templates to keep: `post`, `query`, `profile`; empty keeps all.
    public var tags: [String]
    /// Whose posts; nil leaves it to the server.
    public var author: PostsClient.Author?
    /// The reader.
    public var email: String?
    /// At most so many posts.
    public var limit: Int?
    /// Only what is newer, to the second.
    public var after: Date?
    /// Only what comes after this post in the feed: the embedded server's paging.
    public var before: Int?

    /// A feed; what is nil is not sent.
    public init(
      tags: [String] = [], author: PostsClient.Author? = nil, email: String? = nil,
      limit: Int? = nil, after: Date? = nil, before: Int? = nil
    ) {
      self.tags = tags
      self.author = author
      self.email = email
      self.limit = limit
      self.after = after
      self.before = before
    }
  }
}

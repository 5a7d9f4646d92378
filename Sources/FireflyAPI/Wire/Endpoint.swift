import FireflyCore
import Foundation

/// Whose posts a feed shows.
package enum FeedAuthor: String, Hashable, Sendable {
  /// Everyone's.
  case any
  /// The current user's; none when signed out.
  case current
}

/// One call of the API, without its body.
///
/// `method` and `target` encode it; `EndpointMatch` is the inverse.
/// IDs of posts in a path are 0 or more.
package enum Endpoint: Hashable, Sendable {
  /// `GET /api/ping`.
  case ping
  /// `GET /api/posts/recent`: all templates, newest first.
  case recent(limit: Int? = nil, before: Int? = nil)
  /// `GET /api/posts/recent-tagged`.
  case recentTagged(Feed)
  /// `GET /api/users/recent`: profiles by nearness, then activity.
  case usersRecent(email: String? = nil, limit: Int? = nil, before: Int? = nil)
  /// `GET /api/posts/{id}`; only the embedded server knows `include` and `depth` (levels of
  /// children).
  case post(Int, include: Inclusion = [], depth: Int? = nil)
  /// `GET /api/posts/{id}/children`; only the embedded server knows `depth` (in levels) and
  /// `before` (a child's ID).
  case children(of: Int, depth: Int? = nil, before: Int? = nil)
  /// `GET /api/posts/{id}/branch`: the posts below one, in reading order; the extension `branch`.
  ///
  /// `after` is the key of an earlier response; `skip` a post whose replies are left out.
  case branch(of: Int, limit: Int? = nil, after: String? = nil, skip: Int? = nil)
  /// `GET /api/posts/ids`: the numbers of posts above a number, without those of a user; the extension
  /// `ids`.
  case ids(below: Int? = nil, since: Int? = nil, notBy: String? = nil, after: String? = nil)
  /// `GET /api/posts/answers`: posts by others below the current user's, newest first; the extension
  /// `answers`.
  case answers(email: String? = nil, before: Int? = nil, limit: Int? = nil)
  /// `POST /api/posts/create`, with a `PostForm`.
  case create
  /// `POST /api/posts/update`, with a `PostForm`.
  case update
  /// `POST /api/uploads`, with a `PostForm` that has a picture: one for the text of a post; the
  /// extension `uploads`.
  case addPicture
  /// `DELETE /api/posts/{id}`.
  case delete(Int)
  /// `POST /api/posts/{id}/move`, with a `MoveRequest`; the extension `move`.
  case move(Int)
  /// `POST /api/posts/reparent`, with a `ReparentRequest`: how a server without `move` moves posts.
  case reparent
  /// `POST /api/posts/{id}/restore`; the extension `undelete`.
  case restore(Int)
  /// `GET /api/users/{email}/profile`.
  ///
  /// Some servers create a blank profile if there is none.
  case profile(email: String)
  /// `POST /api/users/profile/create`, with a `PostForm`.
  case createProfile
  /// `POST /api/users/profile/update`, with a `PostForm`.
  case updateProfile
  /// `GET /api/templates/{name}`.
  case template(String)
  /// `GET /api/search`; `queryID` is a query post's ID.
  ///
  /// Marks the query as viewed.
  case search(queryID: Int, email: String? = nil)
  /// `GET /api/search` for text instead of a query post; the extension `search`.
  case searchWords(String)
  /// `POST /api/queries/badges`, with a `BadgesRequest`.
  case badges
  /// `POST /api/notifications/poll`, with a `PollRequest`.
  case poll
  /// `GET /api/events`: server events as they happen; the extension `events`.
  case events(email: String? = nil)
  /// `POST /api/auth/send-code`, with a `SendCodeRequest`.
  case sendCode
  /// `POST /api/auth/verify-code`, with a `VerifyCodeRequest`.
  case verifyCode
  /// `GET /api/devices`: the account's devices; the extension `devices`.
  case devices
  /// `DELETE /api/devices/{id}`: signs a device out; the extension `devices`.
  case revokeDevice(Int)
  /// `GET /api/marks`: what the account has read and saved; the extension `marks`.
  case marks
  /// `PATCH /api/marks`, with a `MarksRequest`; the extension `marks`.
  case changeMarks
  /// `GET /api/version`: the newest version of the phone app.
  case version
  /// `GET /api/health`: whether the database responds, for the phone app's watchdog.
  case health
  /// `GET /api/users/new-since`: the number of profiles since a time, for the phone app.
  case usersNewSince(Date? = nil)
  /// What the phone app asks of its own server only.
  case phoneOnly(Method, PhoneOnly)
  /// `GET /uploads/{file}`; the name is unchecked user input.
  case upload(name: String)

  /// Calls of the phone app for its own server; the raw value is the path below `api`.
  package enum PhoneOnly: String, CaseIterable, Hashable, Sendable {
    /// Registers the phone for notifications.
    case registerDevice = "register-device"
    /// The same, at another address.
    case registerForNotifications = "notifications/register-device"
    /// Asks how many people the user may invite.
    case invites = "user/invites"
    /// Invites a person.
    case invite
    /// Sends or asks for logs.
    case logs = "debug/logs"
    /// Restarts the server.
    case restart
  }

  /// The relatives that the embedded server nests in a post.
  package struct Inclusion: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: Int
    /// The chain of parents, up to the top level.
    package static let parent = Inclusion(rawValue: 1)
    /// The children, down to the requested depth.
    package static let children = Inclusion(rawValue: 2)
    /// The address of its page on the web.
    package static let page = Inclusion(rawValue: 4)

    /// Creates the inclusions with these bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The parameters of `recent-tagged`; nil values are not sent.
  package struct Feed: Hashable, Sendable {
    /// Templates to include: `post`, `query`, `profile`; empty for all.
    package var tags: [String] = []
    /// Whose posts; nil for the server's default.
    package var author: FeedAuthor?
    /// The current user.
    package var email: String?
    /// Maximum number of posts.
    package var limit: Int?
    /// Only newer posts, to the second.
    package var after: Date?
    /// Only posts after this one in the feed: the embedded server's paging.
    package var before: Int?
    /// Only top-level posts, by the newest post of their thread; the extension `threads`.
    package var isByLastReply = false
  }
}

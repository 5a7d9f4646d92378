import FireflyCore
import Foundation

/// A list that a level shows.
package enum RequestedList: Hashable, Sendable {
  /// The newest posts with a tag, at most `limit`.
  case feed(tag: String, by: Audience, limit: Int)
  /// The profiles.
  case users
  /// The posts below a post.
  case children(of: Int)
  /// What a profile shows of the posts of its owner.
  case profile(Int)
}

/// All calls of a server or source about posts.
///
/// All texts in the results have been cleaned by `ForeignText`. Every call throws only `APIError`,
/// and stops when its task is cancelled. A client adds the current user to each request that
/// needs it. What only some servers have is refused by default, or empty.
/// - SeeAlso: `LiveClient`.
package protocol PostsClient: Sendable {
  /// Where its calls lead, as the user of now: why something can't be done there.
  var site: Site { get }
  /// `GET /api/posts/recent-tagged`: newest first, at most `limit`; none of the user's own when signed out.
  ///
  /// `before` (a post ID) requests the next page; a server without paging answers with the first
  /// page again.
  func recentPosts(_ tag: String, _ by: Audience, _ before: Int?, _ limit: Int)
    async throws(APIError) -> PostPage
  /// `GET /api/users/recent`, profiles only.
  func recentUsers() async throws(APIError) -> PostPage
  /// `GET /api/posts/{id}`; with `ancestors`, also the posts above, if the server can nest them.
  func post(_ id: Int, _ ancestors: Bool) async throws(APIError) -> Post
  /// `GET /api/posts/{id}/children`, newest first, nested `depth` levels deep if the server can
  /// nest (1 = flat).
  func children(_ id: Int, _ depth: Int) async throws(APIError) -> PostPage
  /// A list, from its first post; passes on what has come so far, as truncated pages: the first posts
  /// of a long list at once, and those of a slow line every second.
  func list(_ list: RequestedList, _ arriving: @escaping @Sendable (PostPage) -> Void)
    async throws(APIError) -> PostPage
  /// The same, but stops reading after `maximum` posts, including nested ones; the page is then
  /// truncated.
  func branch(_ id: Int, _ depth: Int, _ maximum: Int) async throws(APIError) -> PostPage
  /// `GET /api/posts/{id}/branch`: the posts below one, in reading order, after a key (nil for the
  /// first page), without the replies to `skipped`; the extension `branch`.
  func thread(_ id: Int, _ after: String?, _ skipped: Int?, _ limit: Int) async throws(APIError)
    -> ThreadPage
  /// `GET /api/posts/ids`: the numbers of the posts below one (nil for all) that are higher than
  /// `since`, after a key, without those by the current user; the extension `ids`.
  func ids(_ below: Int?, _ since: Int, _ after: String?) async throws(APIError) -> IDPage
  /// `GET /api/posts/recent-tagged` with `top` and `sort`: top-level posts by the newest post of their
  /// thread, after a post (nil for the first page), at most `limit`; the extension `threads`.
  func threads(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage
  /// `GET /api/posts/answers`: posts by others below the current user's, newest first.
  ///
  /// After a post (nil for the first page), at most `limit`; the extension `answers`. Empty when
  /// signed out.
  func answers(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage
  /// What others have done with the user's posts, newest first: posts and profiles with notices.
  ///
  /// - Parameters:
  ///   - kind: the kind; nil for all.
  ///   - areSeen: whether the user sees them now, which the place keeps.
  func notices(_ kind: Notice.Kind?, areSeen: Bool) async throws(APIError) -> PostPage
  /// Tells the place up to which post the user has seen its first list; where it keeps that, other devices begin there.
  func seen(_ id: Int) async
  /// Returns the posts with these numbers, as far as they come; of a source those that are on this machine.
  func texts(of ids: [Int]) async -> [Post]
  /// `GET /api/users/{email}/profile`; nil if there is none.
  ///
  /// `exists`: whether the server is known to have it. Otherwise a server without extensions, which
  /// may create a blank profile when it is asked for one, is asked for its users instead.
  func profile(_ email: String, _ exists: Bool) async throws(APIError) -> Post?
  /// `GET /api/search`, in the server's order, without the query post itself.
  ///
  /// - Parameters:
  ///   - queryID: the number of the saved search, or of a further list of a source.
  ///   - limit: how many of the hits are read; there may be more or fewer.
  func search(_ queryID: Int, _ limit: Int) async throws(APIError) -> [SearchHit]
  /// `GET /api/search` for words, in the server's order; the extension `search`.
  func searchWords(_ words: String) async throws(APIError) -> [SearchHit]
  /// `POST /api/queries/badges`: whether each query has new matches; nil means unknown.
  ///
  /// Empty when signed out.
  func badges(_ queryIDs: [Int]) async throws(APIError) -> [Int: Bool?]
  /// `POST /api/notifications/poll`: what is new for the current user.
  ///
  /// Queries that the server leaves out have no new matches.
  ///
  /// `viewedPosts` and `viewedUsers` are the times at which the user last viewed these lists.
  func poll(_ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date) async throws(APIError)
    -> News
  /// `GET /api/events`: delivers server events as they happen, until the server ends the stream;
  /// the extension `events`.
  ///
  /// `last` is the ID of the last event received, if any. `receive` is also called, with no events,
  /// when the stream opens.
  func events(_ last: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void)
    async throws(APIError)
  /// `GET` of a picture, by a path relative to the server or a full URL.
  ///
  /// With the tag of a cached copy, nil if that copy is still current.
  func picture(_ address: String, _ etag: String?) async throws(APIError) -> PictureData?

  /// `POST /api/posts/create`; `key` is the idempotency key.
  ///
  /// A server with the extension `idempotency` creates one post, however often the request is sent;
  /// other servers ignore the key.
  func create(_ form: PostForm, _ key: String) async throws(APIError) -> Post
  /// Looks whether a post that was sent without an answer exists; nil if it does not.
  ///
  /// Asked before a post is sent again, of a service whose posts come back otherwise than they were typed; nil for
  /// other servers, of which the lists are searched for its words. `delivery` says when it was first sent, and after
  /// which posts.
  var created:
    (@Sendable (_ form: PostForm, _ delivery: Draft.Delivery) async throws(APIError) -> Post?)?
  { get }
  /// The user's posts where `created` will look, asked before a post is first sent; nil for other servers.
  var posted: (@Sendable (_ form: PostForm) async throws(APIError) -> [Post.ID])? { get }
  /// Whether the server creates nothing for a key that it has had, as it has said at any time.
  func keepsKeys() async throws(APIError) -> Bool
  /// Marks a post, or takes a mark back; `PostFields.service` says which marks there are.
  func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> Post
  /// Tells a place that keeps it of each post that posts were read, or are unread again; it is sent soon.
  ///
  /// - Throws: `APIError` if it can't be kept until then.
  func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError)
  /// `GET /api/marks`: what the account has read and saved on all its machines; the extension `marks`.
  func marks() async throws(APIError) -> PostMarks
  /// `PATCH /api/marks`: changes them, unless they have changed since `version`.
  func changeMarks(
    _ change: PostMarks.Change, from version: Int
  ) async throws(APIError) -> MarksResponse
  /// Sends what waits to be sent; waits for it two seconds at most.
  func settle() async
  /// Votes in the poll of a post, for the options at some places; returns the post with the votes.
  func vote(_ id: Int, _ choices: [Int], in poll: Poll) async throws(APIError) -> Post
  /// Follows, mutes or blocks the person of a profile, or no longer; returns the profile with what holds now.
  func relate(_ id: Int, _ change: Relation.Change) async throws(APIError) -> Post
  /// `POST /api/uploads`: stores a picture for the text of a post that is written within a day, and
  /// returns its address, which is the same for the same picture; the extension `uploads`.
  func addPicture(_ image: PostImage, _ observer: UploadObserver?) async throws(APIError) -> String
  /// `POST /api/posts/update`.
  func update(_ form: PostForm) async throws(APIError) -> Post
  /// `DELETE /api/posts/{id}`.
  func delete(_ id: Int) async throws(APIError)
  /// `POST /api/users/profile/create`, or `…/update` if the form has a post ID.
  func writeProfile(_ form: PostForm) async throws(APIError) -> Post
  /// `GET /api/templates/{name}`: the placeholders of empty fields.
  func template(_ name: String) async throws(APIError) -> PostText

  /// `GET /api/posts/{id}`, with its whole text, and the `ETag` of the version if the server sends
  /// one: the extension `etag`.
  func version(_ id: Int) async throws(APIError) -> PostVersion
  /// `POST /api/posts/{id}/move`, under another post or (nil) to the top level: the extension
  /// `move`; without it, `POST /api/posts/reparent`.
  func move(_ id: Int, _ parent: Int?) async throws(APIError) -> Post
  /// `POST /api/posts/{id}/restore`, within ten minutes of its deletion: the extension `undelete`.
  func restore(_ id: Int) async throws(APIError) -> Post

  /// `GET /api/ping`: what the server can do beyond the contract.
  func extensions() async throws(APIError) -> Set<ServerExtension>
  /// Whether the server can move posts, in either way.
  func canMove() async throws(APIError) -> Bool
  /// Which fields a post has, which of them the server requires, and their maximum sizes.
  func fields() async throws(APIError) -> PostFields
  /// The address of a post's page on the web; nil if it is unknown.
  func page(_ id: Int) async throws(APIError) -> String?
  /// Takes the password of a feed's server for the next request to it; it is kept once it was right.
  func givePassword(_ password: String, _ request: PasswordRequest) -> Void
}

extension PostsClient {
  /// Whether the server lists an extension.
  ///
  /// - Throws: `APIError` if the server doesn't answer, so that nothing is known.
  package func has(_ name: ServerExtension) async throws(APIError) -> Bool {
    try await extensions().contains(name)
  }

  /// Loads the results of a saved search, as many as lists show of them.
  ///
  /// - Throws: `APIError`.
  package func search(_ queryID: Int) async throws(APIError) -> [SearchHit] {
    try await search(queryID, SearchHit.maximumShown)
  }
}

// What only some servers have.
extension PostsClient {
  /// By default no query is known to have new matches.
  package func badges(_ queryIDs: [Int]) async throws(APIError) -> [Int: Bool?] { [:] }
  /// By default nothing is new.
  package func poll(
    _ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date
  ) async throws(APIError) -> News { News() }
  /// By default it can't.
  package func canMove() async throws(APIError) -> Bool { false }
  /// By default those of a Firefly server.
  package func fields() async throws(APIError) -> PostFields { .firefly }
  /// By default no posts.
  package func thread(
    _ id: Int, _ after: String?, _ skipped: Int?, _ limit: Int
  ) async throws(APIError) -> ThreadPage { ThreadPage(items: [], after: nil) }
  /// By default no posts.
  package func threads(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage {
    PostPage(posts: [])
  }
  /// By default no posts.
  package func answers(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage {
    PostPage(posts: [])
  }
  /// By default those who answer.
  package func notices(_ kind: Notice.Kind?, areSeen: Bool) async throws(APIError) -> PostPage {
    try await answers(nil, 200)
  }
  /// By default it is not kept.
  package func seen(_ id: Int) async {}
  /// By default they are asked for in turn.
  package func texts(of ids: [Int]) async -> [Post] {
    var posts: [Post] = []
    for id in ids {
      guard !Task.isCancelled else { break }
      if let post = try? await post(id, false) { posts.append(post) }
    }
    return posts
  }
  /// By default no numbers.
  package func ids(
    _ below: Int?, _ since: Int, _ after: String?
  ) async throws(APIError) -> IDPage { IDPage(ids: [], after: nil) }
  /// By default nil: its lists are searched.
  package var created: (@Sendable (PostForm, Draft.Delivery) async throws(APIError) -> Post?)? {
    nil
  }
  /// By default nil, as `created`.
  package var posted: (@Sendable (PostForm) async throws(APIError) -> [Post.ID])? { nil }
  /// By default it does.
  package func keepsKeys() async throws(APIError) -> Bool { true }
  /// By default refused.
  package func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> Post {
    throw refusal(of: .mark)
  }
  /// By default the place does not keep it.
  package func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError) {}
  /// By default the place keeps none.
  package func marks() async throws(APIError) -> PostMarks { PostMarks() }
  /// By default refused.
  package func changeMarks(
    _ change: PostMarks.Change, from version: Int
  ) async throws(APIError) -> MarksResponse {
    throw .notOffered("This server keeps no marks.")
  }
  /// By default nothing waits.
  package func settle() async {}
  /// By default refused.
  package func vote(
    _ id: Int, _ choices: [Int], in poll: Poll
  ) async throws(APIError) -> Post {
    throw refusal(of: .mark)
  }
  /// By default refused.
  package func relate(_ id: Int, _ change: Relation.Change) async throws(APIError) -> Post {
    throw refusal(of: .people)
  }
  /// By default refused.
  package func addPicture(
    _ image: PostImage, _ observer: UploadObserver?
  ) async throws(APIError) -> String { throw refusal(of: .write) }
  /// By default refused.
  package func move(_ id: Int, _ parent: Int?) async throws(APIError) -> Post {
    throw refusal(of: .move)
  }
  /// By default refused.
  package func writeProfile(_ form: PostForm) async throws(APIError) -> Post {
    throw refusal(of: .profile)
  }

  /// Returns the error of a call that the place refuses.
  package func refusal(of ability: Site.Ability) -> APIError {
    site.refusal(of: ability).map(APIError.refused) ?? .status(501, message: nil)
  }
  /// By default it does nothing.
  package func givePassword(_ password: String, _ request: PasswordRequest) {}
}

/// The bytes of a picture and the server's tag for them.
package struct PictureData: Hashable, Sendable {
  /// The file as sent, at most 16 MB.
  package var bytes: Data
  /// The `ETag`, if any.
  package var etag: String?
}

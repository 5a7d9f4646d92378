import FireflyCore
import Foundation

/// All calls of a server about posts, as closures: the interface, apart from its live
/// implementation.
///
/// All texts in the results have been cleaned by `ForeignText`. Every call throws only `APIError`,
/// and stops when its task is cancelled. The live client adds the current user to each request that
/// needs it.
/// - SeeAlso: `PostsClient.live(server:credentials:)` in `PostsClient+Live.swift`.
public struct PostsClient: Sendable {
  /// Whose posts a feed shows.
  public enum Author: String, Hashable, Sendable {
    /// Everyone's.
    case any
    /// The current user's; none when signed out.
    case current
  }

  /// A list that a level shows.
  public enum PostList: Hashable, Sendable {
    /// The newest posts with a tag, at most `limit`.
    case feed(tag: String, by: Author, limit: Int)
    /// The profiles.
    case users
    /// The posts below a post.
    case children(of: Int)
  }

  /// `GET /api/posts/recent-tagged`: newest first, at most `limit`.
  ///
  /// `before` (a post ID) requests the next page; a server without paging answers with the first
  /// page again.
  public var recentPosts:
    @Sendable (_ tag: String, _ by: Author, _ before: Int?, _ limit: Int) async throws(APIError)
      -> PostPage
  /// `GET /api/users/recent`, profiles only.
  public var recentUsers: @Sendable () async throws(APIError) -> PostPage
  /// `GET /api/posts/{id}`; with `ancestors`, also the posts above, if the server can nest them.
  public var post: @Sendable (_ id: Int, _ ancestors: Bool) async throws(APIError) -> Post
  /// `GET /api/posts/{id}/children`, newest first, nested `depth` levels deep if the server can
  /// nest (1 = flat).
  public var children: @Sendable (_ id: Int, _ depth: Int) async throws(APIError) -> PostPage
  /// A list, from its first post; passes on what has come so far, as truncated pages: the first posts
  /// of a long list at once, and those of a slow line every second.
  public var list:
    @Sendable (_ list: PostList, _ arriving: @escaping @Sendable (PostPage) -> Void)
      async throws(APIError) -> PostPage
  /// The same, but stops reading after `maximum` posts, including nested ones; the page is then
  /// truncated.
  public var branch:
    @Sendable (_ id: Int, _ depth: Int, _ maximum: Int) async throws(APIError) -> PostPage
  /// `GET /api/posts/{id}/branch`: the posts below one, in reading order, after a key (nil for the
  /// first page), without the replies to `skipped`; the extension `branch`.
  public var thread:
    @Sendable (_ id: Int, _ after: String?, _ skipped: Int?, _ limit: Int) async throws(APIError)
      -> ThreadPage
  /// `GET /api/posts/ids`: the numbers of the posts below one (nil for all) that are higher than
  /// `since`, after a key, without those by the current user; the extension `ids`.
  public var ids:
    @Sendable (_ below: Int?, _ since: Int, _ after: String?) async throws(APIError) -> IDPage
  /// `GET /api/posts/recent-tagged` with `top` and `sort`: top-level posts by the newest post of their
  /// thread, after a post (nil for the first page), at most `limit`; the extension `threads`.
  public var threads: @Sendable (_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage
  /// `GET /api/posts/answers`: posts by others below the current user's, newest first.
  ///
  /// After a post (nil for the first page), at most `limit`; the extension `answers`. Empty when
  /// signed out.
  public var answers: @Sendable (_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage
  /// `GET /api/users/{email}/profile`; nil if there is none.
  ///
  /// `exists`: whether the server is known to have it. Otherwise a server without extensions, which
  /// may create a blank profile when it is asked for one, is asked for its users instead.
  public var profile: @Sendable (_ email: String, _ exists: Bool) async throws(APIError) -> Post?
  /// `GET /api/search`, in the server's order, without the query post itself.
  public var search: @Sendable (_ queryID: Int) async throws(APIError) -> [SearchHit]
  /// `GET /api/search` for words, in the server's order; the extension `search`.
  public var searchWords: @Sendable (_ words: String) async throws(APIError) -> [SearchHit]
  /// `POST /api/queries/badges`: whether each query has new matches; nil means unknown.
  ///
  /// Empty when signed out.
  public var badges: @Sendable (_ queryIDs: [Int]) async throws(APIError) -> [Int: Bool?]
  /// `POST /api/notifications/poll`: what is new for the current user.
  ///
  /// Queries that the server leaves out have no new matches.
  ///
  /// `viewedPosts` and `viewedUsers` are the times at which the user last viewed these lists.
  public var poll:
    @Sendable (_ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date) async throws(APIError)
      -> News
  /// `GET /api/events`: delivers server events as they happen, until the server ends the stream;
  /// the extension `events`.
  ///
  /// `last` is the ID of the last event received, if any. `receive` is also called, with no events,
  /// when the stream opens.
  public var events:
    @Sendable (_ last: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void)
      async throws(APIError) -> Void
  /// `GET` of a picture, by a path relative to the server or a full URL.
  ///
  /// With the tag of a cached copy, nil if that copy is still current.
  public var picture:
    @Sendable (_ address: String, _ etag: String?) async throws(APIError) -> PictureData?

  /// `POST /api/posts/create`; `key` is the idempotency key.
  ///
  /// A server with the extension `idempotency` creates one post, however often the request is sent;
  /// other servers ignore the key.
  public var create: @Sendable (_ form: PostForm, _ key: String) async throws(APIError) -> Post
  /// Looks whether a post that was sent without an answer exists; nil if it does not.
  ///
  /// Asked before a post is sent again, of a service whose posts come back otherwise than they were typed; nil for
  /// other servers, of which the lists are searched for its words. `since` is when it was first sent.
  public var created: (@Sendable (_ form: PostForm, _ since: Date) async throws(APIError) -> Post?)?
  /// Marks a post, or takes a mark back; `PostFields.service` says which marks there are.
  public var mark:
    @Sendable (_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> Post
  /// `POST /api/uploads`: stores a picture for the text of a post that is written within a day, and
  /// returns its address, which is the same for the same picture; the extension `uploads`.
  public var addPicture:
    @Sendable (_ image: PostImage, _ observer: UploadObserver?) async throws(APIError) -> String
  /// `POST /api/posts/update`.
  public var update: @Sendable (_ form: PostForm) async throws(APIError) -> Post
  /// `DELETE /api/posts/{id}`.
  public var delete: @Sendable (_ id: Int) async throws(APIError) -> Void
  /// `POST /api/users/profile/create`, or `…/update` if the form has a post ID.
  public var writeProfile: @Sendable (_ form: PostForm) async throws(APIError) -> Post
  /// `GET /api/templates/{name}`: the placeholders of empty fields.
  public var template: @Sendable (_ name: String) async throws(APIError) -> PostText

  /// `GET /api/posts/{id}`, with its whole text, and the `ETag` of the version if the server sends
  /// one: the extension `etag`.
  public var version: @Sendable (_ id: Int) async throws(APIError) -> PostVersion
  /// `POST /api/posts/{id}/move`, under another post or (nil) to the top level: the extension
  /// `move`; without it, `POST /api/posts/reparent`.
  public var move: @Sendable (_ id: Int, _ parent: Int?) async throws(APIError) -> Post
  /// `POST /api/posts/{id}/restore`, within ten minutes of its deletion: the extension `undelete`.
  public var restore: @Sendable (_ id: Int) async throws(APIError) -> Post

  /// `GET /api/ping`: what the server can do beyond the contract.
  public var extensions: @Sendable () async throws(APIError) -> Set<ServerExtension>
  /// Whether the server can move posts, in either way.
  public var canMove: @Sendable () async throws(APIError) -> Bool
  /// Which fields a post has, which of them the server requires, and their maximum sizes.
  public var fields: @Sendable () async throws(APIError) -> PostFields
  /// The address of a post's page on the web; nil if it is unknown.
  public var page: @Sendable (_ id: Int) async throws(APIError) -> String?
  /// Takes the password of a feed's server for the next request to it; it is kept once it was right.
  public var givePassword: @Sendable (_ password: String, _ request: PasswordRequest) -> Void

  /// Whether the server lists an extension.
  ///
  /// - Throws: `APIError` if the server doesn't answer, so that nothing is known.
  public func has(_ name: ServerExtension) async throws(APIError) -> Bool {
    try await extensions().contains(name)
  }

  /// Creates a client from its calls.
  public init(
    recentPosts:
      @escaping @Sendable (String, Author, Int?, Int) async throws(APIError) ->
      PostPage,
    recentUsers: @escaping @Sendable () async throws(APIError) -> PostPage,
    post: @escaping @Sendable (Int, Bool) async throws(APIError) -> Post,
    children: @escaping @Sendable (Int, Int) async throws(APIError) -> PostPage,
    list:
      @escaping @Sendable (PostList, @escaping @Sendable (PostPage) -> Void)
      async throws(APIError) -> PostPage,
    branch: @escaping @Sendable (Int, Int, Int) async throws(APIError) -> PostPage,
    profile: @escaping @Sendable (String, Bool) async throws(APIError) -> Post?,
    search: @escaping @Sendable (Int) async throws(APIError) -> [SearchHit],
    searchWords: @escaping @Sendable (String) async throws(APIError) -> [SearchHit],
    badges: @escaping @Sendable ([Int]) async throws(APIError) -> [Int: Bool?],
    poll: @escaping @Sendable ([Int], Date, Date) async throws(APIError) -> News,
    events:
      @escaping @Sendable (Int?, @escaping @Sendable ([StreamedEvent]) -> Void)
      async throws(APIError) -> Void,
    picture: @escaping @Sendable (String, String?) async throws(APIError) -> PictureData?,
    create: @escaping @Sendable (PostForm, String) async throws(APIError) -> Post,
    update: @escaping @Sendable (PostForm) async throws(APIError) -> Post,
    delete: @escaping @Sendable (Int) async throws(APIError) -> Void,
    writeProfile: @escaping @Sendable (PostForm) async throws(APIError) -> Post,
    template: @escaping @Sendable (String) async throws(APIError) -> PostText,
    version: @escaping @Sendable (Int) async throws(APIError) -> PostVersion,
    move: @escaping @Sendable (Int, Int?) async throws(APIError) -> Post,
    restore: @escaping @Sendable (Int) async throws(APIError) -> Post,
    extensions: @escaping @Sendable () async throws(APIError) -> Set<ServerExtension>,
    canMove: @escaping @Sendable () async throws(APIError) -> Bool = { false },
    fields: @escaping @Sendable () async throws(APIError) -> PostFields = { .firefly },
    thread:
      @escaping @Sendable (Int, String?, Int?, Int) async throws(APIError) -> ThreadPage = {
        _, _, _, _ in ThreadPage(items: [], after: nil)
      },
    threads:
      @escaping @Sendable (Int?, Int) async throws(APIError) -> PostPage = { _, _ in
        PostPage(posts: [])
      },
    answers:
      @escaping @Sendable (Int?, Int) async throws(APIError) -> PostPage = { _, _ in
        PostPage(posts: [])
      },
    ids:
      @escaping @Sendable (Int?, Int, String?) async throws(APIError) -> IDPage = { _, _, _ in
        IDPage(ids: [], after: nil)
      },
    created: (@Sendable (PostForm, Date) async throws(APIError) -> Post?)? = nil,
    mark: @escaping @Sendable (Int, PostMark, Bool) async throws(APIError) -> Post = {
      _, _, _ async throws(APIError) in throw .status(501, message: nil)
    },
    addPicture:
      @escaping @Sendable (PostImage, UploadObserver?) async throws(APIError) -> String = {
        _, _ async throws(APIError) in throw .status(501, message: nil)
      },
    page: @escaping @Sendable (Int) async throws(APIError) -> String?,
    givePassword: @escaping @Sendable (String, PasswordRequest) -> Void = { _, _ in }
  ) {
    self.recentPosts = recentPosts
    self.recentUsers = recentUsers
    self.post = post
    self.children = children
    self.list = list
    self.branch = branch
    self.profile = profile
    self.search = search
    self.searchWords = searchWords
    self.badges = badges
    self.poll = poll
    self.events = events
    self.picture = picture
    self.create = create
    self.created = created
    self.mark = mark
    self.addPicture = addPicture
    self.update = update
    self.delete = delete
    self.writeProfile = writeProfile
    self.template = template
    self.version = version
    self.move = move
    self.restore = restore
    self.extensions = extensions
    self.canMove = canMove
    self.fields = fields
    self.page = page
    self.thread = thread
    self.threads = threads
    self.answers = answers
    self.ids = ids
    self.givePassword = givePassword
  }
}

/// The bytes of a picture and the server's tag for them.
public struct PictureData: Hashable, Sendable {
  /// The file as sent, at most 16 MB.
  public var bytes: Data
  /// The `ETag`, if any.
  public var etag: String?
}

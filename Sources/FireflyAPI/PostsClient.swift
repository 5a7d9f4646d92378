import FireflyCore
import Foundation

/// Everything Firefly asks of a server, as closures: the interface, apart from its live form.
///
/// Every text in what they return has been cleaned by `ForeignText`; every call throws `APIError` and
/// nothing else, and stops when its task is cancelled. Who asks is the live client's affair: it adds to a
/// request what the account needs.
/// - SeeAlso: `PostsClient.live(server:credentials:)` in `PostsClient+Live.swift`.
public struct PostsClient: Sendable {
  /// Whose posts a feed shows.
  public enum Author: String, Hashable, Sendable {
    /// Everyone's.
    case any
    /// Those of the account; nobody's where nobody is signed in.
    case current
  }

  /// `GET /api/posts/recent-tagged`: newest first, `limit` at most; `before` (a post's number) asks for
  /// the next page, which a plain server answers with the first page again.
  public var recentPosts:
    @Sendable (_ tag: String, _ by: Author, _ before: Int?, _ limit: Int) async throws(APIError)
      -> PostPage
  /// `GET /api/users/recent`, profiles only.
  public var recentUsers: @Sendable () async throws(APIError) -> PostPage
  /// `GET /api/posts/{id}`; with `ancestors`, the posts above as well, if the server nests them.
  public var post: @Sendable (_ id: Int, _ ancestors: Bool) async throws(APIError) -> Post
  /// `GET /api/posts/{id}/children`, newest first; `depth` levels nested, if the server nests (1 = flat).
  public var children: @Sendable (_ id: Int, _ depth: Int) async throws(APIError) -> PostPage
  /// The same, flat; the first of them are handed over as a cut page as soon as they have come.
  public var manyChildren:
    @Sendable (_ id: Int, _ first: @escaping @Sendable (PostPage) -> Void) async throws(APIError)
      -> PostPage
  /// The same, but the answer is read only until it has had `maximum` posts, nested ones counted; then
  /// the page is a cut one.
  public var branch:
    @Sendable (_ id: Int, _ depth: Int, _ maximum: Int) async throws(APIError) -> PostPage
  /// `GET /api/users/{email}/profile`; nil if there is none.
  public var profile: @Sendable (_ email: String) async throws(APIError) -> Post?
  /// `GET /api/search`, in the server's order, without the query itself.
  public var search: @Sendable (_ queryID: Int) async throws(APIError) -> [SearchHit]
  /// `GET /api/search` for words, in the server's order; the extension `search`.
  public var searchWords: @Sendable (_ words: String) async throws(APIError) -> [SearchHit]
  /// `POST /api/queries/badges`: whether each query has new matches; nil means unknown.
  ///
  /// Nothing is known where nobody is signed in.
  public var badges: @Sendable (_ queryIDs: [Int]) async throws(APIError) -> [Int: Bool?]
  /// `POST /api/notifications/poll`: what is new for who is signed in; what the server doesn't know of
  /// a query is a no.
  ///
  /// - `viewedPosts`, `viewedUsers`: when one last looked at them.
  public var poll:
    @Sendable (_ queryIDs: [Int], _ viewedPosts: Date, _ viewedUsers: Date) async throws(APIError)
      -> News
  /// `GET /api/events`: hands over what happens as it happens, until the server ends that; the extension
  /// `events`.
  ///
  /// - `last`: the number of the last event that was received; nil for none.
  /// - `receive`: is called, too, when the stream has opened and nothing has happened yet.
  public var events:
    @Sendable (_ last: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void)
      async throws(APIError) -> Void
  /// `GET` of a picture, by a path relative to the server or a whole URL; with the tag of a cached
  /// copy, nil if that copy is still right.
  public var picture:
    @Sendable (_ address: String, _ etag: String?) async throws(APIError) -> PictureData?

  /// `POST /api/posts/create`; `key` names this creation.
  ///
  /// A server that knows such keys makes one post of it, however often it is sent; others ignore them.
  public var create: @Sendable (_ form: PostForm, _ key: String) async throws(APIError) -> Post
  /// `POST /api/posts/update`.
  public var update: @Sendable (_ form: PostForm) async throws(APIError) -> Post
  /// `DELETE /api/posts/{id}`.
  public var delete: @Sendable (_ id: Int) async throws(APIError) -> Void
  /// `POST /api/users/profile/create`, or `…/update` where the form has a post's number.
  public var writeProfile: @Sendable (_ form: PostForm) async throws(APIError) -> Post
  /// `GET /api/templates/{name}`: what stands in the empty fields.
  public var template: @Sendable (_ name: String) async throws(APIError) -> Post.Placeholders

  /// `GET /api/posts/{id}`, with the server's name for the version, if it gives one: the extension
  /// `etag`.
  public var version: @Sendable (_ id: Int) async throws(APIError) -> PostVersion
  /// `POST /api/posts/{id}/move`, below another post or (nil) to the root: the extension `move`.
  public var move: @Sendable (_ id: Int, _ parent: Int?) async throws(APIError) -> Post
  /// `POST /api/posts/{id}/restore`, within ten minutes of its deletion: the extension `undelete`.
  public var restore: @Sendable (_ id: Int) async throws(APIError) -> Post

  /// `GET /api/ping`: what the server can do beyond the contract.
  public var extensions: @Sendable () async throws(APIError) -> Set<ServerExtension>
  /// How long the texts of a post may be; nil where the server doesn't have the extension `limits`.
  public var limits: @Sendable () async throws(APIError) -> PostLimits?

  /// Whether the server says that it has an extension; no answer is a no.
  public func has(_ name: ServerExtension) async -> Bool {
    (try? await extensions())?.contains(name) ?? false
  }

  /// A client made of its calls.
  public init(
    recentPosts:
      @escaping @Sendable (String, Author, Int?, Int) async throws(APIError) ->
      PostPage,
    recentUsers: @escaping @Sendable () async throws(APIError) -> PostPage,
    post: @escaping @Sendable (Int, Bool) async throws(APIError) -> Post,
    children: @escaping @Sendable (Int, Int) async throws(APIError) -> PostPage,
    manyChildren:
      @escaping @Sendable (Int, @escaping @Sendable (PostPage) -> Void) async throws(APIError)
      -> PostPage,
    branch: @escaping @Sendable (Int, Int, Int) async throws(APIError) -> PostPage,
    profile: @escaping @Sendable (String) async throws(APIError) -> Post?,
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
    template: @escaping @Sendable (String) async throws(APIError) -> Post.Placeholders,
    version: @escaping @Sendable (Int) async throws(APIError) -> PostVersion,
    move: @escaping @Sendable (Int, Int?) async throws(APIError) -> Post,
    restore: @escaping @Sendable (Int) async throws(APIError) -> Post,
    extensions: @escaping @Sendable () async throws(APIError) -> Set<ServerExtension>,
    limits: @escaping @Sendable () async throws(APIError) -> PostLimits? = { nil }
  ) {
    self.recentPosts = recentPosts
    self.recentUsers = recentUsers
    self.post = post
    self.children = children
    self.manyChildren = manyChildren
    self.branch = branch
    self.profile = profile
    self.search = search
    self.searchWords = searchWords
    self.badges = badges
    self.poll = poll
    self.events = events
    self.picture = picture
    self.create = create
    self.update = update
    self.delete = delete
    self.writeProfile = writeProfile
    self.template = template
    self.version = version
    self.move = move
    self.restore = restore
    self.extensions = extensions
    self.limits = limits
  }
}

/// The bytes of a picture and the server's tag for them.
public struct PictureData: Hashable, Sendable {
  /// The file as sent, at maximum 16 MB.
  public var bytes: Data
  /// The `ETag`, if there was one.
  public var etag: String?

  /// Bytes with their tag.
  public init(bytes: Data, etag: String? = nil) {
    self.bytes = bytes
    self.etag = etag
  }
}

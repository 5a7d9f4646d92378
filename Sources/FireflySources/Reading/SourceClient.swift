import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// The client of a source on the web; without an account it can only be read.
///
/// Saved searches are the exception: they are kept on this machine.
package struct SourceClient: PostsClient {
  private let source: SourceReader
  private let reader: User
  private let credentials: Credentials

  private var kept: SavedSearches { source.kept }

  package var site: Site {
    source.address.site(as: credentials.account, mayWrite: credentials.mayWrite)
  }

  private static let noPicture = APIError.notOffered("A saved search has no picture.")

  /// Creates the client of a source.
  ///
  /// - Parameters:
  ///   - server: where it is asked.
  ///   - reader: the current user, who owns the saved searches.
  ///   - credentials: the user's account there; none by default.
  ///   - owner: whose saved searches these are.
  ///   - userAgent: the program's name and version.
  ///   - storage: keeps the saved searches.
  ///   - tools: what it needs of this machine.
  ///   - link: the page at which to begin, whose number may be asked for.
  ///   - logger: logs requests and errors.
  package init(
    _ source: SourceAddress, server: ServerAddress, reader: User,
    credentials: Credentials = Credentials(), owner: KeptOwner = KeptOwner(), userAgent: String,
    storage: SourceStorage<KeptSource>, tools: SourceTools = SourceTools(),
    at link: SourceLink? = nil, logger: Logger
  ) {
    self.source = SourceReader(
      source, server: server, reader: reader, credentials: credentials, owner: owner,
      userAgent: userAgent, storage: storage, tools: tools, at: link, logger: logger)
    (self.reader, self.credentials) = (reader, credentials)
  }

  package func recentPosts(_ tag: String, _ list: Audience, _ before: Int?, _ limit: Int)
    async throws(APIError) -> PostPage
  {
    try await source.feed(tag, list, before: before, limit: limit)
  }

  package func recentUsers() async throws(APIError) -> PostPage {
    try await source.people()
  }

  package func post(_ id: Int, _ ancestors: Bool) async throws(APIError) -> Post {
    try await source.post(id, ancestors: ancestors)
  }

  package func children(_ id: Int, _ depth: Int) async throws(APIError) -> PostPage {
    try await source.branch(of: id, depth: depth, maximum: .max)
  }

  package func list(_ list: RequestedList, _ arriving: @escaping @Sendable (PostPage) -> Void)
    async throws(APIError) -> PostPage
  {
    switch list {
    case .feed(let tag, let list, let limit):
      try await source.beginning(tag, list, limit: limit).map(arriving)
      return try await source.feed(tag, list, before: nil, limit: limit)
    case .users:
      source.keptRows(in: nil).map(arriving)
      return try await source.users()
    case .children(let id):
      source.handle(id).flatMap(source.keptRows(in:)).map(arriving)
      return try await source.children(of: id)
    case .profile(let id): return try await source.profilePosts(of: id)
    }
  }

  package func branch(_ id: Int, _ depth: Int, _ maximum: Int) async throws(APIError) -> PostPage {
    try await source.branch(of: id, depth: depth, maximum: maximum)
  }

  package func answers(_ before: Int?, _ limit: Int) async throws(APIError) -> PostPage {
    try await source.mentions(before: before, limit: limit)
  }

  package func notices(_ kind: Notice.Kind?, areSeen: Bool) async throws(APIError) -> PostPage {
    try await source.notices(kind, areSeen: areSeen)
  }

  package func seen(_ id: Int) async { await source.seen(id) }

  package func texts(of ids: [Int]) async -> [Post] { ids.compactMap(source.known) }

  package func profile(_ handle: String, _: Bool) async throws(APIError) -> Post? {
    try await source.profile(handle, reader: reader.email)
  }

  package func search(_ id: Int, _ limit: Int) async throws(APIError) -> [SearchHit] {
    try await source.results(of: id, limit: limit)
  }

  package func searchWords(_ words: String) async throws(APIError) -> [SearchHit] {
    try await source.hits(of: words)
  }

  package func events(_: Int?, _ receive: @escaping @Sendable ([StreamedEvent]) -> Void)
    async throws(APIError)
  {
    receive([])
    while true {
      let new = await source.backend.waitForNews()
      if new.isEmpty || Task.isCancelled { throw .cancelled }
      receive(
        new.map {
          StreamedEvent(
            id: 0,
            .post(
              .init(
                id: $0, parent: nil, template: .post, isOwn: false,
                answersYou: source.backend.newsAreMentions,
                announcement: source.backend.announcement(of: $0))))
        })
    }
  }

  /// Returns whether an address is on a server that the user has named, which may be in their own network.
  package func isOnNamedServer(_ address: String) -> Bool {
    source.backend.namedServer(of: address) != nil
  }

  package func picture(_ address: String, _ etag: String?) async throws(APIError) -> PictureData? {
    try await source.picture(at: address, etag: etag)
  }

  package func create(_ form: PostForm, _ key: String) async throws(APIError) -> Post {
    switch form.template {
    case .profile: return try await source.follow(form)
    case .query:
      guard form.image == nil else { throw Self.noPicture }
      return try kept.create(form, key: key)
    default: return try await source.create(form, key: key)
    }
  }

  package func update(_ form: PostForm) async throws(APIError) -> Post {
    guard form.postID.map({ kept.search($0) != nil }) == true else {
      return try await source.update(form)
    }
    guard form.image == nil else { throw Self.noPicture }
    return try kept.update(form)
  }

  package func delete(_ id: Int) async throws(APIError) {
    if kept.search(id) != nil { return try kept.delete(id) }
    if source.backend is any FollowingBackend { return try await source.unfollow(id) }
    try await source.delete(id)
  }

  package func writeProfile(_ form: PostForm) async throws(APIError) -> Post {
    try await source.change(form)
  }

  package func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> Post {
    try await source.mark(id, mark, isOn)
  }

  package func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError) {
    try source.backend.markRead(ids, isRead)
  }

  package func settle() async { await source.backend.settle() }

  package func vote(
    _ id: Int, _ choices: [Int], in poll: Poll
  ) async throws(APIError) -> Post {
    try await source.vote(id, choices, in: poll)
  }

  package func relate(_ id: Int, _ change: Relation.Change) async throws(APIError) -> Post {
    try await source.relate(id, change)
  }

  package func template(_ name: String) async throws(APIError) -> PostText {
    if site.has(.subscriptions), Post.Template(name: name) == .profile {
      return PostText(
        title: "Address of a feed, or of a page that names it", summary: "Your name for it",
        body: "A folder for it, such as Tech or Tech/More")
    }
    return PostText(title: "Title", summary: source.address.kind.searchHint, body: "Notes")
  }

  package func version(_ id: Int) async throws(APIError) -> PostVersion {
    try await source.version(id)
  }

  package func restore(_ id: Int) async throws(APIError) -> Post {
    if source.backend is any FollowingBackend { return try await source.followAgain(id) }
    guard site.can(.write) else { throw refusal(of: .write) }
    throw .notOffered("\(site.name) can't bring it back; your text is a draft.")
  }

  package func extensions() async throws(APIError) -> Set<ServerExtension> {
    let usual: Set<ServerExtension> = [.nesting, .paging, .search, .events]
    return credentials.token == nil ? usual : usual.union([.answers])
  }

  package func fields() async throws(APIError) -> PostFields {
    try await source.fields()
  }

  package func givePassword(_ password: String, _ request: PasswordRequest) {
    (source.backend as? any FollowingBackend)?.logIn(request, password: password)
  }

  package var created: (@Sendable (PostForm, Draft.Delivery) async throws(APIError) -> Post?)? {
    source.creation
  }

  package var posted: (@Sendable (PostForm) async throws(APIError) -> [Post.ID])? { source.posted }

  package func keepsKeys() async throws(APIError) -> Bool { try await source.keepsKeys() }

  package func page(_ id: Int) async throws(APIError) -> String? { source.page(of: id) }
}

extension SourceReader {
  /// Loads a picture at an address on the web: the same ones for its posts and for copies of them.
  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData? {
    try await backend.web.picture(
      at: address, etag: etag, from: backend.namedServer(of: address))
  }

  convenience init(
    _ source: SourceAddress, server: ServerAddress, reader: User,
    credentials: Credentials = Credentials(), owner: KeptOwner = KeptOwner(), userAgent: String,
    storage: SourceStorage<KeptSource>, tools: SourceTools = SourceTools(), at link: SourceLink?,
    logger: Logger
  ) {
    let web = WebClient(
      server: server, name: source.name, userAgent: userAgent, credentials: credentials,
      tokenPrefix: source.kind.tokenPrefix, logger: logger)
    let kept = SavedSearches(
      source: source.id.description, reader: reader, of: owner, storage: storage)
    if let name = link?.name {
      _ = kept.numbers.number(of: name)
      // A draft may have the number, whether the page is found or not.
      kept.saveNames()
    }
    let backend = source.kind.backend(
      SourceKind.Setting(
        source: source, web: web, numbers: kept.numbers, tools: tools, server: server,
        userAgent: userAgent, logger: logger))
    var roots: [Int: Int] = [:]
    if case .reply(let id, in: let root) = link?.target { roots[id] = root }
    self.init(backend, at: source, kept: kept, roots: roots)
  }
}

import FireflyAPI
import FireflyCore
import FireflyForeign

// What an instance shows to an account only.
extension Mastodon {
  /// Whether requests have a token.
  var isSignedIn: Bool { web.credentials.token != nil }

  /// The account of the token; asked for once.
  ///
  /// - Throws: `APIError`; `.status(401)` without a token, or if it is no longer valid; `.notOffered` if it is that of
  ///   another account.
  func owner() async throws(APIError) -> MastodonAccount {
    guard let token = web.credentials.token else { throw .status(401, message: nil) }
    if let known = memory.state.withLock(\.owner), known.token == token { return known.account }
    let found = try await web.answer(
      "/api/v1/accounts/verify_credentials", as: MastodonAccount.self)
    try found.require(web.credentials, on: web.name, host: host)
    memory.state.withLock { $0.owner = (token, found) }
    return found
  }

  /// The number of the account of the token, for requests.
  func ownID() async throws(APIError) -> String {
    guard let id = try await owner().id?.safe else { throw .unreadable(reason: "no account") }
    return id.percentEncoded
  }

  /// Asks whose token it is before posts are read: what is the owner's is marked by that, and shown as they want it.
  func knowOwner() async {
    guard isSignedIn else { return }
    async let preferences: Void = knowPreferences()
    _ = try? await owner()
    await preferences
  }

  /// Whether two accounts are one: some servers have another ID for the owner of a token than in posts.
  func isSame(_ account: MastodonAccount, _ owner: MastodonAccount) -> Bool {
    if let id = owner.id?.safe, account.id?.safe == id { return true }
    if let page = owner.page, !page.isEmpty, account.page == page { return true }
    return fullHandle(account.handle).map { $0 == fullHandle(owner.handle) } ?? false
  }

  /// A handle in small letters, with the host of the instance if it has none.
  func fullHandle(_ handle: String?) -> String? { MastodonAccount.fullHandle(handle, host) }

  /// The lists that an account has.
  static let lists = [
    SourceList(name: "timelines/public", title: "public", summary: "everything that comes here"),
    SourceList(name: "trends/statuses", title: "trends", summary: "what many share"),
    SourceList(name: ownPosts, title: "my posts", summary: "what you have written here"),
    SourceList(name: "bookmarks", title: "bookmarks", summary: "what you keep on the server"),
    SourceList(name: "favourites", title: "favourites", summary: "what you have liked"),
  ]
  private static let ownPosts = "accounts/own"

  var lists: [SourceList] {
    guard let token = web.credentials.token, place == nil else { return [] }
    let own = memory.state.withLock(\.own)
    return Self.lists + (own?.token == token ? own?.lists ?? [] : [])
  }

  func loadLists() async {
    let now = ContinuousClock.now
    guard let token = web.credentials.token, place == nil,
      memory.state.withLock({ state in
        state.own?.token != token
          || state.own.map { $0.loadedAt + Self.listsLifetime < now } == true
      })
    else { return }
    async let lists = own("lists", as: MastodonList.self)
    async let tags = own("followed_tags?limit=100", as: MastodonTag.self)
    let (ownLists, ownTags) = (
      await lists?.compactMap { list in
        list.id.map { id in
          SourceList(
            name: MastodonList.prefix + id.text.percentEncoded,
            title: ForeignText.cleanLine(list.title ?? "list", limit: 100), summary: "your list")
        }
      }, await tags?.map { $0.list("you follow it") }
    )
    guard !Task.isCancelled else { return }
    memory.state.withLock { state in
      let known = state.own?.token == token ? state.own?.lists ?? [] : []
      func kept(_ prefix: String) -> [SourceList] { known.filter { $0.name.hasPrefix(prefix) } }
      let own = (ownLists ?? kept(MastodonList.prefix)) + (ownTags ?? kept(MastodonTag.prefix))
      // What could not be loaded is asked for the next time.
      let loadedAt = ownLists == nil || ownTags == nil ? now - Self.listsLifetime : now
      state.own = (token, Array(own.prefix(200)), loadedAt)
    }
  }

  /// How long the user's lists are not asked for again, as by two tabs at once.
  private static let listsLifetime = Duration.seconds(2)

  /// Loads what the user has of a kind; none where a server doesn't know it, nil if that can't be known now.
  private func own<Element: Decodable & Sendable>(
    _ target: String, as type: Element.Type
  ) async -> [Element]? {
    do throws(APIError) {
      return try await web.answer("/api/v1/\(target)", as: LossyList<Element>.self).elements
    } catch {
      return error.isUnknownCall ? [] : nil
    }
  }

  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode] {
    let target =
      list.name == Self.ownPosts
      ? "accounts/\(try await ownID())/statuses?exclude_reblogs=true" : list.name
    var (found, page): ([SourceNode], [SourceNode])
    found = []
    repeat {
      page = try await nodes(
        of: list.name, at: target, after: found.last, limit - found.count)
      found += page
    } while !page.isEmpty && found.count < limit
    return found
  }
}

extension MastodonAccount {
  /// A handle in small letters, with the host of the instance if it has none.
  fileprivate static func fullHandle(_ handle: String?, _ host: String) -> String? {
    guard let handle = handle?.line?.lowercased(), !handle.isEmpty else { return nil }
    return handle.contains("@") ? handle : "\(handle)@\(host.lowercased())"
  }

  /// Checks that it is the account of some credentials, which a user may have edited.
  ///
  /// - Throws: `APIError.notOffered` if it is the account of another user.
  func require(_ credentials: Credentials, on name: String, host: String) throws(APIError) {
    guard let user = credentials.account.user, let wanted = user.serviceID,
      let found = id?.safe, found != wanted
    else { return }
    // Some servers have another ID for the owner of a token.
    let known = Self.fullHandle(String(user.handle.drop { $0 == "@" }), host)
    if let known, known == Self.fullHandle(handle, host) { return }
    throw .notOffered(
      "The token of \(user.handle) is that of @\(handle?.line ?? found) on \(name). Sign in again.")
  }
}

/// An element of a list: a status, or a notification with one.
struct MastodonItem: Decodable, Sendable {
  private let own: MastodonStatus
  /// The type of a notification.
  private let type: String?
  private let mentioned: MastodonStatus?

  private enum CodingKeys: CodingKey { case type, status }

  init(from decoder: any Decoder) throws {
    own = try MastodonStatus(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    type = fields.decode(Lenient<String?>.self, forKey: .type).wrappedValue
    mentioned = fields.decode(Lenient<MastodonStatus?>.self, forKey: .status).wrappedValue
  }

  /// The status; nil for a notification of something else.
  func status(isOfMentions: Bool) -> MastodonStatus? {
    isOfMentions ? (type == "mention" ? mentioned : nil) : own
  }
}

/// A list of the user's.
struct MastodonList: Decodable, Sendable {
  /// What the names of the lists of their posts begin with.
  static let prefix = "timelines/list/"

  @Lenient var id: MastodonID?
  @Lenient var title: String?
}

/// A hashtag.
struct MastodonTag: Decodable, Sendable {
  var name: String

  /// What the names of the lists of hashtags begin with.
  static let prefix = "timelines/tag/"

  /// The list of its posts.
  func list(_ summary: String) -> SourceList {
    SourceList(
      name: Self.prefix + name.percentEncoded,
      title: ForeignText.cleanLine("#" + name, limit: 100), summary: summary)
  }
}

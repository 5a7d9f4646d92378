import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation
import Logging

/// The backend of services with Google Reader's API: its feeds are users, entries their posts, as with feeds here.
struct Reader: MarkingBackend {
  /// Entries of the list of all, and of a feed, that the service is asked for beside those that are unread or starred.
  private static let (listed, listedOfFeed) = (200, 1_000)

  let web: WebClient
  let sync: ReaderSync
  let plain: Feeds
  private let activity: UserActivity

  /// Creates the backend of a service.
  init(
    _ source: SourceAddress, _ web: WebClient, _ server: ServerAddress, _ tools: SourceTools,
    userAgent: String, _ logger: Logger
  ) {
    self.web = web
    let storage = tools.reader
    let store = FeedStore(
      storage.feeds, requestsFeeds: false, userAgent: userAgent,
      authorities: server.authorities, logger: logger)
    sync = ReaderSync(
      ReaderAPI(web), storage: storage, store: store, base: source.base,
      space: source.id.description)
    plain = Feeds(web: web, addresses: nil, store: store)
    activity = tools.activity
  }

  var habits: HTMLText.Habits { plain.habits }

  /// The feeds as they are kept, with what is unread.
  private var feeds: Feeds {
    var feeds = plain
    feeds.unread = sync.numbers(with: .unread)
    feeds.isPartial = !sync.missing(of: sync.storage.current[.unread].entries).isEmpty
    return feeds
  }

  func requireAccount() throws(APIError) {
    if !isSignedIn { throw .status(401, message: nil) }
  }

  // MARK: Lists

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    try requireAccount()
    if last == nil { try await sync.look() }
    if isSecond { try await loadAll(after: last?.id, limit) }
    var found = nodes(isSecond: isSecond, after: last?.id, limit: limit)
    // The rest of a long list comes as it is asked for.
    while last != nil, found.count < limit {
      do throws(APIError) {
        guard try await sync.loadMore(of: sync.marked) else { break }
      } catch {
        guard !found.isEmpty else { throw error }
        break
      }
      found = nodes(isSecond: isSecond, after: last?.id, limit: limit)
    }
    return found
  }

  /// Loads what the list of all has down to its next page, read or not.
  private func loadAll(after last: Int?, _ limit: Int) async throws(APIError) {
    let place = last.flatMap { sync.store.order(of: sync.addresses).firstIndex(of: $0) } ?? 0
    // In steps: pages are small.
    let count = ((place + limit) / Self.listed + 1) * Self.listed
    try await sync.load(sync.newest(count))
  }

  func kept(isSecond: Bool, limit: Int) -> [SourceNode] {
    isSignedIn ? nodes(isSecond: isSecond, after: nil, limit: limit) : []
  }

  func beginning(isSecond: Bool, limit: Int) async throws(APIError) -> [SourceNode] {
    guard isSignedIn, try await sync.begin() else { return [] }
    return nodes(isSecond: isSecond, after: nil, limit: limit)
  }

  func kept(_ id: Int) -> SourceNode? {
    // The files are read on first use.
    _ = sync.store.order(of: sync.addresses)
    return nodes([id]).first
  }

  private func nodes(isSecond: Bool, after last: Int?, limit: Int) -> [SourceNode] {
    let order = sync.store.order(of: sync.addresses)
    let start = last.map { last in order.firstIndex(of: last).map { $0 + 1 } ?? order.count } ?? 0
    let ids = order[start...]
    guard !isSecond else { return nodes(ids.prefix(max(0, limit))) }
    let unread = ids.lazy.filter(sync.numbers(with: .unread).contains)
    return nodes(plain.unmuted(unread).prefix(max(0, limit)))
  }

  /// Returns entries with their marks.
  private func nodes(_ ids: some Sequence<Int>) -> [SourceNode] {
    let (names, starred) = (plain.names, sync.numbers(with: .starred))
    return ids.compactMap { plain.node($0, names: names) }.map { $0.starred(starred) }
  }

  var lists: [SourceList] {
    guard isSignedIn else { return [] }
    var seen: Set<String> = []
    let folders = plain.list.feeds.compactMap(\.folder).filter { seen.insert($0).inserted }
    return [Self.starred] + folders.map(Self.list(ofFolder:))
  }

  func list(named name: String) -> SourceList? { lists.first { $0.name == name } }

  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode] {
    try requireAccount()
    do throws(APIError) {
      try await sync.look()
      let ids = try await marked(in: list)
      while try await sync.loadMore(of: ids), kept(list).count < limit {}
    } catch {
      // What is kept is shown without a connection.
      guard error.isWithoutAnswer, case let kept = kept(list), !kept.isEmpty else { throw error }
      sync.storage.report("\(error.reason) These are the entries that are kept here.")
      return kept
    }
    return kept(list)
  }

  /// Returns the entries of a list that have a mark, as far as their texts may be missing.
  private func marked(in list: SourceList) async throws(APIError) -> [String] {
    guard let folder = folder(of: list) else {
      return Array(sync.storage.current[.starred].entries)
    }
    return try await sync.missing(in: folder.name, folder.addresses)
  }

  private func kept(_ list: SourceList) -> [SourceNode] {
    guard let folder = folder(of: list) else {
      let starred = sync.numbers(with: .starred)
      return nodes(sync.store.order(of: sync.addresses).lazy.filter(starred.contains))
    }
    return nodes(sync.store.order(of: folder.addresses))
  }

  /// Returns the folder of a list and the addresses of its feeds; nil for the list of what is starred.
  private func folder(of list: SourceList) -> (name: String, addresses: [String])? {
    guard list.name != Self.starred.name else { return nil }
    let name = String(list.name.dropFirst(Self.folder.count))
    return (name, plain.list.feeds.filter { plain.isIn(name, $0) }.map(\.address))
  }

  func loadLists() async {
    if isSignedIn { _ = try? await sync.look(unlessWithin: ReaderSync.interval) }
  }

  /// The list of what is starred.
  static let starred = SourceList(
    name: "starred", title: "starred", summary: "what you have starred on the service")
  private static let folder = "folder/"

  private static func list(ofFolder name: String) -> SourceList {
    SourceList(name: folder + name, title: name, summary: "the feeds of this folder")
  }

  func waitForNews() async -> [Int] {
    while !Task.isCancelled {
      let wait = sync.age.map { max(0, ReaderSync.interval - $0) } ?? ReaderSync.interval
      if isSignedIn, activity.isRecent, wait == 0,
        case let new? = try? await sync.look(unlessWithin: ReaderSync.interval / 2), !new.isEmpty
      {
        return new
      }
      // The user may come back meanwhile, and other programs may look.
      try? await Task.sleep(for: .seconds(max(60, min(wait, ReaderSync.interval))))
    }
    return []
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try requireAccount()
    let starred = sync.numbers(with: .starred)
    return try await plain.search(words).map { $0.starred(starred) }
  }

  // MARK: Entries

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    _ = sync.store.order(of: sync.addresses)
    var tree = try await plain.tree(of: id, root: root, top: top)
    let starred = sync.numbers(with: .starred)
    tree.nodes = tree.nodes.map { $0.id == tree.root ? $0.starred(starred) : $0 }
    return tree
  }

  func page(of id: Int, by author: String?) -> String? { plain.page(of: id, by: author) }

  // MARK: Feeds as users

  func people() async throws(APIError) -> [SourceUser]? {
    try await lookIfOld()
    return feeds.rows(of: feeds.list.feeds)
  }

  func known(_ id: Int) -> SourceNode? { plain.node(id) }

  func rows(in folder: String?) async throws(APIError) -> [SourceUser]? {
    try await lookIfOld()
    return folder == nil || folder.flatMap(Feeds.folder) != nil ? keptRows(in: folder) : nil
  }

  func keptRows(in folder: String?) -> [SourceUser] {
    isSignedIn ? feeds.keptRows(in: folder) : []
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    guard Feeds.folder(handle) == nil else { return try await feeds.user(handle) }
    return user(try plain.feed(handle))
  }

  /// Returns a feed as a user, with the address that it has on the web.
  func user(_ feed: FeedList.Feed) -> SourceUser {
    var user = feeds.user(feed)
    if let contents = user.facts.contents {
      user.facts.contents = FeedContents(
        isFolder: false, items: contents.items, address: address(of: feed), name: contents.name,
        folder: contents.folder)
      user.facts.contents?.isPartial = contents.isPartial
    }
    return user
  }

  /// Returns the address of a feed on the web.
  func address(of feed: FeedList.Feed) -> String {
    sync.store.feed(feed.address).facts.feed ?? feed.address
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await lookIfOld()
    let feed = try plain.feed(handle)
    if let stream = sync.stream(of: feed.address) {
      try await sync.load(sync.api.newest(of: stream, limit: Self.listedOfFeed))
    }
    return nodes(sync.store.feed(feed.address).rows.map(\.id))
  }

  func page(ofUser handle: String) -> String { plain.page(ofUser: handle) }

  private func lookIfOld() async throws(APIError) {
    try requireAccount()
    try await sync.look(unlessWithin: ReaderSync.interval)
  }

  // MARK: Marks

  var isSignedIn: Bool { web.credentials.token != nil }

  func requireOwner() {}

  func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> SourceNode {
    guard let node = kept(id) else { throw .status(404, message: nil) }
    try sync.mark([id], .starred, isOn)
    return node.starred(isOn ? [id] : [])
  }

  func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError) {
    guard isSignedIn else { return }
    try sync.mark(ids, .unread, !isRead)
  }

  func settle() async { if isSignedIn { await sync.settle() } }
}

extension APIError {
  /// Whether the service has not answered.
  fileprivate var isWithoutAnswer: Bool {
    switch self {
    case .unreachable, .timedOut, .interrupted: true
    default: false
    }
  }
}

extension SourceNode {
  /// Returns the entry with the star that it has among some.
  fileprivate func starred(_ starred: Set<Int>) -> SourceNode {
    var node = self
    node.facts.service = node.facts.service ?? ServiceFacts()
    node.facts.service?.marks = starred.contains(id) ? [.star] : []
    return node
  }
}

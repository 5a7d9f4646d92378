import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation
import Logging

/// The backend of the feed reader: feeds are its users, entries their posts, comments the replies.
struct Feeds: SourceBackend {
  /// Maximum posts of a search.
  private static let found = 100

  let web: WebClient
  /// The feeds; nil for those that the user follows.
  let addresses: [String]?
  let store: FeedStore
  /// The entries that are unread, where a service says so; nil elsewhere.
  var unread: Set<Int>?
  /// Whether a service has more unread entries than are kept here.
  var isPartial = false

  var habits: HTMLText.Habits { HTMLText.Habits(base: "") }

  /// The feeds that the user follows.
  var list: FeedList { store.list }

  /// The feeds to show.
  var feeds: [FeedList.Feed] {
    guard let addresses else { return list.feeds }
    let names = list.byAddress
    // One that has moved is asked at its new address only.
    var seen: Set<String> = []
    return addresses.map(store.current).filter { seen.insert($0).inserted }
      .map { names[$0] ?? FeedList.Feed(address: $0) }
  }

  /// That of a feed: the user has named it, whether they follow the feed or have opened it by its address.
  func namedServer(of address: String) -> ServerAddress? {
    let origin = FeedStore.origin(of: address)
    guard feeds.contains(where: { FeedStore.origin(of: $0.address) == origin }) else { return nil }
    return try? FeedStore.server(of: address)
  }

  // MARK: Lists

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let feeds = try followed()
    if last == nil { _ = await store.refresh(feeds.map(\.address)) }
    try requireEntries(of: feeds)
    return nodes(of: feeds, isSecond: isSecond, after: last?.id, limit: limit)
  }

  /// Says why no entry of some feeds has come, if none has.
  func requireEntries(of feeds: [FeedList.Feed]) throws(APIError) {
    guard store.order(of: feeds.map(\.address)).isEmpty,
      let problem = feeds.lazy.compactMap({ store.failure(of: store.feed($0.address)) }).first
    else { return }
    throw .notOffered(
      feeds.count == 1 ? problem : "No feed could be loaded. The first one: \(problem)")
  }

  func kept(isSecond: Bool, limit: Int) -> [SourceNode] {
    nodes(of: feeds, isSecond: isSecond, after: nil, limit: limit)
  }

  func kept(_ id: Int) -> SourceNode? {
    // The files are read on first use.
    _ = store.order(of: feeds.map(\.address))
    return node(id)
  }

  func followed() throws(APIError) -> [FeedList.Feed] {
    let feeds = feeds
    guard !feeds.isEmpty else {
      throw .notOffered("You follow no feeds yet. To follow one: firefly feed add URL")
    }
    return feeds
  }

  private func nodes(
    of feeds: [FeedList.Feed], isSecond: Bool, after last: Int?, limit: Int
  ) -> [SourceNode] {
    let order = store.order(of: feeds.map(\.address))
    let start = last.map { last in order.firstIndex(of: last).map { $0 + 1 } ?? order.count } ?? 0
    let rest = order[start...]
    guard isSecond else { return nodes(rest.prefix(max(0, limit)), of: feeds) }
    let unread = unreadNumbers(of: feeds)
    return nodes(unmuted(rest.lazy.filter(unread.contains)).prefix(max(0, limit)), of: feeds)
  }

  func nodes(_ ids: some Sequence<Int>, of feeds: [FeedList.Feed]) -> [SourceNode] {
    let names = names(of: feeds)
    return ids.compactMap { node($0, names: names) }
  }

  /// The names of the feeds by their addresses.
  var names: [String: String] { names(of: feeds) }

  private func names(of feeds: [FeedList.Feed]) -> [String: String] {
    Dictionary(feeds.map { ($0.address, name(of: $0)) }) { first, _ in first }
  }

  func waitForNews() async -> [Int] {
    while !Task.isCancelled {
      let addresses = feeds.map(\.address)
      let new = await store.refresh(addresses, byItself: true)
      // A list may have requested them before.
      let arrived = store.takeArrived()
      let all = arrived + new.filter { !arrived.contains($0) }
      if !all.isEmpty { return all }
      // The list of feeds may change meanwhile.
      let seconds = min(60, max(1, store.seconds(untilNextOf: addresses)))
      try? await Task.sleep(for: .seconds(seconds))
    }
    return []
  }

  func known(_ id: Int) -> SourceNode? { node(id) }

  func announcement(of id: Int) -> String? { store.announcement(of: id) }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    let feeds = try followed()
    _ = await store.refresh(
      feeds.filter { store.feed($0.address).facts.nextAt == 0 }.map(\.address))
    let words = Self.terms(words)
    let names = names(of: feeds)
    var found: [SourceNode] = []
    var folding = TextFolding()
    for id in store.order(of: feeds.map(\.address)) where found.count < Self.found {
      if Task.isCancelled { throw .cancelled }
      guard let (feed, entry) = store.entry(id) else { continue }
      let texts = [entry.title, entry.text, entry.author, names[feed.facts.address]]
      let text = (texts.compactMap(\.self) + (entry.tags ?? [])).joined(separator: "\n")
      var bytes: [UInt8] = []
      folding.fold(text, into: &bytes)
      guard words.allSatisfy({ bytes.firstRange(of: $0) != nil }) else { continue }
      if let node = node(id, names: names) { found.append(node) }
    }
    return found
  }

  /// Returns the words of a search and its phrases in quotation marks, folded.
  private static func terms(_ text: String) -> [[UInt8]] {
    let parts = text.split(omittingEmptySubsequences: false) { "\"“”".contains($0) }
    let terms = parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [part] : part.split(separator: " ")
    }
    // The end of a word is never compared.
    return terms.map { TextFolding.folded($0.filter { $0 != "*" }) }.filter { !$0.isEmpty }
  }

  // MARK: Entries

  /// Returns an entry.
  ///
  /// - Parameters:
  ///   - id: its number.
  ///   - names: the names of feeds by their addresses; others are looked up.
  /// - Returns: nil if it is unknown.
  func node(_ id: Int, names: [String: String] = [:]) -> SourceNode? {
    guard let (feed, entry) = store.entry(id) else { return nil }
    let name = names[feed.facts.address] ?? self.name(of: feed.facts.address)
    var node = SourceNode(entry, id: id, name: name)
    node.author = Self.handle(feed.facts.address)
    node.facts.isQuiet = store.isQuiet(feed)
    return node
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    let top = root ?? id
    guard let (feed, entry) = store.entry(top), let node = node(top) else {
      throw .status(404, message: nil)
    }
    guard let address = entry.comments else { return SourceTree(root: top, nodes: [node]) }
    let document = try await store.comments(at: address, namedBy: feed.facts.address)
    let ids = document.entries.map { KeptFeed.id($0.key, in: address) }
    let known = Dictionary(zip(document.entries.map(\.key), ids)) { first, _ in first }
    let comments = zip(document.entries, ids).map { entry, id in
      var node = SourceNode(comment: entry, id: id)
      node.parent = entry.answers.flatMap { known[$0] } ?? top
      return node
    }
    return SourceTree(
      root: top,
      nodes: [node]
        + comments.sorted { ($0.createdAt ?? .distantPast) < ($1.createdAt ?? .distantPast) })
  }

  func page(of id: Int, by author: String?) -> String? {
    guard let entry = store.entry(id)?.entry else { return nil }
    // Discussions that Firefly can read come before what they are about.
    if let discussion = entry.discussion, SourceLink(discussion)?.isThread == true {
      return discussion
    }
    return entry.link ?? entry.discussion
  }

  // MARK: Feeds as users

  /// The name that identifies a feed; names of users have a maximum length.
  static func handle(_ address: String) -> String {
    address.utf8.count <= 190
      ? address : address.prefix(150) + "…" + Fingerprint.name(of: Array(address.utf8))
  }

  func name(of feed: FeedList.Feed) -> String {
    if let name = feed.name { return name }
    let title = store.feed(feed.address).facts.title
    guard title.isEmpty else { return title }
    let start = feed.address.range(of: "://")?.upperBound ?? feed.address.startIndex
    return String(feed.address[start...])
  }

  private func name(of address: String) -> String {
    name(of: feeds.first { $0.address == address } ?? FeedList.Feed(address: address))
  }

  func feed(_ handle: String) throws(APIError) -> FeedList.Feed {
    let feeds = feeds
    let feed =
      feeds.first { Self.handle($0.address) == handle }
      ?? feeds.first { store.feed($0.address).facts.before.map(Self.handle(_:)) == handle }
    guard let feed else { throw .status(404, message: nil) }
    return feed
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    guard let folder = Self.folder(handle) else { return user(try feed(handle)) }
    let all = feeds
    let feeds = all.filter { isIn(folder, $0) }
    guard !feeds.isEmpty else { throw .status(404, message: nil) }
    return row(ofFolder: folder, feeds, of: all.count)
  }

  func user(_ feed: FeedList.Feed) -> SourceUser {
    let feeds = list.feeds
    return user(
      feed, isFollowed: feeds.contains { $0.address == feed.address }, of: feeds.count)
  }

  /// Returns one of a number of feeds as a user.
  func user(_ feed: FeedList.Feed, isFollowed: Bool, of count: Int) -> SourceUser {
    let kept = store.feed(feed.address)
    let facts = kept.facts
    var user = SourceUser(handle: Self.handle(feed.address), name: name(of: feed))
    let entries = Counted.words(kept.rows.count, "entry", "entries")
    let pause =
      store.pause(of: kept).map {
        " It is asked again in \(WaitingTime.words(Int($0.rounded(.up))))."
      } ?? ""
    user.facts.failure = facts.failure.map { $0 + pause }
    user.facts.labels = [
      user.facts.failure.map { kept.rows.isEmpty ? $0 : "\($0) \(entries) kept." } ?? entries
    ]
    let links = [facts.site.map { "Site: <\($0)>" }, "Feed: <\(facts.feed ?? feed.address)>"]
    let about = [
      facts.failure == nil ? "" : store.history(of: kept), facts.about,
      links.compactMap(\.self).joined(separator: "\\\n"),
      facts.before.map { "It has moved here from <\($0)>." } ?? "",
      facts.isCut == true
        ? "It has more entries; those after the first 2,000 are left out." : "",
    ]
    user.about = .markdown(about.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    user.picture = facts.picture
    user.createdAt = kept.rows.first.map { Date(timeIntervalSince1970: $0.time) }
    user.count = kept.rows.count
    user.isFollowed = isFollowed
    if addresses == nil { user.folder = feed.folder.map(Self.handle(ofFolder:)) }
    user.facts.contents = FeedContents(
      isFolder: false, items: self.entries(of: feed, of: count), address: feed.address,
      name: feed.name, folder: addresses == nil ? feed.folder : nil)
    if isPartial { user.facts.contents?.isPartial = true }
    return user
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    let feed = try feed(handle)
    _ = await store.refresh([feed.address])
    let kept = store.feed(feed.address)
    if kept.rows.isEmpty, let problem = store.failure(of: kept) { throw .notOffered(problem) }
    return nodes(kept.rows.map(\.id), of: [feed])
  }

  func page(ofUser handle: String) -> String {
    guard Self.folder(handle) == nil else { return "" }
    guard let feed = try? feed(handle) else { return handle }
    return store.feed(feed.address).facts.site ?? feed.address
  }
}

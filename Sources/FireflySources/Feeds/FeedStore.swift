import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation
import Logging
import Synchronization

/// The feeds of a list in memory and on the disk; requests them when it is time.
final class FeedStore: Sendable {
  /// Seconds between two requests for a feed at least.
  static let interval = 15.0 * 60
  /// Seconds for which a program may request a feed before another one does.
  static let requestSeconds = 60.0
  /// Maximum number of further feeds of a page.
  private static let maximumOthers = 9
  static let maximumRequests = 4

  /// An entry's place.
  struct Place: Hashable, Sendable {
    var feed: String
    var index: Int
  }

  struct State {
    var feeds: [String: KeptFeed] = [:]
    /// The places of entries by their numbers.
    var places: [Int: Place] = [:]
    /// The numbers of the entries of these feeds, the newest first; nil if they must be sorted again.
    var order: (addresses: [String], ids: [Int])?
    /// Entries of feeds that were known before which have come and were not taken by `takeArrived`.
    var arrived: [Int] = []
    /// Counts the changes of feeds.
    var changes = 0
    /// Feeds of comments, with the time of the request.
    var comments: [String: (time: Double, document: FeedDocument)] = [:]
  }

  let storage: FeedStorage
  /// The feeds that are followed.
  let list: FeedList
  let client: @Sendable (_ origin: ServerAddress?) -> PageClient
  let clock: @Sendable () -> Double
  let pendingLogins: PendingLogins
  private let requests = SharedRequests<String, [Int]>()
  let state = Mutex(State())

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - storage: the files.
  ///   - clock: returns the time in seconds since 1970.
  ///   - pendingLogins: logins that the user has just given.
  ///   - client: returns what loads pages, for the server that their addresses come from.
  init(
    _ storage: FeedStorage,
    clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    pendingLogins: PendingLogins = PendingLogins(),
    client: @escaping @Sendable (ServerAddress?) -> PageClient
  ) {
    (self.storage, self.client, self.clock) = (storage, client, clock)
    self.pendingLogins = pendingLogins
    list = FeedList(storage.list)
  }

  /// Creates a store that loads pages from the web.
  convenience init(
    _ storage: FeedStorage, userAgent: String, authorities: TrustedAuthorities, logger: Logger
  ) {
    let pending = PendingLogins()
    self.init(storage, pendingLogins: pending) { origin in
      PageClient(
        origin: origin, userAgent: userAgent, authorities: authorities,
        login: { pending[$0.description] ?? storage.logins.read($0.description) }, logger: logger)
    }
  }

  // MARK: What is known

  /// Returns a feed as it is in memory, or else on the disk.
  func feed(_ address: String) -> KeptFeed {
    if let known = state.withLock({ $0.feeds[address] }) { return known }
    let feed = kept(address)
    adopt(feed)
    return state.withLock { $0.feeds[address] } ?? feed
  }

  /// Returns a feed as it is on the disk.
  func kept(_ address: String) -> KeptFeed { storage.entries(address).read() ?? KeptFeed(address) }

  /// Returns the numbers of all entries of feeds, the newest first.
  func order(of addresses: [String]) -> [Int] {
    // Those that are not in memory are read first.
    for address in addresses { _ = feed(address) }
    let (known, changes, feeds) = state.withLock { state in
      (state.order, state.changes, addresses.compactMap { state.feeds[$0] })
    }
    if let known, known.addresses == addresses { return known.ids }
    let rows = feeds.flatMap(\.rows).enumerated().sorted {
      ($1.element.time, $0.offset) < ($0.element.time, $1.offset)
    }
    let order = rows.map(\.element.id)
    state.withLock { state in
      if state.changes == changes { state.order = (addresses, order) }
    }
    return order
  }

  /// Returns an entry with its feed; nil if it is unknown.
  func entry(_ id: Int) -> (feed: KeptFeed, entry: KeptFeed.Entry)? {
    let found = state.withLock { state in
      state.places[id].flatMap { place in state.feeds[place.feed].map { ($0, place.index) } }
    }
    guard let (feed, index) = found, feed.rows.indices.contains(index),
      let entry = feed.entry(feed.rows[index])
    else { return nil }
    return (feed, entry)
  }

  /// Makes a feed and its entries known.
  func adopt(_ feed: KeptFeed) {
    let feed = filtered(feed)
    state.withLock { state in
      state.feeds[feed.facts.address] = feed
      for (index, row) in feed.rows.enumerated() {
        state.places[row.id] = Place(feed: feed.facts.address, index: index)
      }
      state.order = nil
      state.changes += 1
    }
  }

  // MARK: Requests

  /// Requests the feeds whose time has come.
  ///
  /// - Returns: the numbers of the new entries; of quiet feeds only those of which the user is notified.
  func refresh(_ addresses: [String]) async -> [Int] {
    // Without the library for HTML, texts would be kept empty.
    guard HTMLText.problem == nil else { return [] }
    let now = clock()
    let due = addresses.filter { feed($0).facts.wait(at: now) == 0 }
    guard !due.isEmpty else { return [] }
    return await withTaskGroup(of: [Int].self) { group in
      var (waiting, new) = (due[...], [Int]())
      for address in waiting.prefix(Self.maximumRequests) {
        group.addTask { await self.request(address) }
      }
      waiting = waiting.dropFirst(Self.maximumRequests)
      for await found in group {
        new += found
        if let next = waiting.popFirst() { group.addTask { await self.request(next) } }
      }
      return new
    }
  }

  /// Seconds until the next feed may be requested.
  func seconds(untilNextOf addresses: [String]) -> Double {
    let now = clock()
    return addresses.map { feed($0).facts.wait(at: now) }.min() ?? .infinity
  }

  /// Returns the seconds until a feed that has failed is requested again; nil if that is at the usual time.
  func pause(of feed: KeptFeed) -> Double? {
    let wait = seconds(untilNextOf: [feed.facts.address])
    return wait > (feed.facts.asksForPause == true ? 0 : Self.interval) ? wait : nil
  }

  private func request(_ address: String) async -> [Int] {
    (try? await requests.run(address) { [self] () async throws(APIError) in
      let isKnown = feed(address).facts.nextAt > 0
      var new = await load(address)
      if isQuiet(feed(address)) { new.removeAll { announcement(of: $0) == nil } }
      if isKnown { state.withLock { $0.arrived = ($0.arrived + new).suffix(Self.maximumArrived) } }
      return new
    }) ?? []
  }

  /// Maximum number of entries that wait to be taken.
  private static let maximumArrived = 10_000

  /// Returns the entries that have come since the last time, whatever has requested their feeds.
  func takeArrived() -> [Int] {
    state.withLock { state in
      defer { state.arrived = [] }
      return state.arrived
    }
  }

  private func load(_ address: String) async -> [Int] {
    let file = storage.entries(address)
    // Another program may have requested it.
    let isDue = claim(address, file)
    let kept = self.kept(address)
    guard isDue else {
      let known = Set(feed(address).rows.map(\.id))
      adopt(kept)
      return self.feed(address).rows.map(\.id).filter { !known.contains($0) }
    }
    var answer = await answer(
      kept.facts.feed ?? address, namedBy: kept.facts.feed == nil ? nil : address, kept.facts)
    var feed = kept.facts.feed
    var others = kept.facts.others
    if case .page(let page, _, _) = answer.result, answer.document == nil,
      case let all = FeedDiscovery.feeds(in: page), let found = all.first
    {
      feed = found.address
      others = all.dropFirst().filter { !$0.isOfComments }.prefix(Self.maximumOthers).map(\.address)
      var facts = kept.facts
      facts.version = .init()
      answer = await self.answer(found.address, namedBy: address, facts)
    }
    if Task.isCancelled {
      setTime(of: address, in: file, to: 0)
      return []
    }
    return finish(address, feed, others, answer, file)
  }

  /// The answer of a server, with the feed in it.
  private struct Answer {
    var result: PageClient.FeedAnswer
    var document: FeedDocument?
  }

  /// Requests a feed.
  ///
  /// - Parameters:
  ///   - page: the page that names it; nil if the user has typed the address.
  ///   - facts: what is known of it.
  private func answer(
    _ address: String, namedBy page: String?, _ facts: KeptFeed.Facts
  ) async -> Answer {
    var origin: ServerAddress?
    if let page {
      // What a page names must not lead into the user's own network, except to its own server.
      do throws(APIError) {
        let own = try Self.server(of: page)
        if try Self.server(of: address) != own { origin = own }
      } catch {
        return Answer(result: .failed(error, retryAfter: nil))
      }
    }
    let isEmpty = facts.version == .init() || facts.receivedAt == nil
    let result = await client(origin).feed(
      at: address, unless: isEmpty ? nil : facts.version, byteLimit: FeedDocument.maximumBytes)
    guard case .page(let page, _, _) = result else { return Answer(result: result) }
    // Some servers have feeds as files of gzip, and say nothing of it.
    let bytes = storage.unpacked(page.bytes, limit: FeedDocument.maximumBytes) ?? page.bytes
    return Answer(
      result: result,
      document: FeedDocument(bytes, contentType: page.contentType, at: page.address))
  }

  private func finish(
    _ address: String, _ feed: String?, _ others: [String]?, _ answer: Answer,
    _ file: SourceStorage<KeptFeed>
  ) -> [Int] {
    var new: [Int] = []
    var newAddress: String?
    var result = kept(address)
    func change(_ kept: inout KeptFeed) {
      kept.facts.nextAt = clock() + Self.interval
      switch answer.result {
      case .unchanged(let version, let moved):
        (kept.facts.failure, kept.facts.failures, kept.facts.receivedAt) = (nil, nil, clock())
        (kept.facts.isRefused, kept.facts.asksForPause) = (nil, nil)
        (newAddress, kept.facts.movedTo) = (moved, nil)
        // The server may have a new name for the same version.
        kept.facts.version.etag = version.etag ?? kept.facts.version.etag
        kept.facts.version.modified = version.modified ?? kept.facts.version.modified
      case .failed(let error, let seconds):
        fail(&kept, isAnswered: error.isAnswer)
        kept.facts.failure = error.sentence
        kept.facts.isRefused = nil
        if case .status(401, _) = error {
          (kept.facts.failure, kept.facts.isRefused) = (loginProblem(of: address), true)
        }
        if case .status(404, _) = error { kept.facts.isNoFeed = true }
        if case .status(410, _) = error { kept.facts.isNoFeed = true }
        if let seconds {
          kept.facts.nextAt = max(kept.facts.nextAt, clock() + Double(seconds))
          // How long it is now is said when it is shown.
          if case .status(let code, _) = error {
            kept.facts.failure = "The server asks for a pause (\(code))."
            kept.facts.asksForPause = true
          }
        }
      case .page(_, let version, let moved):
        guard let document = answer.document else {
          fail(&kept, isAnswered: true)
          kept.facts.failure = "There is no feed at this address, and the page names none."
          kept.facts.isNoFeed = true
          return
        }
        (kept.facts.version, kept.facts.feed, kept.facts.others) = (version, feed, others)
        (newAddress, kept.facts.movedTo) = (moved, nil)
        new = kept.receive(document, at: clock())
      }
    }
    // What can't be kept is shown all the same; the storage says that it isn't kept.
    var isKept = false
    try? file.update { known in
      result = known ?? KeptFeed(address)
      change(&result)
      isKept = true
      return result
    }
    if !isKept { change(&result) }
    adopt(result)
    if feed == nil, let moved = newAddress.flatMap(FeedList.address), moved != address {
      move(result, to: moved)
    }
    guard !storage.filters.isEmpty else { return new }
    let shown = Set(self.feed(address).rows.map(\.id))
    return new.filter(shown.contains)
  }

  static func server(of address: String) throws(APIError) -> ServerAddress {
    let start = address.range(of: "://")?.upperBound ?? address.startIndex
    let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    return try ServerAddress(String(address[..<end]))
  }
}

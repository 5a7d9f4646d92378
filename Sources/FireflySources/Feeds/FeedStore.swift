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
    /// The numbers of entries that filters leave out.
    var hidden: Set<Int> = []
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
  /// Whether it requests feeds; those of a service come from there.
  private let requestsFeeds: Bool
  private let requests = SharedRequests<String, [Int]>()
  let state = Mutex(State())

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - storage: the files.
  ///   - clock: returns the time in seconds since 1970.
  ///   - pendingLogins: logins that the user has just given.
  ///   - requestsFeeds: whether it requests feeds; those of a service come from there.
  ///   - client: returns what loads pages, for the server that their addresses come from.
  init(
    _ storage: FeedStorage,
    clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    pendingLogins: PendingLogins = PendingLogins(), requestsFeeds: Bool = true,
    client: @escaping @Sendable (ServerAddress?) -> PageClient
  ) {
    (self.storage, self.client, self.clock) = (storage, client, clock)
    (self.pendingLogins, self.requestsFeeds) = (pendingLogins, requestsFeeds)
    list = FeedList(storage.list)
  }

  /// Creates a store that loads pages from the web.
  convenience init(
    _ storage: FeedStorage, requestsFeeds: Bool = true, userAgent: String,
    authorities: TrustedAuthorities, logger: Logger
  ) {
    let pending = PendingLogins()
    self.init(storage, pendingLogins: pending, requestsFeeds: requestsFeeds) { origin in
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
  func entry(_ id: Int) -> (feed: KeptFeed, entry: FeedEntry)? {
    let found = state.withLock { state in
      state.places[id].flatMap { place in state.feeds[place.feed].map { ($0, place.index) } }
    }
    guard let (feed, index) = found, feed.rows.indices.contains(index),
      let entry = feed.entry(feed.rows[index])
    else { return nil }
    return (feed, entry)
  }

  /// Returns whether an entry is in memory.
  func knows(_ id: Int) -> Bool { state.withLock { $0.places[id] != nil } }

  /// Makes a feed and its entries known.
  func adopt(_ feed: KeptFeed) {
    let all = feed.rows.map(\.id)
    let feed = filtered(feed)
    state.withLock { state in
      if !storage.filters.isEmpty {
        state.hidden.formUnion(all)
        state.hidden.subtract(feed.rows.lazy.map(\.id))
      }
      let old = state.feeds.updateValue(feed, forKey: feed.facts.address)
      for row in old?.rows ?? [] where state.places[row.id]?.feed == feed.facts.address {
        state.places[row.id] = nil
      }
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
  /// - Parameters:
  ///   - addresses: the feeds.
  ///   - byItself: whether the user waits for nothing. For them, feeds are requested again while no server answers.
  /// - Returns: the numbers of the new entries; of quiet feeds only those of which the user is notified.
  func refresh(_ addresses: [String], byItself: Bool = false) async -> [Int] {
    // Without the library for HTML, texts would be kept empty.
    guard requestsFeeds, HTMLText.problem == nil else { return [] }
    let now = clock()
    if !byItself { letAskAgain(addresses) }
    let due = addresses.filter { feed($0).facts.wait(at: now) == 0 }
    guard !due.isEmpty else { return [] }
    return await withTaskGroup(of: [Int].self) { group in
      var (waiting, new) = (due[...], [Int]())
      for address in waiting.prefix(Self.maximumRequests) {
        group.addTask { await self.request(address) }
      }
      waiting = waiting.dropFirst(Self.maximumRequests)
      var done = 0
      for await found in group {
        new += found
        done += 1
        WorkProgress.step(done, of: due.count)
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
}

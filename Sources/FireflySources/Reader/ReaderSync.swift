import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation
import Synchronization

/// Keeps the entries and marks of an account in step with the service.
final class ReaderSync: Sendable {
  /// Seconds between two looks while the program is used.
  static let interval = 15.0 * 60
  /// Seconds in which a second look is the same.
  private static let pause = 3.0
  /// Requests for texts in a look; the rest comes with the next ones.
  static let maximumRequests = 20

  let api: ReaderAPI
  let storage: ReaderStorage
  let store: FeedStore
  /// Where the API is: addresses of feeds begin with it.
  private let base: String
  /// What the numbers of entries are derived from.
  let space: String
  let clock: @Sendable () -> Double
  private let looks = SharedRequests<Int, [Int]>()
  let sends = SharedRequests<Int, Bool>()
  let state = Mutex(State())
  /// The feeds that the user has left in this run, by their handles, under their addresses on the web.
  let left = Mutex<[String: FeedList.Feed]>([:])

  struct State {
    /// The names of entries by their numbers.
    var ids: [Int: String] = [:]
    /// The numbers of the entries with a mark, and what they were made of.
    var marked: [ReaderMark: (marks: ReaderState, numbers: Set<Int>)] = [:]
    /// The end of the last look of this program; nil for none.
    var lookedAt: Double?
    /// The newest entries of the service as of that look, as far as they were asked for, and whether these are all.
    var all: (ids: [String], isWhole: Bool) = ([], false)
    /// Whether the service refuses the sign-in, which was said.
    var isRefused = false
    /// Sends the marks after a while.
    var timer: Task<Void, Never>?
  }

  init(
    _ api: ReaderAPI, storage: ReaderStorage, store: FeedStore, base: String, space: String,
    clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    (self.api, self.storage, self.store) = (api, storage, store)
    (self.base, self.space, self.clock) = (base, space, clock)
    api.place = storage.kept.read()?.place
  }

  // MARK: Numbers and addresses

  /// Returns the number of an entry.
  func number(_ id: String) -> Int { KeptFeed.id(id, in: space) }

  /// Returns the numbers of entries, which are known from then on.
  func numbers(_ ids: some Sequence<String>) -> Set<Int> {
    let pairs = ids.map { (number($0), $0) }
    state.withLock { $0.ids.merge(pairs) { $1 } }
    return Set(pairs.map(\.0))
  }

  /// Returns the numbers of the entries with a mark; they are made again only if the marks have changed.
  func numbers(with mark: ReaderMark) -> Set<Int> {
    let marks = storage.current[mark]
    if let known = state.withLock({ $0.marked[mark] }), known.marks == marks {
      return known.numbers
    }
    let numbers = numbers(marks.entries)
    state.withLock { $0.marked[mark] = (marks, numbers) }
    return numbers
  }

  /// Returns the names of entries; others, such as comments, have none.
  func ids(of numbers: [Int]) -> [String] {
    func known() -> [String?] { state.withLock { state in numbers.map { state.ids[$0] } } }
    var ids = known()
    if ids.contains(nil) {
      // In a program that has not looked, the files are read first.
      for mark in ReaderMark.allCases { _ = self.numbers(with: mark) }
      _ = store.order(of: addresses)
      ids = zip(numbers, known()).map { number, id in id ?? store.entry(number)?.entry.key }
    }
    return ids.compactMap(\.self)
  }

  /// Returns the address under which the entries of a stream are kept.
  func address(of stream: String) -> String { "\(base)/\(stream.percentEncoded)" }

  /// Returns the name of the stream of a feed.
  func stream(of address: String) -> String? {
    address.hasPrefix(base + "/")
      ? String(address.dropFirst(base.count + 1)).removingPercentEncoding : nil
  }

  /// The feeds of all entries that are kept.
  var addresses: [String] {
    let followed = store.list.feeds.map(\.address)
    return followed + (storage.current.former ?? []).subtracting(followed).sorted()
  }

  // MARK: Looking

  /// Seconds since the last look; nil for none.
  var age: Double? {
    state.withLock { $0.lookedAt }.map { clock() - $0 }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Asks what is unread and starred, and for the texts that are missing.
  ///
  /// - Parameter seconds: how old the last look may be.
  /// - Returns: the numbers of entries that are unread since.
  @discardableResult
  func look(unlessWithin seconds: Double = pause) async throws(APIError) -> [Int] {
    if let age, age < seconds { return [] }
    return try await looks.run(0) { [self] () async throws(APIError) in
      await send()
      let start = clock()
      return try await look(unread: try await api.unread(), since: start)
    }
  }

  /// Makes the first look; of an account with more than a page of unread entries, the newest ones alone: all of them
  /// take a while.
  ///
  /// - Returns: whether the rest is left to a look.
  func begin() async throws(APIError) -> Bool {
    guard storage.current.isNew else { return false }
    let start = clock()
    let page = try await api.unread(limit: ReaderAPI.firstPage)
    guard page.count >= ReaderAPI.firstPage else {
      _ = try await look(unread: page, since: start)
      return false
    }
    try HTMLText.require()
    try change { $0.begun(unread: Set(page), since: start, at: clock()) }
    try await loadFeeds()
    try await load(Array(page.prefix(ReaderAPI.texts)))
    tell()
    return true
  }

  /// Takes what is unread, and asks for the rest.
  private func look(unread: [String], since start: Double) async throws(APIError) -> [Int] {
    try HTMLText.require()
    let starred = try await api.starred()
    let feeds = try await api.subscriptions()
    let before = numbers(with: .unread)
    try change { kept in
      kept.place = api.place
      _ = kept.looked(unread: Set(unread), starred: Set(starred), since: start, at: clock())
      kept.leftOut?.formIntersection(unread + starred)
    }
    try take(feeds)
    try await load(unread + starred)
    tell()
    // What may have arrived is known now.
    await send()
    state.withLock { ($0.lookedAt, $0.all) = (clock(), ([], false)) }
    return numbers(with: .unread).subtracting(before).filter(store.knows).sorted()
  }

  func change<Result>(
    _ body: (inout KeptReader) -> Result
  ) throws(APIError) -> Result {
    do {
      return try storage.change(body)
    } catch {
      throw .status(507, message: "What you have read can't be kept on this machine: \(error)")
    }
  }

  /// Has the read marks agree with what is unread; what filters leave out is not new.
  func tell() {
    let uncounted = store.uncounted(of: addresses)
    storage.tell { Array(self.numbers(with: .unread).subtracting(uncounted)) }
  }

  /// Asks which feeds are followed, and in which folders.
  func loadFeeds() async throws(APIError) { try take(try await api.subscriptions()) }

  /// Takes the feeds of the account.
  private func take(_ subscriptions: [ReaderSubscription]) throws(APIError) {
    var sections = FeedSections(nil)
    var seen: Set<String> = []
    var lines: [(folder: String?, line: String)] = []
    for subscription in subscriptions where lines.count < FeedList.maximum {
      let address = address(of: subscription.id)
      guard FeedList.address(address) == address, seen.insert(address).inserted else { continue }
      let folder = subscription.categories.lazy.compactMap(\.folder).compactMap(FeedFolder.name)
        .first
      let url = FeedText.address(subscription.url, base: nil)
      let title = ReaderItem.line(subscription.title).line ?? url ?? subscription.id
      lines.append((folder, "\(address) \(title)"))
      let site = FeedText.address(subscription.site, base: nil)
      let known = store.feed(address).facts
      guard known.title != title || known.feed != url || known.site != site else { continue }
      store.change(address) { facts in
        (facts.title, facts.feed, facts.site, facts.first) = (title, url, site, space)
      }
    }
    sections.insert(lines)
    try keepStars(of: Set(store.list.byAddress.keys).subtracting(seen))
    do {
      try storage.feeds.list.update { $0 == sections.data ? nil : sections.data }
    } catch {
      throw .status(507, message: "The list of feeds can't be kept on this machine: \(error)")
    }
  }

  /// Keeps the starred entries of feeds that are not followed any more.
  private func keepStars(of addresses: Set<String>) throws(APIError) {
    let starred = numbers(with: .starred)
    let former = addresses.filter { store.feed($0).rows.contains { starred.contains($0.id) } }
    guard !former.isEmpty else { return }
    try change { $0.former = ($0.former ?? []).union(former) }
  }
}

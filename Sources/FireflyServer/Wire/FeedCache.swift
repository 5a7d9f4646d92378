import FireflyStore
import Synchronization

/// Caches encoded feeds and badges while the store's version stays the same.
///
/// A cached value was read after its version, so while that is the current version, it is up to
/// date. A feed is cached when it is requested for the second time, so that readers who come once
/// cost no memory.
final class FeedCache: Sendable {
  private struct State {
    var version: Int?
    /// Feeds that were requested, at any version.
    var requested: Set<FeedRequest> = []
    var feeds: [FeedRequest: [UInt8]] = [:]
    var bytes = 0
    /// Whether saved searches have new matches, by the reader's e-mail.
    var badges: [String: [Int: Bool]] = [:]

    /// Evicts everything if the version is newer.
    /// - Returns: false if the version is older.
    mutating func advance(to now: Int) -> Bool {
      guard now != version else { return true }
      if let version, now < version { return false }
      version = now
      feeds = [:]
      bytes = 0
      badges = [:]
      return true
    }
  }

  /// Maximum size of a cached feed in bytes.
  static let feedBytes = 128 << 10
  /// Maximum size of all cached feeds in bytes, and maximum number of feeds whose requests are
  /// remembered.
  private static let maximumBytes = 8 << 20
  private static let maximumRequested = 1_000
  private static let maximumReaders = 256

  /// Number of feeds served from the cache, and of others.
  let hits = Counter()
  let misses = Counter()
  private let state = Mutex(State())

  /// Returns a cached feed; nil if there is none at this version.
  func feed(_ request: FeedRequest, at version: Int) -> [UInt8]? {
    state.withLock { $0.version == version ? $0.feeds[request] : nil }
  }

  /// Records a request for a feed.
  /// - Returns: whether the feed was requested before.
  func recordRequest(_ request: FeedRequest) -> Bool {
    state.withLock { state in
      if state.requested.count == Self.maximumRequested, !state.requested.contains(request) {
        state.requested = []
      }
      return !state.requested.insert(request).inserted
    }
  }

  func store(_ bytes: [UInt8], of request: FeedRequest, at version: Int) {
    guard bytes.count <= Self.maximumBytes else { return }
    state.withLock { state in
      guard state.advance(to: version) else { return }
      if state.bytes + bytes.count > Self.maximumBytes { (state.feeds, state.bytes) = ([:], 0) }
      state.bytes += bytes.count - (state.feeds.updateValue(bytes, forKey: request)?.count ?? 0)
    }
  }

  /// Returns the cached badges of a reader at a version.
  func badges(of reader: String, at version: Int) -> [Int: Bool] {
    state.withLock { $0.version == version ? $0.badges[reader] ?? [:] : [:] }
  }

  /// Caches badges of a reader, in addition to others of this version.
  func store(_ badges: [Int: Bool], of reader: String, at version: Int) {
    state.withLock { state in
      guard state.advance(to: version) else { return }
      if state.badges.count == Self.maximumReaders, state.badges[reader] == nil {
        state.badges = [:]
      }
      state.badges[reader, default: [:]].merge(badges) { $1 }
    }
  }
}

import Synchronization

/// Feeds as they were written and badges, for as long as the store's version stays the same.
///
/// What is kept was read after its version was: while that is still the store's version, nothing has changed
/// since. Only feeds that are requested twice are kept, so that a reader who comes once costs no memory.
final class FeedCache: Sendable {
  private struct State {
    var version: Int?
    /// Feeds that were requested, at any version.
    var requested: Set<FeedRequest> = []
    var feeds: [FeedRequest: [UInt8]] = [:]
    var bytes = 0
    /// Whether saved searches have new matches, by the reader's e-mail.
    var badges: [String: [Int: Bool]] = [:]

    /// Drops everything if the store has changed.
    /// - Returns: false if the version is an old one.
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

  /// Bytes after which a feed is too long to be kept.
  static let feedBytes = 128 << 10
  /// Bytes of all feeds that are kept, and how many are remembered to have been requested.
  private static let maximumBytes = 8 << 20
  private static let maximumRequested = 1_000
  /// Readers whose badges are kept.
  private static let maximumReaders = 256

  /// Feeds that were answered without a read of the store, and the others.
  let hits = Counter()
  let misses = Counter()
  private let state = Mutex(State())

  /// A feed at a version, if it is kept.
  func feed(_ request: FeedRequest, at version: Int) -> [UInt8]? {
    state.withLock { $0.version == version ? $0.feeds[request] : nil }
  }

  /// Notes that a feed is requested.
  /// - Returns: whether it was requested before.
  func recordRequest(_ request: FeedRequest) -> Bool {
    state.withLock { state in
      if state.requested.count == Self.maximumRequested, !state.requested.contains(request) {
        state.requested = []
      }
      return !state.requested.insert(request).inserted
    }
  }

  /// Keeps a feed of a version.
  func store(_ bytes: [UInt8], of request: FeedRequest, at version: Int) {
    guard bytes.count <= Self.maximumBytes else { return }
    state.withLock { state in
      guard state.advance(to: version) else { return }
      if state.bytes + bytes.count > Self.maximumBytes { (state.feeds, state.bytes) = ([:], 0) }
      state.bytes += bytes.count - (state.feeds.updateValue(bytes, forKey: request)?.count ?? 0)
    }
  }

  /// What is known of a reader's badges at a version.
  func badges(of reader: String, at version: Int) -> [Int: Bool] {
    state.withLock { $0.version == version ? $0.badges[reader] ?? [:] : [:] }
  }

  /// Keeps a reader's badges of a version, beside those that are kept.
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

import GRDB
import Synchronization

/// Feeds as they were written, for as long as nobody changes the database.
///
/// Who changes it doesn't matter: SQLite tells each connection whether any other one, in this program or
/// another, has written since it looked last. Only what is asked for again is kept, so that a reader who
/// comes once costs no memory; what several ask for at the same time is read once for all of them.
final class FeedCache: Sendable {
  /// What names a feed.
  struct Key: Hashable {
    var request: FeedRequest
    var isTagged: Bool
  }

  /// How often a change was noticed: feeds of one moment are the same.
  struct Moment: Equatable {
    fileprivate var changes = 0
  }

  private struct State {
    var moment = Moment()
    /// What each connection saw when it looked last.
    var versions: [ObjectIdentifier: Int] = [:]
    /// Feeds that were asked for since the last change.
    var asked: Set<Key> = []
    var feeds: [Key: [UInt8]] = [:]
    var bytes = 0
    /// Whether saved searches have new matches, by the reader's e-mail.
    var badges: [String: [Int: Bool]] = [:]

    mutating func forgetFeeds() {
      asked = []
      feeds = [:]
      badges = [:]
      bytes = 0
    }
  }

  /// Bytes after which a feed is too long to be kept.
  static let feedBytes = 128 << 10
  /// Bytes of all feeds that are kept, and how many are remembered to have been asked for.
  private static let maximumBytes = 8 << 20
  private static let maximumAsked = 1_000
  /// Readers whose badges are kept.
  private static let maximumReaders = 256

  /// Those who ask; a feed that is too long to be kept is nil for who has waited for it.
  let turns = SharedTurns<Key, Result<[UInt8]?, StoreError>>()
  private let state = Mutex(State())

  /// Now: to be taken before the transaction begins that reads a feed.
  var moment: Moment { state.withLock { $0.moment } }

  /// Whether nothing was changed between this connection's last look and the transaction it is in.
  ///
  /// Only then is what it reads that of a moment taken before. A change is noticed after the transaction has
  /// begun, and there may have been more since: what is read in that transaction belongs to no moment.
  func isUnchanged(_ db: Database) throws -> Bool {
    let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
    return state.withLock { state in
      let id = ObjectIdentifier(db)
      if let version, state.versions[id] == version { return true }
      state.versions[id] = version
      state.moment.changes += 1
      state.forgetFeeds()
      return false
    }
  }

  /// A connection begins: what another one at its place in memory saw counts for nothing.
  func begin(_ db: Database) {
    state.withLock { $0.versions[ObjectIdentifier(db)] = nil }
  }

  /// A feed as it was at a moment, if it is kept.
  func feed(_ key: Key, at moment: Moment) -> [UInt8]? {
    state.withLock { $0.moment == moment ? $0.feeds[key] : nil }
  }

  /// Notes that a feed is asked for.
  /// - Returns: whether it was since the last change.
  func isAskedAgain(_ key: Key) -> Bool {
    state.withLock { state in
      if state.asked.count == Self.maximumAsked, !state.asked.contains(key) { state.asked = [] }
      return !state.asked.insert(key).inserted
    }
  }

  /// Keeps a feed of a moment.
  func keep(_ bytes: [UInt8], of key: Key, at moment: Moment) {
    state.withLock { state in
      guard state.moment == moment else { return }
      if state.bytes + bytes.count > Self.maximumBytes { state.forgetFeeds() }
      state.bytes += bytes.count - (state.feeds.updateValue(bytes, forKey: key)?.count ?? 0)
    }
  }

  /// What is known of a reader's badges at a moment.
  func badges(of reader: String, at moment: Moment) -> [Int: Bool] {
    state.withLock { $0.moment == moment ? $0.badges[reader] ?? [:] : [:] }
  }

  /// Keeps a reader's badges of a moment, beside those that are kept.
  func keep(_ badges: [Int: Bool], of reader: String, at moment: Moment) {
    state.withLock { state in
      guard state.moment == moment else { return }
      if state.badges.count == Self.maximumReaders, state.badges[reader] == nil {
        state.badges = [:]
      }
      state.badges[reader, default: [:]].merge(badges) { $1 }
    }
  }
}

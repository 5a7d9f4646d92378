import FireflyAPI
import FireflyCore

// Feeds that can't be received.
extension FeedStore {
  /// Seconds until a feed is requested again, by the number of requests that have failed.
  private static let pauses: [Double] =
    [interval, interval, interval]
    + [1, 2, 4, 8, 24, 48].map { $0 * 3_600 } + [longestPause]
  /// The longest pause, in seconds; a server may ask for a day.
  static let longestPause = 72 * 3_600.0
  /// The longest pause while it may be this machine that has no connection, in seconds.
  private static let longestPauseOffline = 3_600.0

  /// Counts a request that has failed, and sets the time of the next one: after hours, then after days.
  func fail(_ kept: inout KeptFeed, isAnswered: Bool) {
    let failures = (kept.facts.failures ?? 0) + 1
    (kept.facts.failures, kept.facts.asksForPause) = (min(failures, Self.pauses.count), nil)
    let pause = Self.pauses[min(failures, Self.pauses.count) - 1]
    let now = clock()
    kept.facts.unansweredAt = isAnswered ? nil : now
    // Without a connection, all feeds fail.
    let isConnected =
      isAnswered
      || state.withLock { state in
        state.feeds.values.contains {
          (0..<2 * Self.interval).contains(now - ($0.facts.receivedAt ?? 0))
        }
      }
    kept.facts.nextAt = now + (isConnected ? pause : min(pause, Self.longestPauseOffline))
  }

  /// Why the last request failed, and until when the server has asked for a pause; nil if it succeeded.
  func failure(of feed: KeptFeed) -> String? {
    guard let failure = feed.facts.failure else { return nil }
    guard let wait = pause(of: feed) else { return failure }
    let end = WireDate.minute(Int(clock() + wait), in: LocalTime.ofUser())
    return "\(failure) It is asked again after \(end)."
  }

  /// When a feed that fails was received the last time, and when it is requested again, in words.
  func history(of feed: KeptFeed) -> String {
    func minute(_ time: Double) -> String { WireDate.minute(Int(time), in: LocalTime.ofUser()) }
    let facts = feed.facts
    let last = facts.receivedAt.map { "It came last on \(minute($0))." } ?? "It has never come."
    return facts.nextAt > clock()
      ? "\(last) It is asked again after \(minute(facts.nextAt))." : last
  }

  /// Lets a feed that has failed be requested at once; returns whether it has failed.
  func retry(_ address: String) -> Bool {
    guard feed(address).facts.failures != nil else { return false }
    change(address) { $0.nextAt = 0 }
    return true
  }

  /// Lets feeds be requested at once, as long as no server answers: this machine may have a connection by now.
  func letAskAgain(_ addresses: [String]) {
    let facts = addresses.map { feed($0).facts }
    let (now, received) = (clock(), facts.compactMap(\.receivedAt).max() ?? 0)
    for (address, facts) in zip(addresses, facts) where facts.failures != nil {
      // When another feed came at about that time, the server alone was away.
      guard let failed = facts.unansweredAt, received < failed - 60,
        !(0..<10).contains(now - failed)
      else { continue }
      change(address) { $0.nextAt = 0 }
    }
  }

  /// Changes the facts of a feed, in its file, too.
  func change(_ address: String, _ change: (inout KeptFeed.Facts) -> Void) {
    try? storage.entries(address).update { known in
      var kept = known ?? KeptFeed(address)
      change(&kept.facts)
      return kept
    }
    adopt(kept(address))
  }
}

extension APIError {
  /// Whether a server has answered.
  var isAnswer: Bool {
    switch self {
    case .status, .unreadable, .webPage, .tooDeep, .tooLarge, .moved, .notOffered: true
    default: false
    }
  }
}

import FireflyModel

/// Watches a server for news: subscribes to events if the server supports them, otherwise polls.
struct NewsWatch: Hashable, Sendable {
  /// The phases.
  enum Phase: Hashable, Sendable {
    /// Not started.
    case idle
    /// Subscribing to events.
    case opening
    /// Subscribed, since this time.
    case listening(since: Double)
    /// The subscription has ended; it is renewed at this time.
    case waiting(until: Double)
    /// Between two polls; the last one began at this time.
    case polling(since: Double)
    /// A poll is in flight, since this time.
    case asking(since: Double)
    /// The server can't be reached. There are no requests until it can.
    case offline
    /// The server refuses, because the user is not signed in.
    case refused
  }

  /// A request to make.
  enum Request: Hashable, Sendable {
    /// Subscribe to events after the given event ID.
    case open(after: Int?)
    /// Poll once.
    case poll
  }

  /// Seconds between polls while the terminal has the focus.
  static let interval = 5.0
  /// Seconds between polls without the focus, or after a failure.
  static let longInterval = 60.0
  /// Seconds after which a subscription counts as stable.
  private static let probation = 10.0
  /// Number of failed attempts to renew a subscription, or to poll, after which the server counts as
  /// unreachable.
  static let maximumAttempts = 6

  private(set) var phase = Phase.idle
  /// Whether the terminal has the keyboard focus, if it reports that.
  private(set) var isFocused = true
  /// The ID of the last event.
  private(set) var lastEvent: Int?
  /// Number of consecutive failed attempts.
  private var failures = 0
  /// Whether the last poll failed, so that the next one can wait.
  private var isFailing = false
  /// Whether the server doesn't support events.
  private var mustPoll = false

  /// When the next request is due, in seconds of the monotonic clock; nil for never.
  var dueAt: Double? {
    switch phase {
    case .waiting(let until): until
    case .polling(let since): since + (isFocused && !isFailing ? Self.interval : Self.longInterval)
    case .idle, .opening, .listening, .asking, .offline, .refused: nil
    }
  }

  /// Starts, if it has not started.
  mutating func begin(at now: Double) -> Request? {
    guard phase == .idle else { return nil }
    return resume(at: now)
  }

  /// Resets the state for another user.
  mutating func reset() {
    let isFocused = isFocused
    self = NewsWatch()
    self.isFocused = isFocused
  }

  /// Returns the request that is due; nil if none is.
  mutating func checkDeadline(at now: Double) -> Request? {
    guard let dueAt, now >= dueAt else { return nil }
    return resume(at: now)
  }

  /// Handles a change of the keyboard focus.
  ///
  /// When the focus returns, the network may have returned, too.
  mutating func focusChanged(_ isFocused: Bool, at now: Double) -> Request? {
    self.isFocused = isFocused
    guard isFocused, phase == .offline else { return checkDeadline(at: now) }
    return resume(at: now)
  }

  /// Handles an opened subscription; a poll covers earlier events.
  mutating func eventsOpened(at now: Double) -> Request? {
    guard phase == .opening else { return nil }
    phase = .listening(since: now)
    return .poll
  }

  /// Records the ID of an event.
  mutating func received(upTo event: Int) { lastEvent = max(event, lastEvent ?? event) }

  /// Handles a server without events.
  mutating func eventsUnavailable(at now: Double) -> Request? {
    guard phase == .opening else { return nil }
    mustPoll = true
    return resume(at: now)
  }

  /// Handles the end of a subscription, optionally with a failure.
  mutating func eventsEnded(_ failure: LoadFailure?, at now: Double) -> Request? {
    switch phase {
    case .listening(let since): if now - since >= Self.probation { failures = 0 }
    case .opening: break
    case .idle, .waiting, .polling, .asking, .offline, .refused: return nil
    }
    let isFirst = phase == .opening && lastEvent == nil && failures == 0
    let isLast = isFirst || failures + 1 >= Self.maximumAttempts
    switch failure?.kind {
    case .cancelled: return nil
    case .signedOut:
      phase = .refused
      return nil
    case .forbidden, .signInAgain, .missing, .conflict, .tooLong, .refused, .passwordNeeded,
      .mayBeThere:
      mustPoll = true
      return resume(at: now)
    case .offline where isLast, .interrupted where isLast:
      phase = .offline
      failures = 0
      return nil
    case .offline, .interrupted, .timedOut, .unreadable, nil:
      // One second, then twice as long each time.
      phase = .waiting(until: now + min(Self.longInterval, Double(1 << min(failures, 10))))
      failures += 1
      return nil
    }
  }

  /// Handles the response to a poll; nil for success.
  mutating func pollAnswered(_ failure: LoadFailure?) {
    isFailing = failure != nil
    guard case .asking(let since) = phase else { return }
    switch failure?.kind {
    case .offline, .interrupted: pollFailed(since: since)
    case .signedOut: phase = .refused
    case nil: (phase, failures) = (.polling(since: since), 0)
    default: phase = .polling(since: since)
    }
  }

  /// Handles another request that reached the server.
  mutating func serverReached(at now: Double) -> Request? {
    phase == .offline ? resume(at: now) : nil
  }

  /// Handles another request that could not reach the server.
  mutating func serverLost() {
    switch phase {
    case .polling(let since), .asking(let since): pollFailed(since: since)
    case .idle, .opening, .listening, .waiting, .offline, .refused: break
    }
  }

  /// Handles a poll, begun at a time, that did not reach the server: a server that is started again is found again.
  private mutating func pollFailed(since: Double) {
    failures += 1
    isFailing = true
    phase = .polling(since: since)
    if failures >= Self.maximumAttempts { (phase, failures) = (.offline, 0) }
  }

  private mutating func resume(at now: Double) -> Request {
    isFailing = false
    guard mustPoll else {
      phase = .opening
      return .open(after: lastEvent)
    }
    phase = .asking(since: now)
    return .poll
  }
}

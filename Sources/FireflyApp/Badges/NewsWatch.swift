/// How one gets to know what is new on a server: it tells by itself, or it is asked now and then.
struct NewsWatch: Hashable, Sendable {
  /// What it is doing.
  enum Phase: Hashable, Sendable {
    /// It has not begun.
    case idle
    /// It is asked whether the server tells by itself; if so, that begins.
    case opening
    /// The server tells, since this moment.
    case listening(since: Double)
    /// The server tells no more; it is asked to go on at this moment.
    case waiting(until: Double)
    /// The server doesn't tell, and is asked from time to time: since this moment the last time.
    case polling(since: Double)
    /// The server is being asked.
    case asking(since: Double)
    /// There is no way to the server. Nothing is asked until there is one.
    case offline
    /// The server won't say.
    case refused
  }

  /// Something to be done for it.
  enum Request: Hashable, Sendable {
    /// Have the server tell what happens after this event.
    case open(after: Int?)
    /// Ask it what is new.
    case poll
  }

  /// Seconds from one question to the next while the terminal has the keyboard.
  static let interval = 5.0
  /// The same while it hasn't, and where a server fails.
  static let longInterval = 60.0
  /// Seconds for which a server tells without an end before it is trusted to go on telling.
  private static let probation = 10.0
  /// Attempts in a row to reach a server that sent events until then, before it counts as out of reach.
  static let maximumAttempts = 6

  /// What it is doing.
  private(set) var phase = Phase.idle
  /// Whether the terminal has the keyboard, as far as it tells.
  private(set) var isFocused = true
  /// The last event that the server sent.
  private(set) var lastEvent: Int?
  /// Attempts that failed in a row.
  private var failures = 0
  /// Whether the last answer was none, so that the next question can wait.
  private var isFailing = false
  /// Whether the server has said that it doesn't tell by itself.
  private var mustPoll = false

  /// When it is time for something, in seconds of the monotonic clock; nil for never.
  var dueAt: Double? {
    switch phase {
    case .waiting(let until): until
    case .polling(let since): since + (isFocused && !isFailing ? Self.interval : Self.longInterval)
    case .idle, .opening, .listening, .asking, .offline, .refused: nil
    }
  }

  /// Begins, if it has not begun.
  mutating func begin(at now: Double) -> Request? {
    guard phase == .idle else { return nil }
    return resume(at: now)
  }

  /// Forgets everything: the user has changed.
  mutating func reset() {
    let isFocused = isFocused
    self = NewsWatch()
    self.isFocused = isFocused
  }

  /// Time has passed.
  mutating func checkDeadline(at now: Double) -> Request? {
    guard let dueAt, now >= dueAt else { return nil }
    return resume(at: now)
  }

  /// The terminal got the keyboard, or lost it.
  ///
  /// Who comes back may have come back to the network as well.
  mutating func focusChanged(_ isFocused: Bool, at now: Double) -> Request? {
    self.isFocused = isFocused
    guard isFocused, phase == .offline else { return checkDeadline(at: now) }
    return resume(at: now)
  }

  /// The server has begun to tell: what happened before it is asked.
  mutating func opened(at now: Double) -> Request? {
    guard phase == .opening else { return nil }
    phase = .listening(since: now)
    return .poll
  }

  /// The server has sent an event.
  mutating func received(upTo event: Int) { lastEvent = max(event, lastEvent ?? event) }

  /// The server doesn't tell.
  mutating func eventsUnavailable(at now: Double) -> Request? {
    guard phase == .opening else { return nil }
    mustPoll = true
    return resume(at: now)
  }

  /// The server tells no more, for a reason if it has one.
  mutating func ended(_ failure: LoadFailure?, at now: Double) -> Request? {
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
    case .forbidden, .missing, .conflict, .refused:
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

  /// The server has answered what is new, or not.
  mutating func answered(_ failure: LoadFailure?) {
    isFailing = failure != nil
    guard case .asking(let since) = phase else { return }
    switch failure?.kind {
    case .offline, .interrupted: phase = .offline
    case .signedOut: phase = .refused
    default: phase = .polling(since: since)
    }
  }

  /// Something else was asked of the server, and answered.
  mutating func serverReached(at now: Double) -> Request? {
    phase == .offline ? resume(at: now) : nil
  }

  /// Something else was asked of the server, and there was no way to it.
  mutating func serverLost() {
    switch phase {
    case .polling, .asking: phase = .offline
    case .idle, .opening, .listening, .waiting, .offline, .refused: break
    }
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

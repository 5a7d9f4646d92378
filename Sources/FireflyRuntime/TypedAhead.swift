import FireflyApp
import FireflyScreen

/// What was typed faster than it can be applied, or before the list that it is meant for has come.
struct TypedAhead {
  /// Events that are kept; what is typed beyond that is lost, as in a terminal.
  static let maximumCount = 10_000

  private var events: ArraySlice<ScreenEvent> = []
  /// When the first of them began to wait for a list.
  ///
  /// Their patience is for all lists together: keys that open one slow list after the other would
  /// else stand in the way of the last, which may be `q`.
  private var waitingSince: Double?

  var isEmpty: Bool { events.isEmpty }
  var first: ScreenEvent? { events.first }

  /// Whether it waits for a list.
  var isWaiting: Bool { waitingSince != nil }

  /// When it stops to wait, in seconds of the monotonic clock; nil if it doesn't wait.
  var deadline: Double? { waitingSince.map { $0 + AppState.patience } }

  /// Adds an event, if there is room for it.
  mutating func append(_ event: ScreenEvent) {
    if events.count < Self.maximumCount { events.append(event) }
  }

  /// Takes the first one away.
  mutating func removeFirst() { events.removeFirst() }

  /// Forgets what the user did, but not what the terminal reported.
  mutating func removeInput() {
    events.removeAll { event in
      switch event {
      case .key, .mouse, .paste: true
      case .focus, .background, .scheme, .answer, .closed: false
      }
    }
    waitingSince = nil
  }

  /// Forgets all of it.
  mutating func removeAll() {
    events = []
    waitingSince = nil
  }

  /// Nothing is waited for any more.
  mutating func stopWaiting() { waitingSince = nil }

  /// Whether the first one may wait for its list, or go on waiting.
  mutating func mayWait(at now: Double) -> Bool {
    let since = waitingSince ?? now
    waitingSince = since
    return now - since < AppState.patience
  }
}

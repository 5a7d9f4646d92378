import FireflyApp
import FireflyScreen

/// A queue of input that arrived faster than it can be applied, or before its list was loaded.
struct TypedAhead {
  /// Maximum number of events; further ones are lost, as in a terminal.
  static let maximumCount = 10_000

  private var events: ArraySlice<ScreenEvent> = []
  /// When the first event began to wait for a list.
  ///
  /// The patience is for all lists together: otherwise keys that open one slow list after another
  /// would delay the last key, which may be `q`.
  private var waitingSince: Double?

  var isEmpty: Bool { events.isEmpty }
  var first: ScreenEvent? { events.first }

  /// Whether events wait for a list.
  var isWaiting: Bool { waitingSince != nil }

  /// When the wait ends, in seconds of the monotonic clock; nil if nothing waits.
  var deadline: Double? { waitingSince.map { $0 + AppState.maximumKeyDelay } }

  /// Adds an event, if there is room for it.
  mutating func append(_ event: ScreenEvent) {
    if events.count < Self.maximumCount { events.append(event) }
  }

  mutating func removeFirst() { events.removeFirst() }

  /// Removes what the user did, but not what the terminal reported.
  mutating func removeInput() {
    events.removeAll { event in
      switch event {
      case .key, .mouse, .paste: true
      case .focus, .background, .scheme, .answer, .unreadable, .closed: false
      }
    }
    waitingSince = nil
  }

  /// Removes all events.
  mutating func removeAll() {
    events = []
    waitingSince = nil
  }

  mutating func stopWaiting() { waitingSince = nil }

  /// Returns whether the first event may wait for its list, or continue to wait.
  mutating func mayWait(at now: Double) -> Bool {
    let since = waitingSince ?? now
    waitingSince = since
    return now - since < AppState.maximumKeyDelay
  }
}

extension ScreenEvent {
  /// Whether the user pressed a key.
  var isKey: Bool { if case .key = self { true } else { false } }
}

import FireflyCore
import FireflyScreen

// Time: what changes the screen without a key.
extension AppState {
  /// How often the screen must be drawn although nothing happens.
  public enum Cadence: Hashable, Sendable {
    /// Not at all before this moment (nil: never); seconds of the monotonic clock.
    case idle(until: Double?)
    /// A spinner turns: ten times a second.
    case spinner
    /// Something moves: at every frame.
    case motion
  }

  /// What the clock has to do for this state.
  public func cadence(at now: Double) -> Cadence {
    let list = list
    if isMoving(at: now) { return .motion }
    if let start = list.expectedSince.map({ $0 + settings.tunables.loadingDelay }), now < start {
      return .idle(until: start)
    }
    if settings.motion != .none {
      if case .loading = list.phase { return .spinner }
      if focus.outline?.isLoading == true || focus.signIn?.isWaiting == true { return .spinner }
    }
    let keys = keyDeadline.flatMap { $0 > now ? $0 : nil }
    let editor = focus.editor
    let deadlines = [
      note?.until, list.pictureDeadline, keys, editor?.flashUntil, editor?.spelling.dueAt,
      badges.watch.dueAt,
    ]
    return .idle(until: deadlines.compactMap(\.self).min())
  }

  /// Seconds for which keys wait for what is on its way.
  public static let patience = 2.0

  /// Until when keys wait for a list, or for the path to the post of the start; nil if nothing is on
  /// its way.
  private var keyDeadline: Double? {
    var since = lists.pathAwaitedSince
    let list = list
    if case .loading(let start) = list.phase, list.posts.isEmpty {
      since = max(start, since ?? start)
    }
    return since.map { $0 + Self.patience }
  }

  /// Whether an action has to wait for the list that it means, which is on its way; never for long.
  ///
  /// One can always go back from a list that doesn't come, but not from a place one isn't at yet.
  public func defers(_ action: Action, at now: Double) -> Bool {
    guard isListInFront, let keyDeadline, now < keyDeadline else { return false }
    return action.needsPosts || lists.pathAwaitedSince != nil && action == .list(.backPressed)
  }

  /// Whether anything moves.
  public func isMoving(at now: Double) -> Bool { current.isMoving(at: now) }

  /// Whether nothing moves, and nothing is held back for a moment only.
  public func isSettled(at now: Double) -> Bool {
    !isMoving(at: now) && list.pictureDeadline == nil
  }

  /// When everything will have arrived, in seconds of the monotonic clock; in the past if nothing moves.
  public var motionEnd: Double { max(current.slide.endTime, list.motionEnd) }

  /// Lets go of what has had its time.
  mutating func removeExpired(at now: Double) {
    if let until = note?.until, now >= until { note = nil }
    if let until = focus.editor?.flashUntil, now >= until { focus.editor?.flashUntil = nil }
    lists.removeExpired(at: now)
  }
}

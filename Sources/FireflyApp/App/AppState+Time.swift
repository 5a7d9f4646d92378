import FireflyCore
import FireflyScreen

// Changes of the screen that need no key: animations and deadlines.
extension AppState {
  /// How often the screen must be redrawn without events.
  package enum Cadence: Hashable, Sendable {
    /// Not before this time (nil: never), in seconds of the monotonic clock.
    case idle(until: Double?)
    /// A spinner turns: ten times a second.
    case spinner
    /// An animation is running: every frame.
    case motion
  }

  /// Returns how often the screen must be redrawn.
  package func cadence(at now: Double) -> Cadence {
    let list = list
    if isMoving(at: now) { return .motion }
    let since = list.expectedSince ?? list.reloadingSince
    if let start = since.map({ $0 + settings.tunables.loadingDelay }), now < start {
      return .idle(until: start)
    }
    if settings.motion != .none {
      if case .loading = list.phase { return .spinner }
      if !commands.running.isEmpty { return .spinner }
      if focus[Outline.self]?.isLoading == true || focus[SignIn.self]?.isWaiting == true
        || focus[ArticleSheet.self].map({ $0.isLoading && $0.text == nil }) == true
      {
        return .spinner
      }
    }
    let keys = keyDeadline.flatMap { $0 > now ? $0 : nil }
    let editor = focus.editor
    let deadlines = [
      note?.until, list.pictureDeadline, keys, editor?.flashUntil, editor?.spelling.dueAt,
      badges.watch.dueAt, readMarks.dueAt, input.sequence?.deadline,
    ]
    return .idle(until: deadlines.compactMap(\.self).min())
  }

  /// Maximum number of seconds for which keys wait for a response.
  package static let maximumKeyDelay = 2.0

  /// When keys stop waiting for a list, or for the path to the first post; nil if nothing is
  /// loading.
  private var keyDeadline: Double? {
    var since = lists.awaitedPath?.since
    let list = list
    if case .loading(let start) = list.phase, list.posts.isEmpty {
      since = max(start, since ?? start)
    }
    return since.map { $0 + Self.maximumKeyDelay }
  }

  /// Whether an action must wait for its list, for at most `maximumKeyDelay` seconds.
  ///
  /// Going back is never delayed, except while the path to the first post is loading.
  ///
  /// What goes on from an open post waits for its text.
  package func defers(_ action: Action, at now: Double) -> Bool {
    if isListInFront, action.leavesOpenPost, let awaited = list.awaitedText,
      awaited.post == current.position.expandedID, now < awaited.since + Self.maximumKeyDelay
    {
      return true
    }
    guard isListInFront, let keyDeadline, now < keyDeadline else { return false }
    return action.needsPosts || lists.awaitedPath != nil && action == .list(.backPressed)
  }

  /// Whether an animation is running.
  package func isMoving(at now: Double) -> Bool { current.isMoving(at: now) }

  /// Whether no animation is running, and no list waits for its picture.
  package func isSettled(at now: Double) -> Bool {
    !isMoving(at: now) && list.pictureDeadline == nil
  }

  /// When all animations end, in seconds of the monotonic clock; in the past if there are none.
  package var motionEnd: Double { max(current.slide.endTime, list.motionEnd) }

  /// Removes notes and other state that has expired.
  mutating func removeExpired(at now: Double) {
    if let until = note?.until, now >= until { note = nil }
    if let begun = input.sequence, now >= begun.deadline {
      // The second key may wait for a list.
      if !begun.isShown {
        input.sequence?.isShown = true
      } else if keyDeadline.map({ now >= $0 }) ?? true {
        input.sequence = nil
      }
    }
    if let until = input.typingIgnoredUntil, now >= until { input.typingIgnoredUntil = nil }
    if let until = focus.editor?.flashUntil, now >= until { focus.editor?.flashUntil = nil }
    lists.removeExpired(at: now)
  }
}

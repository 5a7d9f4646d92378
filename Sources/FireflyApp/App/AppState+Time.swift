import FireflyCore
import FireflyScreen

// Time, sizes and settings: what changes the screen without a key.
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
    if isMoving(at: now) { return .motion }
    if settings.motion != .none {
      if case .loading = list.phase { return .spinner }
      if case .outline(let outline) = overlay, outline.isLoading { return .spinner }
    }
    let keys = keyDeadline.flatMap { $0 > now ? $0 : nil }
    return .idle(until: [message?.until, list.pictureDeadline, keys].compactMap(\.self).min())
  }

  /// Seconds for which keys wait for what is on its way.
  public static let patience = 2.0

  /// Until when keys wait for a list, or for the path to the post of the start; nil if nothing is on
  /// its way.
  private var keyDeadline: Double? {
    var since = pathAwaitedSince
    if case .loading(let start) = list.phase, list.posts.isEmpty {
      since = max(start, since ?? start)
    }
    return since.map { $0 + Self.patience }
  }

  /// Whether an action has to wait for the list that it means, which is on its way; never for long.
  ///
  /// One can always go back from a list that doesn't come, but not from a place one isn't at yet.
  public func defers(_ action: Action, at now: Double) -> Bool {
    guard !takesKeys, let keyDeadline, now < keyDeadline else { return false }
    return action.needsPosts || pathAwaitedSince != nil && action == .backPressed
  }

  /// Whether anything moves.
  public func isMoving(at now: Double) -> Bool {
    !current.slide.isSettled(at: now) || !current.departing.isEmpty || list.isMoving(at: now)
  }

  /// When everything will have arrived, in seconds of the monotonic clock; in the past if nothing moves.
  public var motionEnd: Double { max(current.slide.endTime, list.motionEnd) }

  /// Lets go of what has had its time.
  mutating func passTime(to now: Double) -> [Effect] {
    if let until = message?.until, now >= until { message = nil }
    let effects = showPosts { _, until in now >= until }
    if current.slide.isSettled(at: now) { dropDeparted() }
    list.settle(at: now)
    return effects
  }

  /// Lets everything arrive at once: on a line too slow for motion, and when another tab comes.
  @discardableResult
  mutating func finishMotions(at now: Double = .infinity) -> [Effect] {
    current.slide = Animated(current.slide.target)
    dropDeparted()
    list.scrolling = nil
    for (id, expansion) in list.expansions {
      list.expansions[id] = expansion.target == 0 ? nil : Animated(expansion.target)
    }
    return []
  }

  /// Takes the terminal's new size over; the expanded body is laid out anew.
  mutating func resize(to size: Size, cellAspect: Double?, at now: Double) -> [Effect] {
    let cellAspect = cellAspect ?? abilities.cellAspect
    guard size != self.size || cellAspect != abilities.cellAspect else { return [] }
    self.size = size
    abilities.cellAspect = cellAspect
    finishMotions()
    keepSelectionsInView()
    return reformatExpandedBody() + loadVisiblePictures()
  }

  /// Asks for the expanded body anew if it was laid out for another width.
  func reformatExpandedBody() -> [Effect] {
    guard let id = current.position.expandedID, let index = list.index(of: id),
      list.bodies[id]?.width != layout.textColumns
    else { return [] }
    return [
      .formatBody(
        list.posts[index].body, post: id, level: current.navigator.current.id,
        columns: layout.textColumns)
    ]
  }

  /// A dark terminal gets the dark theme, unless the user chose one.
  mutating func adopt(background: Color) -> [Effect] {
    self.background = background
    guard !settings.isThemeChosen, let luminance = background.luminance else { return [] }
    settings.theme = luminance < 0.18 ? settings.darkTheme : settings.lightTheme
    // Of filled cards some are a row higher than of those drawn with lines.
    keepSelectionsInView()
    return []
  }

  /// Tells that a changed configuration is not taken over, and the first reason.
  mutating func refuse(_ complaints: [SettingsComplaint], at now: Double) {
    guard let first = complaints.first else { return }
    if case .complaints = overlay {
      overlay = .complaints(complaints, scroll: 0)
      return
    }
    let rest = complaints.count == 1 ? "" : " And \(complaints.count - 1) more."
    note("The settings stay as they were. \(first)\(rest)", isError: true, at: now)
  }

  /// Takes a changed configuration over.
  mutating func change(_ settings: Settings, at now: Double) -> [Effect] {
    self.settings = settings
    // What was complained about has been mended.
    if case .complaints = overlay { overlay = nil }
    if let background { _ = adopt(background: background) }
    if settings.motion == .none { finishMotions() }
    keepSelectionsInView()
    return [.redraw] + loadVisiblePictures()
  }
}

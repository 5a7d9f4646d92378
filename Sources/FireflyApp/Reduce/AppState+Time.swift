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
    return .idle(until: [message?.until, list.pictureDeadline].compactMap(\.self).min())
  }

  /// Seconds for which keys wait for lists that are on their way.
  public static let patience = 2.0

  /// Until when keys typed ahead can wait for a list that is about to come; nil if none is.
  public func postsDeadline(at now: Double) -> Double? {
    guard case .loading(let since) = list.phase, list.posts.isEmpty, !takesKeys,
      now - since < Self.patience
    else { return nil }
    return since + Self.patience
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
    showPosts { _, until in now >= until }
    if current.slide.isSettled(at: now) { dropDeparted() }
    list.settle(at: now)
    return []
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
  mutating func resize(to size: Size, at now: Double) -> [Effect] {
    guard size != self.size else { return [] }
    self.size = size
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

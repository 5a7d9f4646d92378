import FireflyCore
import FireflyEditor
import FireflyScreen

/// Input that has begun: the first of two keys, a press of the mouse, clicks.
struct InputState: Equatable, Sendable {
  /// Seconds for which keys that type do nothing after a text was left: the user may be typing a word.
  static let afterText = 0.5
  /// The same after one of them closed a sheet: longer than between the letters of a word, shorter than between
  /// the keys of a reader.
  static let afterSheet = 0.25

  /// The first key of a sequence, while it waits for the second one.
  var sequence: BegunSequence?
  /// When keys that type have a meaning again; nil if they have.
  var typingIgnoredUntil: Double?
  /// What a key that types does until then nevertheless.
  private(set) var typingAllowed: Action?
  /// What the key that was ignored last does otherwise.
  private var ignored: Action?
  /// The mouse press in progress.
  private var mousePress: MousePress?
  /// The successive clicks at one position.
  private var clicks = ClickCounter()

  /// Ignores keys that type for some seconds, but for one action.
  mutating func ignoreTyping(at now: Double, for seconds: Double, but action: Action? = nil) {
    (typingIgnoredUntil, typingAllowed, ignored) = (now + seconds, action, nil)
  }

  /// Handles a key that was ignored: fast typing goes on to be ignored; a key that is held down is no typing.
  mutating func ignored(_ action: Action, at now: Double) {
    if action != ignored {
      let seconds = typingAllowed == nil ? Self.afterSheet : Self.afterText
      ignoreTyping(at: now, for: seconds, but: typingAllowed)
    }
    ignored = action
  }

  mutating func reduce(_ action: SequenceAction, at now: Double) -> [Effect] {
    sequence = nil
    switch action {
    case .begun(let key, let context):
      sequence = BegunSequence(key: key, context: context, since: now)
    case .completed(let action): return [.send(action)]
    case .ended: break
    }
    return []
  }
}

extension InputState {
  /// Handles a mouse event: a click presses an element, a drag to the left swipes it, the wheel
  /// scrolls the focused layer.
  ///
  /// Of a double click, the second one does nothing, whatever is under the mouse by then.
  mutating func handle(
    _ event: MouseEvent, over element: Element?, in surroundings: Surroundings
  ) -> [Effect] {
    if event.kind != .release { sequence = nil }
    let (focus, now) = (surroundings.focus, surroundings.now)
    if event.kind == .press { mousePress = surroundings.press(event.point, on: element) }
    defer { if event.kind == .release { mousePress = nil } }
    if let actions = focus.top?.actions(for: event, over: element, since: mousePress) {
      return actions.map { .send($0) }
    }
    switch event.kind {
    case .wheelDown: return surroundings.wheel(1, at: event.point)
    case .wheelUp: return surroundings.wheel(-1, at: event.point)
    case .press: break
    case .menuPress: return surroundings.openMenu(at: event.point, over: element)
    case .drag:
      guard let mousePress, !mousePress.hasSwiped else { return [] }
      if mousePress.isWayBack(to: event.point), focus.isEmpty,
        surroundings.current.navigator.depth > 0
      {
        self.mousePress?.hasSwiped = true
        return [.send(.list(.backPressed))]
      }
      guard mousePress.isSwipe(to: event.point) else { return [] }
      self.mousePress?.hasSwiped = true
      return mousePress.element?.swipe.map { [.send($0)] } ?? []
    case .release:
      guard let mousePress, mousePress.isClick(endingAt: event.point) else { return [] }
      let action = mousePress.element?.action
      if !event.isScripted, clicks.press(at: event.point, now: now) > 1,
        action?.maybeClickedQuickly != true
      {
        return []
      }
      let meaning = focus.top.map { $0.action(forClick: action) } ?? action
      return meaning.map { [.send($0)] } ?? []
    }
    return []
  }
}

extension Surroundings {
  /// Opens the menu of a card or of the list.
  fileprivate func openMenu(at point: Point, over element: Element?) -> [Effect] {
    guard focus.isEmpty, !self.isStarting else { return [] }
    let (post, link): (Post.ID?, String?) =
      switch element?.action {
      case .list(.cardTapped(let id))?, .list(.pictureTapped(let id))?,
        .list(.childIndicatorTapped(let id))?, .list(.moreTapped(let id))?:
        (id, nil)
      case .links(.tapped(let address, let id))?: (id, address)
      default: (nil, nil)
      }
    return [.send(.menu(.opened(post, link: link, at: point)))]
  }

  fileprivate func press(_ point: Point, on element: Element?) -> MousePress {
    let layout = layout
    let isInList = layout.list.contains(point) && point.x < layout.cardX + layout.indent
    let isAtScreenEdge =
      point.y >= layout.list.y && point.y < layout.list.maxY && point.x <= layout.indent
    return MousePress(
      start: point, element: element, swipeColumns: settings.tunables.swipeColumns,
      startsAtEdge: isInList || isAtScreenEdge)
  }

  fileprivate func wheel(_ steps: Int, at point: Point) -> [Effect] {
    guard let layer = focus.top else {
      let side = sideColumn(at: point).map { Action.columns(.wheelTurned($0, steps)) }
      return [.send(side ?? .list(.wheelTurned(steps)))]
    }
    let rows = steps * settings.tunables.wheelRows
    return layer.action(forWheel: steps, rows: rows).map { [.send($0)] } ?? []
  }
}

extension Action {
  /// Whether quick clicks at one place mean several steps, not a double click.
  fileprivate var maybeClickedQuickly: Bool {
    switch self {
    case .list(.backPressed), .list(.pathPressed), .list(.moreTapped): true
    default: false
    }
  }
}

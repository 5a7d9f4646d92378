import FireflyCore
import FireflyScreen

/// A press of the left mouse button that has not ended.
struct MousePress: Hashable, Sendable {
  /// Where it began.
  let start: Point
  /// The element that was pressed.
  let element: Element?
  /// Minimum number of columns of a swipe.
  let swipeColumns: Int
  /// Whether it began at the left edge of the screen or of the list.
  let startsAtEdge: Bool
  /// Whether it has become a swipe.
  var hasSwiped = false

  /// Whether the point makes it a swipe to the left.
  func isSwipe(to point: Point) -> Bool {
    start.x - point.x >= swipeColumns && abs(start.y - point.y) <= swipeColumns
  }

  /// Whether the point makes it a swipe to the right from the edge, which goes back (seed 000).
  func isWayBack(to point: Point) -> Bool {
    startsAtEdge && point.x - start.x >= swipeColumns && abs(start.y - point.y) <= swipeColumns
  }

  /// Whether it is a click that ends at the point.
  func isClick(endingAt point: Point) -> Bool {
    !hasSwiped && abs(start.x - point.x) < swipeColumns && abs(start.y - point.y) < 2
  }
}

extension AppState {
  /// Handles a mouse event: a click presses an element, a drag to the left swipes it, the wheel
  /// scrolls the focused layer.
  ///
  /// Of a double click, the second one does nothing, whatever is under the mouse by then.
  mutating func handle(_ event: MouseEvent, over element: Element?, at now: Double) -> [Effect] {
    if event.kind == .press { mousePress = press(event.point, on: element) }
    defer { if event.kind == .release { mousePress = nil } }
    if let actions = focus.top?.actions(for: event, over: element, since: mousePress) {
      return actions.map { .send($0) }
    }
    switch event.kind {
    case .wheelDown: return wheel(1, at: event.point)
    case .wheelUp: return wheel(-1, at: event.point)
    case .press: break
    case .menuPress: return openMenu(at: event.point, over: element)
    case .drag:
      guard let mousePress, !mousePress.hasSwiped else { return [] }
      if mousePress.isWayBack(to: event.point), focus.isEmpty, current.navigator.depth > 0 {
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

  /// Opens the menu of a card or of the list.
  private func openMenu(at point: Point, over element: Element?) -> [Effect] {
    guard focus.isEmpty, !isStarting else { return [] }
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

  private func press(_ point: Point, on element: Element?) -> MousePress {
    let layout = layout
    let isInList = layout.list.contains(point) && point.x < layout.cardX + layout.indent
    let isAtScreenEdge =
      point.y >= layout.list.y && point.y < layout.list.maxY && point.x <= layout.indent
    return MousePress(
      start: point, element: element, swipeColumns: settings.tunables.swipeColumns,
      startsAtEdge: isInList || isAtScreenEdge)
  }

  private func wheel(_ steps: Int, at point: Point) -> [Effect] {
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

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
  /// Whether it began at the left edge of the list.
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
    if focus.top is EditorState, let effects = handleWhileWriting(event, over: element) {
      return effects
    }
    switch event.kind {
    case .wheelDown: return wheel(1)
    case .wheelUp: return wheel(-1)
    case .press: mousePress = press(event.point, on: element)
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
      defer { mousePress = nil }
      guard let mousePress, mousePress.isClick(endingAt: event.point) else { return [] }
      let action = mousePress.element?.action
      if !event.isScripted, clicks.press(at: event.point, now: now) > 1,
        action?.maybeClickedQuickly != true
      {
        return []
      }
      // A click beside the links closes the question.
      if focus[LinkChoice.self] != nil {
        guard case .links(.tapped)? = action else { return [.send(.links(.closed))] }
      }
      return action.map { [.send($0)] } ?? []
    }
    return []
  }

  /// Opens the menu of a card or of the list; closes an open menu.
  private func openMenu(at point: Point, over element: Element?) -> [Effect] {
    if focus.top is Menu { return [.send(.menu(.closed))] }
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

  /// Handles a mouse event during editing: places the caret and selects text.
  ///
  /// - Returns: the effects; nil for events that are handled as usual.
  private mutating func handleWhileWriting(_ event: MouseEvent, over element: Element?) -> [Effect]?
  {
    switch event.kind {
    case .press:
      mousePress = press(event.point, on: element)
      guard let (field, row, column) = cell(of: event, in: element) else { return [] }
      return [.send(.editor(.fieldPressed(field, row: row, column: column)))]
    case .menuPress:
      guard let (field, row, column) = cell(of: event, in: element) else { return [] }
      return [
        .send(.editor(.fieldPressed(field, row: row, column: column))),
        .send(.editor(.spelling(.caretSuggestionsPressed))),
      ]
    case .drag:
      guard let (field, row, column) = cell(of: event, in: mousePress?.element) else { return [] }
      return [.send(.editor(.fieldDragged(field, row: row, column: column)))]
    case .release:
      defer { mousePress = nil }
      guard let mousePress, mousePress.isClick(endingAt: event.point) else { return [] }
      switch mousePress.element?.action {
      case .editor(.fieldPressed), nil: return []
      case .editor(let action)?: return [.send(.editor(action))]
      default: return [.send(.editor(.otherPressed))]
      }
    case .wheelUp, .wheelDown: return nil
    }
  }

  /// Returns the cell of a text field at the mouse; nil if the element is not a field.
  private func cell(
    of event: MouseEvent, in element: Element?
  ) -> (EditorField, row: Int, column: Int)? {
    // While a path is being typed, the card doesn't react.
    guard focus.editor?.pathLine == nil, let element,
      case .editor(.fieldPressed(let field, let row, let column)) = element.action
    else { return nil }
    return (
      field, row: row + event.point.y - element.rect.y,
      column: column + event.point.x - element.rect.x
    )
  }

  private func press(_ point: Point, on element: Element?) -> MousePress {
    MousePress(
      start: point, element: element, swipeColumns: settings.tunables.swipeColumns,
      startsAtEdge: layout.list.contains(point) && point.x < layout.cardX + layout.indent)
  }

  private func wheel(_ direction: Int) -> [Effect] {
    let rows = direction * settings.tunables.wheelRows
    return switch focus.top {
    case nil, is FindState, is LinkChoice: [.send(.list(.wheelTurned(direction)))]
    case is Outline: [.send(.outline(.moved(.lines(rows))))]
    case is Sheet: [.send(.sheet(.scrolled(.lines(rows))))]
    case is EditorState: [.send(.editor(.wheelTurned(direction)))]
    case is Conflict: [.send(.conflict(.scrolled(.lines(rows))))]
    case is ActionPalette: [.send(.palette(.moved(.lines(rows))))]
    case is Menu: [.send(.menu(.moved(direction)))]
    default: []
    }
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

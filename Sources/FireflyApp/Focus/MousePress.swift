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

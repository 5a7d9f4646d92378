/// A mouse event and its position.
package struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse events.
  package enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The right button was pressed.
    case menuPress
    /// The mouse moved with the left button down.
    case drag
    /// The left button was released.
    case release
    /// The wheel turned one notch.
    case wheelUp, wheelDown
  }

  /// The kind.
  package var kind: Kind
  /// The position in cells.
  package var point: Point
  /// Whether a program made it, so that two in a moment are no double click.
  package var isScripted: Bool

  /// Creates an event.
  package init(_ kind: Kind, at point: Point, isScripted: Bool = false) {
    self.kind = kind
    self.point = point
    self.isScripted = isScripted
  }
}

/// A mouse event and its position.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse events.
  public enum Kind: Hashable, Sendable {
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
  public var kind: Kind
  /// The position in cells.
  public var point: Point
  /// Whether a program made it, so that two in a moment are no double click.
  public var isScripted: Bool

  /// Creates an event.
  public init(_ kind: Kind, at point: Point, isScripted: Bool = false) {
    self.kind = kind
    self.point = point
    self.isScripted = isScripted
  }
}

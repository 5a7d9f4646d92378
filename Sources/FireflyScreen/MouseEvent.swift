/// What the mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of events that are told apart.
  public enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The right button went down.
    case menuPress
    /// The mouse moved with the left button down.
    case drag
    /// The left button came up.
    case release
    /// The wheel turned one notch.
    case wheelUp, wheelDown
  }

  /// What happened.
  public var kind: Kind
  /// Where, in cells.
  public var point: Point

  /// An event at a point.
  public init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

/// An event on a sheet.
public enum SheetAction: Hashable, Sendable {
  /// The help was requested.
  case helpPressed
  /// The sheet was scrolled by some lines, down if positive.
  case scrolled(Int)
  /// Scrolling by pages was requested, down if positive.
  case paged(Int)
  /// Scrolling to the beginning was requested.
  case jumpedToStart
  /// Scrolling to the end was requested.
  case jumpedToEnd
  /// It was closed.
  case closed
}

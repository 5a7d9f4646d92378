/// Something that happened on a sheet to read.
public enum SheetAction: Hashable, Sendable {
  /// The help was asked for.
  case helpPressed
  /// It was scrolled some lines down (positive) or up.
  case scrolled(Int)
  /// A page down (1) or up (-1).
  case paged(Int)
  /// To its beginning.
  case jumpedToStart
  /// To its end.
  case jumpedToEnd
  /// It was closed.
  case closed
}

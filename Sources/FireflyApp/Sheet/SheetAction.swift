/// An event on a sheet.
package enum SheetAction: Hashable, Sendable {
  /// The help was requested.
  case helpPressed
  /// The sheet was scrolled.
  case scrolled(ScrollAction)
  /// It was closed.
  case closed
}

/// An event on a sheet.
package enum SheetAction: Hashable, Sendable {
  /// The help was requested.
  case helpPressed
  /// The sheet was scrolled.
  case scrolled(ScrollAction)
  /// The second page of the help was requested; elsewhere it is closed.
  case morePressed
  /// It was closed.
  case closed
}

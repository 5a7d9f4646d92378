/// An event while two versions of a post are compared.
public enum ConflictAction: Hashable, Sendable {
  /// The comparison was scrolled by some rows, down if positive.
  case scrolled(Int)
  /// Scrolling by pages was requested, down if positive.
  case paged(Int)
  /// Scrolling to the beginning was requested.
  case jumpedToStart
  /// Scrolling to the end was requested.
  case jumpedToEnd
  /// Keeping the user's version was requested.
  case minePressed
  /// Taking the server's version was requested.
  case theirsPressed
  /// Taking the server's version was confirmed.
  case theirsConfirmed
  /// Inserting both versions into the editor was requested.
  case bothPressed
  /// Going back to the editor without a decision was requested.
  case closed
}

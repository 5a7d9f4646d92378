/// An event while two versions of a post are compared.
package enum ConflictAction: Hashable, Sendable {
  /// The comparison was scrolled.
  case scrolled(ScrollAction)
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

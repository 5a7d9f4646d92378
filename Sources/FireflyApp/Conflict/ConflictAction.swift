/// Something that happened while two versions of a post are compared.
public enum ConflictAction: Hashable, Sendable {
  /// The comparison was scrolled some rows down (positive) or up.
  case scrolled(Int)
  /// A page down (1) or up (-1).
  case paged(Int)
  /// To its beginning.
  case jumpedToStart
  /// To its end.
  case jumpedToEnd
  /// One's own words are to take the place of the server's.
  case minePressed
  /// One's own words are to go.
  case theirsPressed
  /// They really are.
  case theirsConfirmed
  /// Both are wanted in the card.
  case bothPressed
  /// Back to the card, with nothing decided.
  case closed
}

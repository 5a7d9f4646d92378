/// An event of the search within a list.
package enum FindAction: Hashable, Sendable {
  /// The search was requested.
  case pressed
  /// A character was typed.
  case typed(Character)
  /// Text was pasted.
  case pasted(String)
  /// A part of the text was erased.
  case erased(TextErasure)
  /// The text was accepted: from now on keys move between its matches.
  case accepted
  /// The search was cancelled.
  case cancelled
  /// The list in which is searched is another one.
  case ended
  /// The next (1) or previous (-1) match was requested.
  case matchPressed(Int)
  /// The indices of all matches for a text, in a list of so many posts.
  case matchesResponse(String, indices: [Int], of: Int)
}

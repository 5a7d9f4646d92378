/// Something that happened while one finds within a list.
public enum FindAction: Hashable, Sendable {
  /// How much of the text is erased.
  public enum Erasure: Hashable, Sendable {
    /// The last character.
    case character
    /// The last word.
    case word
    /// All of it.
    case everything
  }

  /// Finding was asked for.
  case pressed
  /// A character was typed.
  case typed(Character)
  /// Text was pasted.
  case pasted(String)
  /// Something typed was erased.
  case erased(Erasure)
  /// The text is as it should be: from now on its matches are gone through.
  case accepted
  /// It was given up.
  case cancelled
  /// The next (1) or previous (-1) match was asked for.
  case matchPressed(Int)
  /// All of a list was looked through: places of what has the text, of so many posts.
  case matchesResponse(String, indices: [Int], of: Int)
}

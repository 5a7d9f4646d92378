/// Something that happened among the links of a post.
public enum LinksAction: Hashable, Sendable {
  /// A link was asked for.
  case pressed
  /// A digit of a link's number was typed.
  case digitTyped(Int)
  /// The last digit was erased.
  case erased
  /// The number is complete.
  case accepted
  /// The question was left without an answer.
  case closed
}

/// An event in the list of a post's links.
public enum LinksAction: Hashable, Sendable {
  /// Opening a link was requested.
  case pressed
  /// A digit of a link's number was typed.
  case digitTyped(Int)
  /// The last digit was erased.
  case erased
  /// The number was accepted.
  case accepted
  /// The choice was closed.
  case closed
}

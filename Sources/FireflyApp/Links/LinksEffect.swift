/// An effect of a post's links.
public enum LinksEffect: Hashable, Sendable {
  /// Open an address in the user's browser.
  case open(String)
}

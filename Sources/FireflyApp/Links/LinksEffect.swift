/// Something to be done with a link.
public enum LinksEffect: Hashable, Sendable {
  /// Open an address in the user's browser.
  case open(String)
}

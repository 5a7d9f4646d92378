/// The sign at a card's right edge that leads to what is below (seed 001).
public enum ChildIndicator: Hashable, Sendable {
  /// There is something to go to: children, or the results of a search.
  case chevron
  /// One's own post without children: the first can be added.
  case plus
}

/// Where pressing the child indicator leads (seed 001, "routing logic").
public enum ChildIndicatorRoute: Hashable, Sendable {
  /// To the results of a saved search.
  case results(query: Post)
  /// To the children.
  case children(of: Post)
  /// To the empty list of children, where the first one is begun at once.
  case firstChild(of: Post)
}

extension Post {
  /// The sign the card carries for the user with this e-mail; nil for none.
  public func childIndicator(for email: String?) -> ChildIndicator? {
    if hasChildren || template == .query { return .chevron }
    return isOwned(by: email) ? .plus : nil
  }

  /// Where the sign leads; nil where there is none.
  public func childIndicatorRoute(for email: String?) -> ChildIndicatorRoute? {
    if template == .query { return .results(query: self) }
    if hasChildren { return .children(of: self) }
    return isOwned(by: email) ? .firstChild(of: self) : nil
  }

  /// Whether the user may add a child below: only below one's own post, and searches have none.
  public func mayAddChild(_ email: String?) -> Bool {
    template != .query && isOwned(by: email)
  }
}

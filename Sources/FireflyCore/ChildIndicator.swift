/// The symbol at a card's right edge that opens its children (seed 001).
public enum ChildIndicator: Hashable, Sendable {
  /// The post has children, or is a saved search with results.
  case chevron
  /// The current user's own post without children: adds the first child.
  case plus
}

/// Where the child indicator leads (seed 001, "routing logic").
public enum ChildIndicatorRoute: Hashable, Sendable {
  /// To the results of a saved search.
  case results(query: Post)
  /// To the children.
  case children(of: Post)
  /// To the empty list of children, with an editor for the first child.
  case firstChild(of: Post)
}

extension Post {
  /// The indicator of the card for this account; nil for none.
  public func childIndicator(for account: Account) -> ChildIndicator? {
    if hasChildren || template == .query { return .chevron }
    return canBegin(account) ? .plus : nil
  }

  /// The target of the indicator; nil if there is no indicator.
  public func childIndicatorRoute(for account: Account) -> ChildIndicatorRoute? {
    if template == .query { return .results(query: self) }
    if hasChildren { return .children(of: self) }
    return canBegin(account) ? .firstChild(of: self) : nil
  }

  /// Whether the user can write the first post below it: nobody can below a feed.
  private func canBegin(_ account: Account) -> Bool {
    account.owns(self) && canHaveReplies(by: account.key) && contents?.isFolder != false
  }
}

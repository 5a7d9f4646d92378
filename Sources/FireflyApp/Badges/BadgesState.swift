import FireflyCore

/// Which saved searches have new matches, as far as the server was asked.
struct BadgesState: Hashable, Sendable {
  private var matches: [Post.ID: Bool] = [:]

  /// Takes what happened.
  mutating func reduce(_ action: BadgesAction) {
    switch action {
    case .response(let new): matches.merge(new) { $1 }
    case .viewed(let query): matches[query] = false
    }
  }

  /// Whether a post is a saved search that has found something new.
  func hasNewMatches(_ post: Post) -> Bool {
    guard post.template == .query else { return false }
    return matches[post.id] ?? post.feed?.hasNewMatches ?? false
  }

  /// Whether any search asked about has found something new.
  var hasAny: Bool { matches.values.contains(true) }
}

extension AppState {
  /// Whether something new waits behind a tab.
  func hasBadge(_ explorer: Explorer) -> Bool {
    guard explorer == .searches else { return false }
    return badges.hasAny
      || lists[.searches].rootList.posts.contains(where: badges.hasNewMatches)
  }
}

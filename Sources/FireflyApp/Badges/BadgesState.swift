import FireflyCore

/// What is new: which saved searches have new matches, and behind which tabs others have been busy.
struct BadgesState: Hashable, Sendable {
  /// How one gets to know of it.
  var watch = NewsWatch()
  /// Tabs behind which there is something that has not been seen.
  var news: Set<Explorer> = []
  private var matches: [Post.ID: Bool] = [:]

  /// Nothing is new yet.
  init(watch: NewsWatch = NewsWatch()) { self.watch = watch }

  /// Takes over whether saved searches have new matches.
  mutating func learn(_ new: [Post.ID: Bool]) { matches.merge(new) { $1 } }

  /// What a saved search finds is being looked at.
  mutating func markViewed(_ query: Post.ID) { matches[query] = false }

  /// A saved search is there no more.
  mutating func forget(_ query: Post.ID) { matches[query] = nil }

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
    switch explorer {
    case .searches:
      badges.hasAny || lists[.searches].rootList.posts.contains(where: badges.hasNewMatches)
    case .posts, .users: explorer != self.explorer && badges.news.contains(explorer)
    }
  }
}

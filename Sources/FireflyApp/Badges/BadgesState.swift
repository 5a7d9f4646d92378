import FireflyCore

/// What is new: which saved searches have new matches, and behind which tabs others have been busy.
struct BadgesState: Hashable, Sendable {
  /// How one gets to know of it.
  var watch = NewsWatch()
  /// Seconds for which a server that can't be reached is left alone.
  static let recheckInterval = 10.0
  /// Whether there was no way to the server when it was asked last.
  var isUnreachable: Bool
  /// Since when it can't be reached, or when it was asked the last time whether it is back; nil while it is
  /// there.
  var unreachableSince: Double?
  /// Tabs behind which there is something that has not been seen.
  var news: Set<Explorer> = []
  private var matches: [Post.ID: Bool] = [:]
  /// Those of them that have found something new.
  private var matching: Set<Post.ID> = []

  /// Nothing is new yet.
  init(watch: NewsWatch = NewsWatch(), isUnreachable: Bool = false, unreachableSince: Double? = nil)
  {
    self.watch = watch
    self.isUnreachable = isUnreachable
    self.unreachableSince = unreachableSince
  }

  /// Takes over whether saved searches have new matches.
  mutating func update(_ new: [Post.ID: Bool]) {
    for (query, hasNewMatches) in new { set(hasNewMatches, of: query) }
  }

  /// What a saved search finds is being looked at.
  mutating func markViewed(_ query: Post.ID) { set(false, of: query) }

  /// A saved search is there no more.
  mutating func remove(_ query: Post.ID) { set(nil, of: query) }

  private mutating func set(_ hasNewMatches: Bool?, of query: Post.ID) {
    matches[query] = hasNewMatches
    if hasNewMatches == true { matching.insert(query) } else { matching.remove(query) }
  }

  /// Whether a post is a saved search that has found something new.
  func hasNewMatches(_ post: Post) -> Bool {
    post.template == .query && (matches[post.id] ?? post.saysNewMatches)
  }

  /// Whether a search has found something new: one that was asked about, or one of a list that says so itself.
  ///
  /// - `list`: its posts that do.
  func hasNewMatches(among list: Set<Post.ID>) -> Bool {
    !matching.isEmpty || list.contains { matches[$0] == nil }
  }
}

extension Post {
  /// Whether it is a saved search of which its list says that it has found something new.
  var saysNewMatches: Bool { template == .query && feed?.hasNewMatches == true }
}

extension AppState {
  /// Whether something new waits behind a tab.
  func hasBadge(_ explorer: Explorer) -> Bool {
    switch explorer {
    case .searches: badges.hasNewMatches(among: lists[.searches].rootList.newMatches)
    // Who looks at their own posts only doesn't see others'.
    case .posts, .users:
      badges.news.contains(explorer)
        && (explorer != self.explorer || current.showsOnlyMine)
    }
  }
}

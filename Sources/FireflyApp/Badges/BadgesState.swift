import FireflyCore

/// The badges: of saved searches with new matches, and of tabs with news from others.
struct BadgesState: Hashable, Sendable {
  /// Finds out what is new.
  var watch = NewsWatch()
  /// Seconds between checks of a server that can't be reached.
  static let recheckInterval = 10.0
  /// Whether the last request could not reach the server.
  var isUnreachable = false
  /// When it became unreachable, or was last checked; nil while it is reachable.
  var unreachableSince: Double?
  /// Whether the server was lost, or has only just come back.
  var watchesServer: Bool { isUnreachable || unreachableSince != nil }
  /// Tabs with news that the user has not seen.
  var news: Set<Explorer> = []
  /// Whether there may be a new user since the users were loaded, for which the tab shows no dot.
  var mayHaveNewUsers = false
  /// When the last poll began, in seconds since 1970.
  var polledAt: Double?
  /// When the last poll that reported new posts began, in seconds since 1970.
  var toldAt: Double?
  private var matches: [Post.ID: Bool] = [:]
  /// The saved searches with new matches.
  private var matching: Set<Post.ID> = []

  /// Removes the badges of the last user, and stops watching.
  mutating func userChanged() {
    watch.reset()
    (news, polledAt, toldAt, matches, matching) = ([], nil, nil, [:], [])
    mayHaveNewUsers = false
  }

  /// Updates the badges of saved searches.
  mutating func update(_ new: [Post.ID: Bool]) {
    for (query, hasNewMatches) in new { set(hasNewMatches, of: query) }
  }

  /// Removes the badge of a saved search whose results are shown.
  mutating func markViewed(_ query: Post.ID) { set(false, of: query) }

  /// Removes a deleted saved search.
  mutating func remove(_ query: Post.ID) { set(nil, of: query) }

  private mutating func set(_ hasNewMatches: Bool?, of query: Post.ID) {
    matches[query] = hasNewMatches
    if hasNewMatches == true { matching.insert(query) } else { matching.remove(query) }
  }

  /// Whether a post is a saved search with new matches.
  func hasNewMatches(_ post: Post) -> Bool {
    post.template == .query && (matches[post.id] ?? post.saysNewMatches)
  }

  /// Whether any saved search has new matches.
  ///
  /// - Parameter list: the saved searches that have new matches according to their list.
  /// - Returns: whether there is one.
  func hasNewMatches(among list: Set<Post.ID>) -> Bool {
    !matching.isEmpty || list.contains { matches[$0] == nil }
  }
}

extension Post {
  /// Whether it is a saved search with new matches according to its list.
  var saysNewMatches: Bool { template == .query && feed?.hasNewMatches == true }
}

extension Surroundings {
  /// Whether a tab has a badge.
  func hasBadge(_ explorer: Explorer) -> Bool {
    switch explorer {
    case .searches: self.badges.hasNewMatches(among: lists[.searches].rootList.newMatches)
    // A list of the user's own posts doesn't show those of others.
    case .posts, .users:
      explorer == .posts && readMarks.unreadAnswers > 0
        || self.badges.news.contains(explorer)
          && (explorer != self.explorer || current.showsOnlyMine)
    }
  }
}

import FireflyCore

/// What the feature for news can use: its own state, the lists and the account.
protocol NewsHost {
  /// The badges, and whether the server can be reached.
  var badges: BadgesState { get set }
  var lists: ListsState { get set }
  var account: Account { get }
  /// Seconds since 1970 at time 0 of the monotonic clock.
  var epoch: Double { get }
  /// Returns whether a new post is in a branch with a mark.
  func isMarked(_ id: Post.ID, below parent: Post.ID?, as kind: MarkedBranches.Kind) -> Bool
}

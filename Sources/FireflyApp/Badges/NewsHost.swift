import FireflyCore

/// What the feature that asks for news may touch: its own state, the lists and the account.
protocol NewsHost {
  /// Which saved searches have new matches, and whether the server can be reached.
  var badges: BadgesState { get set }
  /// The lists.
  var lists: ListsState { get set }
  /// The current user.
  var account: Account { get }
}

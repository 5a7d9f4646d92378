import FireflyCore

/// What the feature for news can use: its own state, the lists and the account.
protocol NewsHost {
  /// The badges, and whether the server can be reached.
  var badges: BadgesState { get set }
  var lists: ListsState { get set }
  var account: Account { get }
}

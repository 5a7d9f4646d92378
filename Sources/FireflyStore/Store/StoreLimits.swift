/// Limits that apply to every store.
package enum StoreLimits {
  /// Seconds in which a deletion can be undone, and for which a picture stays that an edit takes out.
  package static let restorable = 600.0
  /// Maximum number of pictures that a user sends before the posts that show them.
  package static let uploads = 100
  /// Seconds for which such a picture waits for its post.
  package static let uploadLifetime = 86_400.0
  /// Seconds after which it makes room for other pictures of its user; before, its post may be on its way.
  package static let uploadHold = 600.0
  /// Number of deleted posts that are purged in one transaction.
  static let purged = 100
  /// Maximum number of ancestors of a post that are returned.
  package static let ancestors = 200
  /// Maximum number of levels of a tree when writing; imports may exceed it.
  package static let levels = 256
  /// Maximum number of posts in a page of a branch, and the bytes of text after which it ends.
  package static let branch = 500
  static let branchBytes = 2 << 20
  /// Maximum number of posts in a page of numbers.
  package static let links = 1_000
  /// Maximum number of posts of a clock that was ahead that come last in threads; others keep their place.
  package static let ahead = 1_000
  /// Maximum number of hits of a search.
  package static let hits = 100
  /// Number of matches that a search ranks: the newest, so that its duration doesn't grow with the
  /// number of posts.
  package static let ranked = 1_000
  /// Number of searches that run at a time, so that the store's other readers stay available; counts of
  /// branches count as searches.
  static let searches = 2
  /// Maximum number of searches that wait, of all askers and of one.
  static let waitingSearches = (all: 256, ofAsker: 64)
  /// Maximum number of badges in one call.
  package static let badges = 200
  /// Maximum number of new posts in one call; of more, the newest.
  package static let news = 100
  /// Seconds for which a sign-in code is valid.
  package static let codeLifetime = 600.0
  /// Seconds by which the clocks of two processes may differ.
  ///
  /// What is dated further in the future was written while a clock was wrong, and counts for nothing.
  package static let clockDifference = 60.0
  /// Number of wrong attempts that void a code.
  package static let codeTries = 5
  /// Maximum number of devices per user; beyond it, the least recently used one is signed out.
  package static let devices = 50
}

import FireflyCore
import FireflyModel

/// An event of the badges.
package enum BadgesAction: Hashable, Sendable {
  /// Whether saved searches have new matches, by ID.
  case response([Post.ID: Bool])
  /// The results of a saved search are shown; the server counts them as seen.
  case viewed(Post.ID)
  /// A post, possibly a saved search, was deleted.
  case queryDeleted(Post.ID)
  /// Everything new has been read.
  case allRead
  /// Posts by others have come, and not all of them are muted.
  case postsArrived
  /// The response to a request for news.
  case newsResponse(Result<News, LoadFailure>)
  /// The subscription to events was opened.
  case eventsOpened
  /// Events arrived; `last` is the ID after which to continue.
  case eventsArrived([ServerEvent], last: Int)
  /// The server doesn't support events.
  case eventsUnavailable
  /// The subscription has ended; nil if the server just ended it.
  case eventsEnded(LoadFailure?)
}

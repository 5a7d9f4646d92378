import FireflyCore

/// Something that happened with the signs that something new waits.
public enum BadgesAction: Hashable, Sendable {
  /// Whether saved searches have new matches, by their numbers.
  case response([Post.ID: Bool])
  /// What a saved search finds is being looked at: the server takes it as seen.
  case viewed(Post.ID)
  /// A post was deleted, which may have been a saved search.
  case queryDeleted(Post.ID)
  /// What is new, or why that is not known.
  case newsResponse(Result<News, LoadFailure>)
  /// The server sends events from now on.
  case eventsOpened
  /// The server has sent events; `last` is the ID to go on after.
  case eventsArrived([ServerEvent], last: Int)
  /// The server sends no events.
  case eventsUnavailable
  /// The server sends no more events, and why; nil where it just ended the stream.
  case eventsEnded(LoadFailure?)
}

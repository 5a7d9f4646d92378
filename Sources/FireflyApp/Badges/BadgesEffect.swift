import FireflyCore
import Foundation

/// Something to be done to learn what is new.
public enum BadgesEffect: Hashable, Sendable {
  /// Ask which saved searches, of those a level shows, have new matches.
  case load([Post.ID], level: LevelID)
  /// Subscribe to server events after the given event ID.
  case openEvents(after: Int?)
  /// Ask what is new, and which of the user's saved searches have new matches.
  case loadNews(queries: [Post.ID])
  /// Remember that the user has seen what an explorer has; the time of its newest post, if that is known.
  case recordViewed(Explorer, newest: Date?)
}

extension JobID {
  /// The subscription to server events.
  public static let events = JobID.named("events")
  /// What is new, as far as the server is asked.
  public static let news = JobID.named("news")
}

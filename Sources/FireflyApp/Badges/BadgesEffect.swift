import FireflyCore
import Foundation

/// An effect of the badges.
package enum BadgesEffect: Hashable, Sendable {
  /// Load which saved searches of a level have new matches.
  case load([Post.ID], level: LevelID)
  /// Subscribe to server events after the given event ID.
  case openEvents(after: Int?)
  /// Load what is new, and which of the user's saved searches have new matches; of posts only what came since a
  /// time in seconds since 1970, if that is later than when they were viewed.
  case loadNews(queries: [Post.ID], since: Double?)
  /// Record that the user has viewed an explorer, and the time of its newest post, if known.
  case recordViewed(Explorer, newest: Date?)
}

extension JobID {
  /// The subscription to server events.
  package static let events = JobID.named("events")
  /// Loading news.
  package static let news = JobID.named("news")
}

import FireflyAPI

/// What has happened in a store after a post, for one user.
public struct EventBatch: Hashable, Sendable {
  /// Posts and people that are new, the oldest first, each with the number of its post.
  public var events: [StreamedEvent] = []
  /// Whether the listener's saved searches find something that they haven't seen; nil where finding out takes
  /// too long.
  public var badges: [Int: Bool?] = [:]
  /// The number of the newest post ever: what comes later has a higher one.
  public var newest = 0
}

import FireflyAPI

/// What happened in a store after a post, for one user.
public struct EventBatch: Hashable, Sendable {
  /// New posts and users, oldest first.
  public var events: [StreamedEvent] = []
  /// Whether the user's saved searches have matches that the user hasn't seen; nil if a search took
  /// too long.
  public var badges: [Int: Bool?] = [:]
  /// The highest number that a post ever had.
  public var newest = 0
}

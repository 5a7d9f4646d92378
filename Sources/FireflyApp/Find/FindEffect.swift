import FireflyCore

/// An effect of the search within a list.
public enum FindEffect: Hashable, Sendable {
  /// Search all posts of a list for a text.
  case findMatches(of: String, in: [Post], level: LevelID)
}

import FireflyCore

/// Something to be done for finding within a list.
public enum FindEffect: Hashable, Sendable {
  /// Search all posts of a list for a text.
  case findMatches(of: String, in: [Post], level: LevelID)
}

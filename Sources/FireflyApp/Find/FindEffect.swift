import FireflyCore

/// An effect of the search within a list.
package enum FindEffect: Hashable, Sendable {
  /// Search all posts of a list for a text.
  case findMatches(of: String, in: [Post], level: LevelID)
}

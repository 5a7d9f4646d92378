import FireflyCore

/// The posts with which an explorer begins (seed 004).
package struct FirstAudience: Hashable, Sendable {
  /// Whose posts are shown until more is known.
  package let shown: Audience
  /// Whether the user's own posts are shown instead if there are any.
  package let isUndecided: Bool

  /// Creates the posts of a list.
  package init(_ shown: Audience) { (self.shown, isUndecided) = (shown, false) }

  private init(unless shown: Audience) { (self.shown, isUndecided) = (shown, true) }

  /// Everyone's posts.
  package static let everyone = FirstAudience(.everyone)
  /// The user's own posts.
  package static let mine = FirstAudience(.mine)
  /// The user's own posts if there are any, otherwise everyone's.
  package static let mineIfAny = FirstAudience(unless: .everyone)
}

import FireflyCore

extension Post.Template {
  /// The parent number of a post of this template at the root.
  package var rootParentID: Int? { self == .query || self == .profile ? -1 : nil }
}

import FireflyCore

extension Post.Template {
  /// The placeholder for a deleted post that has children.
  public static let deleted = Post.Template.other("deleted")

  /// The parent number of a post of this template at the root.
  var rootParentID: Int? { self == .query || self == .profile ? -1 : nil }
}

import FireflyCore

extension Post.Template {
  /// What stands in the place of a deleted post that has children.
  public static let deleted = Post.Template.other("deleted")

  /// The parent number that stands for no parent.
  var rootParentID: Int? { self == .query || self == .profile ? -1 : nil }
}

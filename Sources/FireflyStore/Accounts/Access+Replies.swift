import FireflyCore

extension Access.Repliers {
  /// Checks whether a post may become a reply to another one.
  ///
  /// - Parameters:
  ///   - post: the post; a new one has no number yet.
  ///   - parent: the new parent.
  /// - Throws: `StoreError.invalidParent`, `.ownRepliesOnly`.
  func check(_ post: Post, below parent: Post) throws(StoreError) {
    if parent.template == .query {
      throw .invalidParent("A saved search can't have replies.")
    }
    if parent.template == .profile, post.userID != parent.userID {
      throw .invalidParent("Only its owner can write below a profile.")
    }
    guard post.id <= 0 || post.parentID != parent.id else { return }
    if self == .owner, post.userID != parent.userID { throw .ownRepliesOnly }
  }
}

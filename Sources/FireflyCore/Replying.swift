extension Post.Template {
  /// The placeholder for a deleted post that has children.
  public static let deleted = Post.Template.other("deleted")
}

extension Post {
  /// Whether a user may write below the post, as far as its kind and its owner tell.
  public func canHaveReplies(by key: String?) -> Bool {
    replyRefusal(for: key, authorOnly: false) == nil
  }

  /// Returns why a user can't reply to the post, as a sentence.
  ///
  /// - Parameters:
  ///   - key: the user's `User.key`; nil when signed out.
  ///   - authorOnly: whether the server lets only the author of a post reply to it.
  /// - Returns: the sentence; nil if nothing is known that prevents a reply.
  public func replyRefusal(for key: String?, authorOnly: Bool) -> String? {
    switch template {
    case .query: "A saved search can't have replies."
    case .deleted: "This post was deleted, so it can't have replies."
    case .profile: isOwned(by: key) ? nil : "Only its owner can write below a profile."
    case .post, .other:
      authorOnly && !isOwned(by: key)
        ? "On this server only the author of a post can reply to it." : nil
    }
  }
}

extension Post.Template {
  /// The placeholder for a deleted post that has children.
  public static let deleted = Post.Template.other("deleted")
}

extension Post {
  /// Whether the post can have replies: no profile, saved search or deleted post can.
  public var canHaveReplies: Bool { missingReplies == nil }

  /// Returns why a user can't reply to the post, as a sentence.
  ///
  /// - Parameters:
  ///   - email: the user's e-mail address.
  ///   - authorOnly: whether the server lets only the author of a post reply to it.
  /// - Returns: the sentence; nil if nothing is known that prevents a reply.
  public func replyRefusal(for email: String?, authorOnly: Bool) -> String? {
    if let missingReplies { return missingReplies }
    return authorOnly && !isOwned(by: email)
      ? "On this server only the author of a post can reply to it." : nil
  }

  /// Why the post can't have replies, as a sentence; nil if it can.
  private var missingReplies: String? {
    switch template {
    case .query: "A saved search can't have replies."
    case .profile: "A profile can't have replies."
    case .deleted: "This post was deleted, so it can't have replies."
    case .post, .other: nil
    }
  }
}

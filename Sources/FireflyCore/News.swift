/// What waits for somebody on a server, as it answers when it is asked.
public struct News: Hashable, Sendable {
  /// Whether saved searches find something that has not been looked at, by their numbers.
  public var matches: [Post.ID: Bool]
  /// Whether others have written posts since one looked.
  public var hasNewPosts: Bool
  /// Whether there are new people since one looked.
  public var hasNewUsers: Bool

  /// News; without arguments, none.
  public init(matches: [Post.ID: Bool] = [:], hasNewPosts: Bool = false, hasNewUsers: Bool = false)
  {
    self.matches = matches
    self.hasNewPosts = hasNewPosts
    self.hasNewUsers = hasNewUsers
  }
}

/// Something that a server tells by itself when it happens.
public enum ServerEvent: Hashable, Sendable {
  /// A post or a saved search was written.
  case post(NewPost)
  /// A saved search of one's own finds something new, or nothing new any more.
  case badge(query: Post.ID, hasNewMatches: Bool)
  /// Somebody new is there, with this profile.
  case user(profile: Post.ID)

  /// What is told of a post that was written.
  public struct NewPost: Hashable, Sendable {
    /// Its number.
    public var id: Post.ID
    /// The post that it is below; nil at the root.
    public var parent: Post.ID?
    /// What it is.
    public var template: Post.Template
    /// Whether who is told has written it.
    public var isOwn: Bool

    /// A post.
    public init(id: Post.ID, parent: Post.ID?, template: Post.Template, isOwn: Bool) {
      self.id = id
      self.parent = parent
      self.template = template
      self.isOwn = isOwn
    }
  }
}

/// A server's answer to a poll: what is new for the current user.
public struct News: Hashable, Sendable {
  /// Whether saved searches have new matches, by ID.
  public var matches: [Post.ID: Bool]
  /// Whether others have written posts since the last view.
  public var hasNewPosts: Bool
  /// Whether there are new users since the last view.
  public var hasNewUsers: Bool

  /// Creates news; by default none.
  public init(matches: [Post.ID: Bool] = [:], hasNewPosts: Bool = false, hasNewUsers: Bool = false)
  {
    self.matches = matches
    self.hasNewPosts = hasNewPosts
    self.hasNewUsers = hasNewUsers
  }
}

/// An event pushed by a server.
public enum ServerEvent: Hashable, Sendable {
  /// A post or a saved search was created.
  case post(NewPost)
  /// A saved search of the current user has new matches, or no longer has any.
  case badge(query: Post.ID, hasNewMatches: Bool)
  /// A user has joined; this is their profile.
  case user(profile: Post.ID)
  /// The current user has read or saved something, perhaps on another machine; since then, their marks have this
  /// version.
  case marks(version: Int)

  /// The description of a new post.
  public struct NewPost: Hashable, Sendable {
    /// Its ID.
    public var id: Post.ID
    /// Its parent; nil at the top level.
    public var parent: Post.ID?
    /// Its template.
    public var template: Post.Template
    /// Whether the current user wrote it.
    public var isOwn: Bool
    /// Whether it replies to a post of the current user.
    public var answersYou: Bool
    /// The title of an entry of a feed whose filter asks for a notification; nil for others.
    public var announcement: String?

    /// Creates a description.
    public init(
      id: Post.ID, parent: Post.ID?, template: Post.Template, isOwn: Bool,
      answersYou: Bool = false, announcement: String? = nil
    ) {
      self.announcement = announcement
      self.id = id
      self.parent = parent
      self.template = template
      self.isOwn = isOwn
      self.answersYou = answersYou
    }
  }
}

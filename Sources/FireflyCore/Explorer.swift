/// The three views of the tree, one per tab of the toolbar (seed 004).
public enum Explorer: Int, CaseIterable, Hashable, Sendable {
  /// Posts, where new ones are created.
  case posts
  /// Saved searches.
  case searches
  /// Users.
  case users

  /// The template of its posts; a name in the API.
  public var tag: String {
    switch self {
    case .posts: "post"
    case .searches: "query"
    case .users: "profile"
    }
  }

  /// The title of its tab: the plural of its contents.
  public var name: String {
    switch self {
    case .posts: "posts"
    case .searches: "searches"
    case .users: "users"
    }
  }

  /// The message while it loads (seed 004).
  public var loadingMessage: String {
    switch self {
    case .posts: "Loading posts..."
    case .searches: "Loading queries..."
    case .users: "Loading users..."
    }
  }
}

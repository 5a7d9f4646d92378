/// The three ways into the tree, one a tab of the toolbar (seed 004).
public enum Explorer: Int, CaseIterable, Hashable, Sendable {
  /// Posts, and the place to write one.
  case posts
  /// Saved searches.
  case searches
  /// People.
  case users

  /// The template whose posts it shows, by its name on the wire.
  public var tag: String {
    switch self {
    case .posts: "post"
    case .searches: "query"
    case .users: "profile"
    }
  }

  /// Its name on the toolbar: what it shows several of.
  public var name: String {
    switch self {
    case .posts: "posts"
    case .searches: "searches"
    case .users: "users"
    }
  }

  /// What is said while it loads (seed 004).
  public var loadingWords: String {
    switch self {
    case .posts: "Loading posts..."
    case .searches: "Loading queries..."
    case .users: "Loading users..."
    }
  }
}

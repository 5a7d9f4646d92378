import FireflyCore

/// What a list shows, wherever it stands on a path: the same in every run.
public enum ListContent: Hashable, Sendable {
  /// An explorer's own list.
  case root(Explorer, onlyMine: Bool)
  /// An explorer's own list at its first: the user's own posts if there are any, else everybody's.
  case beginning(Explorer)
  /// What a level below shows.
  case level(Navigator.Destination)

  /// A name for good, as short as it can be, under which the list is kept.
  public var name: String {
    switch self {
    case .root(let explorer, let onlyMine): explorer.name + (onlyMine ? " of mine" : "")
    case .beginning(let explorer): explorer.name + " at first"
    case .level(.children(let id)): "children \(id)"
    case .level(.results(let id)): "results \(id)"
    case .level(.profile(let email)): "profile \(email)"
    }
  }
}

/// A list as a server last sent it.
public struct CachedList: Hashable, Sendable {
  /// Its first posts, without what stands above or below them.
  public var posts: [Post]
  /// When it was sent, in seconds since 1970.
  public var time: Int
  /// Whether they are only the user's own.
  public var onlyMine: Bool

  /// A list of that time.
  public init(posts: [Post], time: Int, onlyMine: Bool = false) {
    self.posts = posts
    self.time = time
    self.onlyMine = onlyMine
  }
}

extension ListEffect {
  /// What the posts are that it loads from the beginning; nil where it loads something else.
  public var content: ListContent? {
    switch self {
    case .loadRoot(let level, let onlyMine, nil, _):
      .root(level.explorer, onlyMine: onlyMine)
    case .loadBeginning(let level, _): .beginning(level.explorer)
    case .loadChildren(let id, _, _): .level(.children(of: id))
    case .loadResults(let id, _): .level(.results(query: id))
    case .loadProfile(let email, _): .level(.profile(email: email))
    case .loadRoot, .loadCached, .loadParent, .loadPath, .formatBody, .storeAudience,
      .recordAudienceExplained:
      nil
    }
  }
}

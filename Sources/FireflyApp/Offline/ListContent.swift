import FireflyCore

/// The content of a list, independent of its level: the key under which it is cached.
package enum ListContent: Hashable, Sendable {
  /// The root list of an explorer.
  case root(Explorer, Audience)
  /// The first root list of an explorer: the user's own posts if there are any, otherwise
  /// everyone's.
  case beginning(Explorer)
  /// The top-level posts by their last replies.
  case threads
  /// The content of a level below the root.
  case level(Navigator.Destination)
  /// The article of a page, by its address: a list of one post.
  case article(page: String)
  /// The posts below a post, in reading order.
  case branch(of: Post.ID)

  /// A permanent short name for the cache.
  package var name: String {
    switch self {
    case .root(let explorer, .mine), .root(let explorer, .second): "\(explorer.name) of mine"
    case .root(let explorer, _): explorer.name
    case .beginning(let explorer): explorer.name + " at first"
    case .branch(let id): "branch \(id)"
    case .threads: "threads"
    case .level(.children(let id)): "children \(id)"
    case .level(.results(let id)): "results \(id)"
    case .level(.profile(let email)): "profile \(email)"
    case .level(.answers): "answers"
    case .article(let page): "article \(page)"
    }
  }
}

/// A cached list.
package struct CachedList: Hashable, Sendable {
  /// The first posts, without children or ancestors.
  package var posts: [Post]
  /// When it was received, in seconds since 1970.
  package var time: Int
  /// Whether it has only the user's own posts.
  package var onlyMine: Bool

  /// Creates a cached list.
  package init(posts: [Post], time: Int, onlyMine: Bool = false) {
    self.posts = posts
    self.time = time
    self.onlyMine = onlyMine
  }
}

extension ListEffect {
  /// The list that it loads from the beginning; nil for other effects.
  package var content: ListContent? {
    switch self {
    case .loadRoot(let level, let audience, nil, _): .root(level.explorer, audience)
    case .loadBeginning(let level, _): .beginning(level.explorer)
    case .loadThreads(_, nil): .threads
    case .loadChildren(let id, _): .level(.children(of: id))
    case .loadBranch(let id, _, nil, _): .branch(of: id)
    case .loadResults(let id, _): .level(.results(query: id))
    case .loadProfile(let email, _): .level(.profile(email: email))
    case .loadAnswers: .level(.answers)
    case .loadRoot, .loadThreads, .loadBranch, .loadReplies, .loadCached, .loadParent,
      .loadAnswered,
      .loadText, .loadPath, .formatBody, .prefetchChildren, .storeAudience, .storeDensity,
      .recordAudienceExplained:
      nil
    }
  }
}

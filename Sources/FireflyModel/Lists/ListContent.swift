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

import FireflyCore

// What others have done since a list was loaded.
extension ListsState {
  /// The user's own saved searches, as far as they are known: those that news are asked for.
  func ownQueries(of email: String?) -> [Post.ID] {
    let posts = self[.searches].rootList.posts
    let queries = posts.lazy.filter { $0.template == .query && $0.isOwned(by: email) }
    return Array(queries.filter { !$0.isUnsaved }.map(\.id).prefix(Self.maximumQueries))
  }

  /// Saved searches that a server is asked about at a time.
  private static let maximumQueries = 200

  /// Reloads an explorer's own list, if it has been loaded.
  func reloadRoot(_ explorer: Explorer) -> [Effect] {
    let root = self[explorer].navigator.root
    guard self[root.id]?.phase == .loaded else { return [] }
    return [.list(request(for: root))]
  }

  /// Reloads the lists that a new post belongs to, unless they have it: the one in front, and what
  /// no sign on a tab tells of.
  func reload(for post: ServerEvent.NewPost) -> [Effect] {
    var effects: [Effect] = []
    let level = current.navigator.current
    if let parent = post.parent, level.destination == .children(of: parent),
      list.index(of: post.id) == nil
    {
      effects.append(.list(request(for: level)))
    }
    let explorer: Explorer = post.template == .query ? .searches : .posts
    guard self[explorer].rootList.index(of: post.id) == nil else { return effects }
    let hasBadge = !post.isOwn && explorer == .posts
    if !hasBadge, post.isOwn || !self[explorer].showsOnlyMine { effects += reloadRoot(explorer) }
    return effects
  }
}

import FireflyCore

// Reloading of lists after changes by others.
extension ListsState {
  /// Returns the user's own saved searches that are loaded, for requests for news.
  func ownQueries(of account: Account) -> [Post.ID] {
    let posts = self[.searches].rootList.posts
    let queries = posts.lazy.filter { $0.template == .query && account.owns($0) }
    return Array(queries.filter { !$0.isUnsaved }.map(\.id).prefix(Self.maximumQueries))
  }

  /// Maximum number of saved searches per request.
  private static let maximumQueries = 200

  /// Reloads a root list if it is loaded.
  func reloadRoot(_ explorer: Explorer) -> [Effect] {
    let root = self[explorer].navigator.root
    guard self[root.id]?.phase == .loaded else { return [] }
    return [.list(request(for: root))]
  }

  /// Returns whether a feed is among those that are followed, as far as they are loaded.
  func hasFeed(_ feed: Post) -> Bool {
    self[.users].rootList.posts.contains { row in
      row.id == feed.id || row.contents?.items.contains { $0.id == feed.id } == true
    }
  }

  /// Requests the feeds and their entries again after a feed was followed, moved to another folder, or left.
  mutating func feedsChanged() -> [Effect] {
    [Explorer.users, .posts].flatMap { explorer in
      let root = self[explorer].navigator.root.id
      // The list of the first one had failed, or has not come.
      if let phase = self[root]?.phase, phase != .idle { self[root]?.phase = .loaded }
      return reloadRoot(explorer)
    }
  }

  /// Gives a card with its first reply by others the way to it; replies that were loaded ahead are out
  /// of date.
  mutating func replyArrived(below parent: Post.ID, _ context: Context) -> [Effect] {
    change(parent, context) {
      // The list may have counted it already.
      $0.childCount = max(1, $0.childCount ?? 0)
      $0.children = nil
    }
  }

  /// Requests the replies of the current level again, if it shows some.
  mutating func askAgainForReplies() -> [Effect] {
    guard case .children = current.navigator.current.destination else { return [] }
    return askAgain()
  }

  /// Requests the posts of the current level again, unless that is under way.
  mutating func askAgain() -> [Effect] {
    guard list.phase == .loaded, list.reload != .news else { return [] }
    if list.reload == .none { list.reload = .news }
    return [.list(request(for: current.navigator.current))]
  }

  /// Reloads the lists to which a new post belongs, unless a badge announces it.
  func reload(for post: ServerEvent.NewPost) -> [Effect] {
    var effects: [Effect] = []
    if let parent = post.parent { effects.append(.send(.list(.replyArrived(below: parent)))) }
    let level = current.navigator.current
    if let parent = post.parent, list.index(of: post.id) == nil,
      level.destination == .children(of: parent) || list.isThread && list.index(of: parent) != nil
    {
      effects.append(.list(request(for: level, below: parent)))
    }
    let explorer: Explorer = post.template == .query ? .searches : .posts
    guard self[explorer].rootList.index(of: post.id) == nil else { return effects }
    let hasBadge = !post.isOwn && explorer == .posts
    if !hasBadge, post.isOwn || !self[explorer].showsOnlyMine { effects += reloadRoot(explorer) }
    return effects
  }
}

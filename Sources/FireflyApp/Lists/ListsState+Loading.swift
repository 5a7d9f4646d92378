import FireflyCore

// Asking for lists.
extension ListsState {
  /// Posts asked for at a time (seed 000).
  static let pageLength = 50
  /// Posts asked for at a time on the way to the end, or to what is looked for.
  static let longPageLength = 500
  /// Posts that an explorer's own list has at most.
  static let maximumPosts = 20_000

  /// Asks for an explorer's own list.
  mutating func loadRoot(_ explorer: Explorer, _ context: Context) -> [Effect] {
    let root = self[explorer].navigator.root
    if self[root.id]?.posts.isEmpty != false {
      self[root.id]?.phase = .loading(since: context.now)
    }
    return requests(for: root)
  }

  /// Asks for what a level shows: at the root only if it is empty, below it always (seed 000).
  mutating func load(_ level: Navigator.Level, _ context: Context) -> [Effect] {
    guard let destination = level.destination else {
      if case .loading = list.phase { return [] }
      return list.posts.isEmpty ? loadRoot(explorer, context) : []
    }
    if self[level.id]?.posts.isEmpty != false {
      self[level.id]?.phase = .loading(since: context.now)
    }
    return switch destination {
    case .children(let id), .results(let id):
      [.list(.loadParent(id, level: level.id))] + requests(for: level)
    case .profile: requests(for: level)
    }
  }

  /// Loads the current list again.
  mutating func refresh(_ context: Context) -> [Effect] {
    let level = current.navigator.current
    if case .failed = list.phase { list.phase = .loading(since: context.now) }
    // A next page on its way is cancelled with the rest.
    (list.isLoadingMore, list.seeksEnd) = (false, false)
    let effects = level.destination == nil ? loadRoot(explorer, context) : load(level, context)
    // The layout of a long body may have been cancelled with the rest.
    return [.cancelLevel(level.id)] + effects + reformatExpandedBody(context)
  }

  /// Whether the server may have more of the current list, and there is room for it.
  var canLoadMore: Bool {
    let list = list
    return current.navigator.depth == 0 && explorer != .users && !list.isComplete
      && list.phase == .loaded && list.cachedAt == nil
      && list.posts.count + list.skipped >= Self.pageLength && list.posts.count < Self.maximumPosts
  }

  /// Asks for the next page of a root list when the selection comes near the end of it.
  mutating func loadMoreIfNear(_ index: Int) -> [Effect] {
    guard canLoadMore, !list.isLoadingMore, index >= list.posts.count - 10 else { return [] }
    return loadMore(level, length: list.seeksEnd ? Self.longPageLength : Self.pageLength)
  }

  /// Asks for what comes after the last post of a root list.
  mutating func loadMore(_ level: LevelID, length: Int) -> [Effect] {
    guard let list = self[level], !list.isLoadingMore, let last = list.posts.last else { return [] }
    self[level]?.isLoadingMore = true
    return [
      .list(
        .loadRoot(
          level: level, onlyMine: self[level.explorer].showsOnlyMine, before: last.id,
          limit: list.pagesByLimit ? list.posts.count + list.skipped + length : length))
    ]
  }

  /// What asks for the list of a level.
  func request(for level: Navigator.Level) -> ListEffect {
    switch level.destination {
    case nil where self[level.id.explorer].isUndecided:
      .loadBeginning(level: level.id, limit: self[level.id.explorer].initialLength)
    case nil:
      .loadRoot(
        level: level.id, onlyMine: self[level.id.explorer].showsOnlyMine,
        limit: self[level.id.explorer].initialLength)
    case .children(let id):
      .loadChildren(
        of: id, level: level.id,
        isLong: self[level.id]?.parent?.childCount ?? 0 > Self.longPageLength)
    case .results(let id): .loadResults(query: id, level: level.id)
    case .profile(let email): .loadProfile(email: email, level: level.id)
    }
  }

  /// Requests the expanded body again if it was laid out for another width.
  func reformatExpandedBody(_ context: Context) -> [Effect] {
    let columns = context.layout.textColumns
    guard let id = current.position.expandedID, let index = list.index(of: id),
      list.bodies[id]?.width != columns
    else { return [] }
    return [.list(.formatBody(list.posts[index].body, post: id, level: level, columns: columns))]
  }

  /// Asks which of the user's saved searches among some posts of a level have new matches.
  func badgeRequest(_ posts: [Post], _ level: LevelID, _ context: Context) -> [Effect] {
    let email = context.account.email
    let queries = posts.filter { $0.template == .query && $0.isOwned(by: email) }.map(\.id)
    return queries.isEmpty ? [] : [.badges(.load(queries, level: level))]
  }
}

import FireflyCore

// Asking for lists.
extension AppState {
  /// Posts asked for at a time (seed 000).
  public static let pageLength = 50

  /// Asks for an explorer's own list.
  mutating func loadRoot(_ explorer: Explorer, at now: Double) -> [Effect] {
    guard let state = explorers[explorer] else { return [] }
    let root = state.navigator.root.id
    if state.lists[root]?.posts.isEmpty != false {
      explorers[explorer]?.lists[root]?.phase = .loading(since: now)
    }
    return [request(for: state.navigator.root, of: explorer)]
  }

  /// Asks for what a level shows: at the root only if it is empty, below it always (seed 000).
  mutating func load(_ level: Navigator.Level, at now: Double) -> [Effect] {
    guard let destination = level.destination else {
      if case .loading = current.list.phase { return [] }
      return current.list.posts.isEmpty ? loadRoot(explorer, at: now) : []
    }
    if current.lists[level.id]?.posts.isEmpty != false {
      current.lists[level.id]?.phase = .loading(since: now)
    }
    let list = request(for: level, of: explorer)
    return switch destination {
    case .children(let id), .results(let id): [.loadParent(id, level: level.id), list]
    case .profile: [list]
    }
  }

  /// Loads the current list again.
  mutating func refresh(at now: Double) -> [Effect] {
    let level = current.navigator.current
    if case .failed = list.phase { list.phase = .loading(since: now) }
    // A next page on its way is cancelled with the rest.
    list.isLoadingMore = false
    for address in visiblePictureAddresses() where pictures[address] == .failed {
      pictures[address] = nil
    }
    let effects = level.destination == nil ? loadRoot(explorer, at: now) : load(level, at: now)
    // The layout of a long body may have been cancelled with the rest.
    return [.cancelRequests(level: level.id)] + effects + reformatExpandedBody()
      + loadVisiblePictures()
  }

  /// Asks for the next page of a root list when the selection comes near the end of it.
  mutating func loadMoreIfNear(_ index: Int, _ now: Double) -> [Effect] {
    let level = current.navigator.current
    guard level.destination == nil, explorer != .users, !list.isComplete, !list.isLoadingMore,
      list.phase == .loaded, index >= list.posts.count - 10, let last = list.posts.last,
      list.posts.count + list.skipped >= Self.pageLength
    else { return [] }
    list.isLoadingMore = true
    return [
      .loadRoot(
        explorer, level: level.id, onlyMine: current.showsOnlyMine, email: user?.email,
        before: last.id)
    ]
  }

  /// What asks for the list of a level.
  func request(for level: Navigator.Level, of explorer: Explorer) -> Effect {
    switch level.destination {
    case nil:
      .loadRoot(
        explorer, level: level.id, onlyMine: explorers[explorer]?.showsOnlyMine ?? false,
        email: user?.email)
    case .children(let id): .loadChildren(of: id, level: level.id)
    case .results(let id): .loadResults(query: id, level: level.id, email: user?.email)
    case .profile(let email): .loadProfile(email: email, level: level.id)
    }
  }

  /// Asks which of the user's saved searches among some posts have new matches.
  func badgeRequest(_ posts: [Post]) -> [Effect] {
    guard let email = user?.email else { return [] }
    let queries = posts.filter { $0.template == .query && $0.isOwned(by: email) }.map(\.id)
    return queries.isEmpty ? [] : [.loadBadges(queries, email: email)]
  }
}

import FireflyCore

// Requests for lists.
extension ListsState {
  /// Number of posts per page (seed 000).
  static let pageLength = 50
  /// Number of posts per page on the way to the end, or to a match.
  static let longPageLength = 500
  static let maximumPosts = 20_000

  mutating func loadRoot(_ explorer: Explorer, _ context: Context) -> [Effect] {
    let root = self[explorer].navigator.root
    if self[root.id]?.posts.isEmpty != false {
      self[root.id]?.phase = .loading(since: context.now)
    }
    self[root.id]?.hasOtherLists = context.site.switches(in: explorer)
    return requests(for: root)
  }

  /// Loads the contents of a level: at the root only if it is empty (seed 000).
  mutating func load(_ level: Navigator.Level, _ context: Context) -> [Effect] {
    guard let destination = level.destination else {
      if case .loading = list.phase { return [] }
      return list.posts.isEmpty ? loadRoot(explorer, context) : []
    }
    if self[level.id]?.posts.isEmpty != false {
      self[level.id]?.phase = .loading(since: context.now)
    }
    return switch destination {
    case .results(Post.laterID): [.list(request(for: level))]
    // The state has them.
    case .results(Post.draftsID): []
    case .children(let id), .results(let id):
      [.list(.loadParent(id, level: level.id))] + requests(for: level)
    case .profile, .answers: requests(for: level)
    }
  }

  /// Reloads the current list.
  mutating func refresh(_ context: Context) -> [Effect] {
    let level = current.navigator.current
    loadingAhead = nil
    if level.destination == .results(query: Post.draftsID) { return [] }
    if case .failed = list.phase { list.phase = .loading(since: context.now) }
    list.reload = list.posts.isEmpty ? .none : .user(since: context.now)
    // The request for the next page is cancelled, too.
    list.furtherPage = .none
    if list.seeksEnd { list.goal = .none }
    list.thread?.requestsCancelled()
    answeredParents.cancelled(level.id)
    let effects = level.destination == nil ? loadRoot(explorer, context) : load(level, context)
    // The formatting of a long body may have been cancelled, too.
    return [.cancelLevel(level.id)] + effects + reformatExpandedBody(context)
  }

  /// Whether the current list may have more pages, and is not too long.
  var canLoadMore: Bool {
    let list = list
    if case .list = list.audience { return false }
    return current.navigator.depth == 0 && explorer != .users && list.more == .onRequest
      && list.phase == .loaded && list.cachedAt == nil
      && list.posts.count + list.skipped >= Self.pageLength && list.posts.count < Self.maximumPosts
  }

  /// Whether more posts of the current list can be loaded for a search.
  var hasMore: Bool { list.isThread ? list.canLoadReplies : canLoadMore }

  /// Loads the next page of a root list if the selection is near its end.
  mutating func loadMoreIfNear(_ index: Int) -> [Effect] {
    guard canLoadMore, !list.isLoadingMore, index >= list.posts.count - 10 else { return [] }
    return loadMore(level, length: list.seeksEnd ? Self.longPageLength : Self.pageLength)
  }

  /// Loads the posts after the last one of a root list.
  mutating func loadMore(_ level: LevelID, length: Int) -> [Effect] {
    guard let list = self[level], !list.isLoadingMore, list.posts.contains(where: { !$0.isLocal })
    else { return [] }
    self[level]?.furtherPage = .requested
    return requestFurtherPage(level, length: length)
  }

  /// Returns the request for the posts after those of the first pages, or after all.
  func requestFurtherPage(_ level: LevelID, length: Int) -> [Effect] {
    guard let list = self[level] else { return [] }
    let posts = list.head?.posts ?? list.posts
    guard let last = posts.last(where: { !$0.isLocal }) else { return [] }
    if list.audience == .threads { return [.list(.loadThreads(level: level, before: last.id))] }
    return [
      .list(
        .loadRoot(
          level: level, self[level.explorer].audience, before: last.id,
          limit: list.pagesByLimit ? posts.count + list.skipped + length : length))
    ]
  }

  /// Returns the request for the contents of a level.
  func request(for level: Navigator.Level) -> ListEffect {
    if level.destination == nil, case .list(let id) = self[level.id.explorer].audience {
      return .loadResults(query: id, level: level.id)
    }
    return switch level.destination {
    case nil where self[level.id.explorer].isUndecided:
      .loadBeginning(level: level.id, limit: self[level.id.explorer].initialLength)
    case nil where self[level.id.explorer].audience == .threads: .loadThreads(level: level.id)
    case nil:
      .loadRoot(
        level: level.id, self[level.id.explorer].audience,
        limit: self[level.id.explorer].initialLength)
    case .children(let id) where self[level.id]?.isThread == true:
      .loadBranch(of: id, level: level.id)
    case .children(let id): .loadChildren(of: id, level: level.id)
    case .results(let id): .loadResults(query: id, level: level.id)
    case .profile(let email): .loadProfile(email: email, level: level.id)
    case .answers: .loadAnswers(level: level.id, self[level.id]?.notices)
    }
  }

  /// Returns the request for the replies to a post in a level that shows them.
  func request(for level: Navigator.Level, below parent: Post.ID?) -> ListEffect {
    guard let parent, level.destination != .children(of: parent), self[level.id]?.isThread == true
    else { return request(for: level) }
    return .loadReplies(to: parent, level: level.id)
  }

  /// Formats the expanded body again if its width has changed, or whether pictures are shown.
  func reformatExpandedBody(_ context: Context) -> [Effect] {
    let context = fitting(context, level)
    guard let id = current.position.expandedID, let index = list.index(of: id),
      !context.fits(list.bodies[id])
    else { return [] }
    return [context.formatBody(of: list.posts[index], in: level)]
  }

  /// Returns a request for the badges of the user's saved searches among some posts.
  func badgeRequest(_ posts: [Post], _ level: LevelID, _ context: Context) -> [Effect] {
    let queries = posts.filter { $0.template == .query && context.account.owns($0) }.map(\.id)
    return queries.isEmpty ? [] : [.badges(.load(queries, level: level))]
  }
}

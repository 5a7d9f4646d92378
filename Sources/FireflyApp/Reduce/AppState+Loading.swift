import FireflyCore

// Asking for lists and taking the answers in.
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
    return [
      .loadRoot(explorer, level: root, onlyMine: state.showsOnlyMine, email: user?.email)
    ]
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
    switch destination {
    case .children(let id):
      return [.loadParent(id, level: level.id), .loadChildren(of: id, level: level.id)]
    case .results(let id):
      return [.loadParent(id, level: level.id)]
        + [.loadResults(query: id, level: level.id, email: user?.email)]
    case .profile(let email):
      return [.loadProfile(email: email, level: level.id)]
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

  /// Takes the posts of a level in, keeping the selected card where it is on the screen.
  mutating func receive(
    _ response: Response<PostPage>, _ level: Navigator.Level.ID, at now: Double
  ) -> [Effect] {
    guard let explorer = explorer(ofLevel: level), let old = explorers[explorer]?.lists[level]
    else {
      return []
    }
    switch response {
    case .failure(let reason):
      guard old.posts.isEmpty else {
        note(reason, isError: true, at: now)
        return []
      }
      updateList(level) { $0.phase = .failed(reason) }
      return []
    case .success(let page):
      // One empty answer is no proof that everything was deleted: such servers give them under load.
      if page.posts.isEmpty, !old.hasDoubted, !old.posts.isEmpty || old.parent?.hasChildren == true,
        let target = explorers[explorer]?.levels.first(where: { $0.id == level })
      {
        updateList(level) { $0.hasDoubted = true }
        return reload(target, of: explorer)
      }
      return accept(page, level, of: explorer, at: now)
    }
  }

  private mutating func accept(
    _ page: PostPage, _ level: Navigator.Level.ID, of explorer: Explorer, at now: Double
  ) -> [Effect] {
    guard let old = explorers[explorer]?.lists[level],
      var position = explorers[explorer]?.levels.first(where: { $0.id == level })?.position
    else { return [] }
    let oldCards = restingLayout(of: old)
    var list = old
    list.setPosts(page.posts)
    // A root list read anew begins as it did; what had been paged in after that stays.
    if explorers[explorer]?.navigator.root.id == level,
      page.posts.count + page.skipped.count >= Self.pageLength, let last = page.posts.last,
      let place = old.index(of: last.id)
    {
      list.appendPosts(Array(old.posts[(place + 1)...]))
    }
    list.skipped = page.skipped.count
    list.phase = .loaded
    list.hasDoubted = false
    find?.hopeless = nil
    list.isComplete = false
    // What moved from under the selection is found again; what is gone leaves its place to the next.
    let before = old.index(of: position.selectedID)
    let selected =
      list.index(of: old.wanted) ?? list.index(of: position.selectedID)
      ?? before.map { min($0, list.posts.count - 1) } ?? (list.posts.isEmpty ? nil : 0)
    list.wanted = nil
    position.selectedID = selected.flatMap {
      list.posts.indices.contains($0) ? list.posts[$0].id : nil
    }
    if list.index(of: position.expandedID) == nil { position.expandedID = nil }
    let isExpanded = position.expandedID != nil
    list.expansions = list.expansions.filter {
      list.index(of: $0.key) != nil && (isExpanded || $0.value.target == 0)
    }
    let changed = position.expandedID.flatMap { id -> Post? in
      guard let new = list.index(of: id).map({ list.posts[$0] }),
        let was = old.index(of: id).map({ old.posts[$0] }), was.body != new.body
      else { return nil }
      return new
    }
    list.bodies = list.bodies.filter { list.expansions[$0.key] != nil }
    if let before, let selected {
      let shift = restingLayout(of: list).top(of: selected) - oldCards.top(of: before)
      position.scroll += shift
      list.scrolling?.shift(by: shift)
    }
    explorers[explorer]?.lists[level] = list
    explorers[explorer]?.navigator.updatePosition(of: level) { $0 = position }
    keepSelectionInView(of: level)
    let format: [Effect] =
      changed.map {
        [.formatBody($0.body, post: $0.id, level: level, columns: layout.textColumns)]
      } ?? []
    return format + badgeRequest(page.posts)
      + loadPictures(of: explorer, level, isFirstTime: old.isExpectedForFirstTime, at: now)
  }

  /// Takes the next page of a root list in.
  mutating func receiveNextPage(
    _ response: Response<PostPage>, _ level: Navigator.Level.ID, at now: Double
  ) -> [Effect] {
    // A list that began anew in the meantime asks for its own pages.
    guard let explorer = explorer(ofLevel: level),
      explorers[explorer]?.lists[level]?.isLoadingMore == true
    else { return [] }
    var badges: [Effect] = []
    if case .success(let page) = response {
      badges = badgeRequest(page.posts)
    }
    updateList(level) { list in
      list.isLoadingMore = false
      // A plain server ignores the question and sends the first page again: then this is all.
      if case .success(let page) = response, list.appendPosts(page.posts) == 0 {
        list.isComplete = true
      }
    }
    // What was nowhere may be among the new ones.
    if case .success = response, level == current.navigator.current.id { find?.hopeless = nil }
    if case .failure(let reason) = response { note(reason, isError: true, at: now) }
    return badges + loadVisiblePictures()
  }

  /// Seconds for which the splash stays although another explorer's list is there already.
  private static let splashPatience = 0.5

  /// Notes that there is something to see in place of the splash.
  ///
  /// While the list in front is about to come there isn't, whatever the others have: a screen that says
  /// so would only flicker.
  mutating func noteFirstPosts(at now: Double) {
    guard !hasShownPosts, list.pictureDeadline == nil else { return }
    if case .loading(let since) = list.phase, now - since < Self.splashPatience { return }
    hasShownPosts = explorers.values.contains { explorer in
      explorer.lists.values.contains { list in
        switch list.phase {
        case .idle, .loading: !list.posts.isEmpty
        case .awaitingPicture: false
        case .loaded, .failed: true
        }
      }
    }
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

  private func reload(_ level: Navigator.Level, of explorer: Explorer) -> [Effect] {
    switch level.destination {
    case nil:
      [
        .loadRoot(
          explorer, level: level.id, onlyMine: explorers[explorer]?.showsOnlyMine ?? false,
          email: user?.email)
      ]
    case .children(let id): [.loadChildren(of: id, level: level.id)]
    case .results(let id): [.loadResults(query: id, level: level.id, email: user?.email)]
    case .profile(let email): [.loadProfile(email: email, level: level.id)]
    }
  }

  /// Asks which of the user's saved searches among some posts have new matches.
  private func badgeRequest(_ posts: [Post]) -> [Effect] {
    guard let email = user?.email else { return [] }
    let queries = posts.filter { $0.template == .query && $0.isOwned(by: email) }.map(\.id)
    return queries.isEmpty ? [] : [.loadBadges(queries, email: email)]
  }
}

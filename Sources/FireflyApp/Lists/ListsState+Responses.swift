import FireflyCore

// Taking the answers for lists in.
extension ListsState {
  /// Takes the posts of a level in, keeping the selected card where it is on the screen.
  mutating func postsAnswered(
    _ response: Result<PostPage, LoadFailure>, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    guard let old = self[level] else { return [] }
    switch response {
    case .failure(let failure):
      if old.cachedAt != nil { return cachedListRefreshFailed(failure, of: level) }
      guard old.posts.isEmpty else {
        return [.send(.noted(failure.sentence, isError: true))] + markOffline(failure, level)
      }
      self[level]?.phase = .failed(failure)
      return []
    case .success(let page):
      // What was there already is not replaced by a beginning.
      if page.isCut, !old.posts.isEmpty, !old.isPartial { return [] }
      // Nor by what came before the way broke off.
      if page.isBroken, !old.isPartial, old.posts.count > page.posts.count {
        return postsAnswered(.failure(.brokenOff), level, context)
      }
      // A hit that can't be loaded again keeps the copy that is there.
      let page = page.filled(from: old.posts)
      // One empty answer is no proof that everything was deleted: such servers give them under load.
      let had = old.posts.contains { !$0.isUnsaved } || old.parent?.hasChildren == true
      if page.posts.isEmpty, !old.hasRecheckedEmpty, had,
        let target = self[level.explorer].levels.first(where: { $0.id == level })
      {
        self[level]?.hasRecheckedEmpty = true
        return [.list(request(for: target))]
      }
      return accept(page, level, context) + beginFirstChild(in: level)
    }
  }

  /// Begins the first child where the user followed the sign of their own post and there is none after all.
  private mutating func beginFirstChild(in level: LevelID) -> [Effect] {
    guard let list = self[level], list.beginsFirstChild else { return [] }
    self[level]?.beginsFirstChild = false
    guard list.posts.isEmpty, list.skipped == 0, level == self.level else { return [] }
    return [.send(.editor(.firstChildWanted))]
  }

  /// Takes posts over.
  ///
  /// - `cachedAt`: when they were received, in seconds since 1970; nil for now.
  mutating func accept(
    _ page: PostPage, _ level: LevelID, _ context: Context, cachedAt: Int? = nil
  ) -> [Effect] {
    let explorer = level.explorer
    guard let old = self[level],
      var position = self[explorer].levels.first(where: { $0.id == level })?.position
    else { return [] }
    let isRoot = self[explorer].navigator.root.id == level
    var list = old.replaced(
      by: page, isPaged: isRoot && explorer != .users, writing: context.writing)
    let before = old.index(of: position.selectedID)
    let selected = list.indexToSelect(
      pending: old.pendingSelection, selected: position.selectedID, before: before)
    // What one stood at may be among those that are still to come.
    let sought = old.pendingSelection ?? (before == nil ? position.selectedID : nil)
    if page.isCut, list.index(of: sought) == nil { list.pendingSelection = sought }
    position.selectedID = selected.map { list.posts[$0].id }
    if list.index(of: position.expandedID) == nil { position.expandedID = nil }
    list.removeStaleMotions(isAnyExpanded: position.expandedID != nil)
    if let before, let selected {
      // The selected card stays where it is on the screen.
      let shift =
        restingLayout(of: list, context).top(of: selected)
        - restingLayout(of: old, context).top(of: before)
      position.scroll += shift
      list.scrolling?.shift(by: shift)
    }
    list.cachedAt = cachedAt
    list.isOffline = false
    list.unseen = old.unseen(in: list, above: selected, by: context.account.email)
    self[level] = list
    self[explorer].navigator.updatePosition(of: level) { $0 = position }
    scrollSelectionIntoView(of: level, context)
    let format: [Effect] =
      self[level]?.bodyToFormat(position.expandedID, since: old).map {
        [
          .list(
            .formatBody($0.body, post: $0.id, level: level, columns: context.layout.textColumns))
        ]
      } ?? []
    if old.isExpectedForFirstTime, isRoot, explorer == self.explorer, cachedAt == nil {
      awaitFirstPicture(context)
    }
    return format + badgeRequest(page.posts, level, context)
      + missingResultsNote(page, level, context) + followToEnd(of: level, context)
  }

  /// Goes on to the end of a list that grows, if the user was on the way there.
  private mutating func followToEnd(of level: LevelID, _ context: Context) -> [Effect] {
    guard level == self.level, list.seeksEnd, context.writing == nil else { return [] }
    let effects = select(list.posts.count - 1, showsEnd: true, context)
    list.seeksEnd = list.isPartial || canLoadMore
    return effects
  }

  /// Says how many results of a search could not be loaded.
  private func missingResultsNote(
    _ page: PostPage, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    guard !page.isCut, !page.skipped.isEmpty,
      case .results = self[level.explorer].navigator.level(level)?.destination
    else { return [] }
    let count = page.skipped.count
    let results = count == 1 ? "1 result" : "\(count) results"
    let key = context.settings.keymap.keys(of: "refresh").first
    let again = key.map { " Press \(context.symbols.label(of: $0)) to try again." } ?? ""
    return [.send(.noted("\(results) could not be loaded.\(again)", isError: true))]
  }

  /// Takes the next page of a root list in.
  mutating func nextPageAnswered(
    _ response: Result<PostPage, LoadFailure>, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    // A list that was reloaded in the meantime requests its own pages.
    guard self[level]?.isLoadingMore == true else { return [] }
    self[level]?.isLoadingMore = false
    switch response {
    case .failure(let failure): return [.send(.noted(failure.sentence, isError: true))]
    case .success(let page):
      guard self[level]?.appendPosts(page.posts) == 0 else {
        let badges = badgeRequest(page.posts, level, context)
        guard level == self.level, list.seeksEnd else { return badges }
        return badges + select(list.posts.count - 1, showsEnd: true, context)
      }
      if page.posts.isEmpty || self[level]?.pagesByLimit == true {
        self[level]?.isComplete = true
        return []
      }
      // A plain server ignores what to begin after, and sends the first page again: it is asked for a
      // longer one.
      self[level]?.pagesByLimit = true
      return loadMore(level, length: list.seeksEnd ? Self.longPageLength : Self.pageLength)
    }
  }
}

extension ListState {
  /// The list with what a server sends of it now.
  ///
  /// - `writing`: what is being written.
  fileprivate func replaced(
    by page: PostPage, isPaged: Bool, writing: Context.WritingCard?
  ) -> ListState {
    var list = self
    // What is being written stays on top of what comes; so does the user's own profile, which a server may
    // list only when it is complete.
    let written = posts.filter { post in
      post.isUnsaved
        || writing?.isProfile == true && writing?.card == post.id
          && !page.posts.contains { $0.id == post.id }
    }
    list.setPosts(written.isEmpty ? page.posts : written + page.posts)
    // A reloaded list begins as before; later pages that were loaded stay.
    if isPaged, page.posts.count + page.skipped.count >= ListsState.pageLength,
      let last = page.posts.last, let place = index(of: last.id)
    {
      list.appendPosts(Array(posts[(place + 1)...]))
    }
    list.skipped = page.skipped.count
    list.isPartial = page.isCut
    list.phase = .loaded
    list.hasRecheckedEmpty = false
    list.isComplete = false
    list.previousList = []
    list.pendingSelection = nil
    return list
  }

  /// What came in on top of it that one has not seen: others' posts above the selected one.
  fileprivate func unseen(
    in new: ListState, above selected: Int?, by email: String?
  ) -> Set<Post.ID> {
    guard phase == .loaded, !isPartial, !posts.isEmpty, let selected else { return [] }
    let came = new.posts[..<selected].filter { index(of: $0.id) == nil && !$0.isOwned(by: email) }
    return unseen.filter { new.index(of: $0) != nil }.union(came.map(\.id))
  }

  /// The place to select: that of a post asked for, else of the one selected before, wherever it is now;
  /// what is gone leaves its place to the next.
  fileprivate func indexToSelect(pending: Post.ID?, selected: Post.ID?, before: Int?) -> Int? {
    guard !posts.isEmpty else { return nil }
    return index(of: pending) ?? index(of: selected) ?? min(before ?? 0, posts.count - 1)
  }

  /// Forgets the expansions and the bodies of posts that are gone.
  fileprivate mutating func removeStaleMotions(isAnyExpanded: Bool) {
    expansions = expansions.filter {
      index(of: $0.key) != nil && (isAnyExpanded || $0.value.target == 0)
    }
    bodies = bodies.filter { expansions[$0.key] != nil }
  }

  /// The expanded post, if its body has to be laid out: it is another now, or the list has just come and the
  /// post was expanded in it the last time.
  fileprivate mutating func bodyToFormat(_ id: Post.ID?, since old: ListState) -> Post? {
    guard let id, let new = index(of: id).map({ posts[$0] }) else { return nil }
    guard let was = old.index(of: id) else {
      if old.posts.isEmpty { expansions[id] = Animated(1) }
      return old.posts.isEmpty ? new : nil
    }
    return old.posts[was].body != new.body ? new : nil
  }
}

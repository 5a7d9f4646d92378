import FireflyCore
import FireflyModel

// Handling of responses for lists.
extension ListsState {
  /// Handles the posts of a level; the selected card stays at its position on the screen.
  mutating func postsAnswered(
    _ response: Result<PostPage, LoadFailure>, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    self[level]?.reload = .none
    self[level]?.isSignedOut = response.isSignedOut
    guard let old = self[level] else { return [] }
    switch response {
    case .failure(let failure):
      if old.cachedAt != nil { return cachedListRefreshFailed(failure, of: level) }
      // Where no feed is followed, the first one is being written.
      if failure.kind == .refused, context.site.has(.subscriptions), !old.posts.isEmpty,
        old.posts.allSatisfy(\.isUnsaved)
      {
        self[level]?.phase = .loaded
        return []
      }
      // The last feed is followed no longer: its entries go.
      if failure.kind == .refused, followsNoFeeds(at: context.site),
        level == self[.posts].navigator.root.id
      {
        self[level]?.setPosts([])
      }
      guard self[level]?.posts.isEmpty != false else {
        let way =
          response.isSignedOut ? context.keySentence(.signIn(.pressed), "signs in again.") : ""
        return [.note(failure.sentence + way, isError: true)] + markOffline(failure, level)
      }
      self[level]?.phase = .failed(failure)
      return response.isSignedOut && level == self.level ? [.send(.signIn(.listRefused))] : []
    case .success(let page):
      // A partial response doesn't replace loaded posts.
      if page.isCut, !old.posts.isEmpty, !old.isPartial, !old.isThread { return [] }
      // Neither does a shorter, interrupted one.
      if page.isBroken, !old.isPartial, old.posts.count > page.posts.count {
        return postsAnswered(.failure(.brokenOff), level, context)
      }
      // A result that can't be loaded again keeps its loaded copy.
      let page = page.filled(from: old.posts)
      // A server under load may send an empty list, so it is requested again.
      let had = old.posts.contains { !$0.isUnsaved } || old.parent?.hasChildren == true
      if page.posts.isEmpty, !old.hasRecheckedEmpty, had,
        let target = shownLevel(level)
      {
        self[level]?.hasRecheckedEmpty = true
        return [.list(request(for: target))]
      }
      if let requests = completing(page, level) { return requests }
      let effects = accept(page, level, context)
      begin(at: page.readUpTo, in: level, context)
      return effects + beginFirstChild(in: level)
        + threadLimitNote(page, level) + arrivedAtPlace(in: level)
    }
  }

  /// Says so if the post to which a key leads back has not come.
  private mutating func arrivedAtPlace(in level: LevelID) -> [Effect] {
    guard let awaitedPlace, level == self[.posts].navigator.root.id else { return [] }
    self.awaitedPlace = nil
    // Elsewhere nothing is missed.
    return level != self.level || list(level, has: awaitedPlace) ? [] : [Self.goneNote]
  }

  private func list(_ level: LevelID, has id: Post.ID) -> Bool { self[level]?.index(of: id) != nil }

  /// Begins the first child if the user followed the indicator of their own post and there are no
  /// children.
  private mutating func beginFirstChild(in level: LevelID) -> [Effect] {
    guard let list = self[level], list.beginsFirstChild else { return [] }
    self[level]?.beginsFirstChild = false
    guard list.hasNoReplies, list.skipped == 0, level == self.level else { return [] }
    return [.send(.editor(.firstChildWanted))]
  }

  /// Replaces the posts of a level.
  ///
  /// - Parameters:
  ///   - cachedAt: when they were received, in seconds since 1970; nil for now.
  ///   - isWhole: whether the server has said that the list ends with them.
  /// - Returns: the effects to run.
  mutating func accept(
    _ page: PostPage, _ level: LevelID, _ context: Context, cachedAt: Int? = nil,
    isWhole: Bool = false
  ) -> [Effect] {
    let explorer = level.explorer
    guard let old = self[level],
      var position = shownLevel(level)?.position
    else { return [] }
    let isRoot = self[explorer].navigator.root.id == level
    let isPaged = isRoot && explorer != .users && !isWhole
    var list = old.replaced(by: page, isPaged: isPaged, writing: context.writing)
    if isPaged, old.cachedAt == nil, cachedAt == nil, page.posts.count >= Self.pageLength {
      list.keep([position.selectedID, position.expandedID], of: old)
    }
    if isRoot, context.site.hasOnlyUnread(old.audience, in: explorer) {
      // The selected and the open post stay, although they are read.
      list.keep([position.selectedID, position.expandedID], of: old)
      if let open = old.resumed?.open, open.id == position.expandedID { list.insert(open) }
    }
    list.threadReceived(page, before: old)
    let before = old.index(of: position.selectedID)
    // Users are sorted by activity. While their tab is hidden, the first one stays selected.
    let isUnseen =
      explorer == .users && explorer != self.explorer && before == 0 && position.expandedID == nil
    // While the user writes, the card stays selected.
    let pending = context.writing == nil ? old.pendingSelection : nil
    let selected = list.indexToSelect(
      pending: pending, selected: isUnseen ? nil : position.selectedID,
      before: before)
    // The selected post may arrive later, as after a kept list, which has not what came since.
    let sought = pending ?? (before == nil ? position.selectedID : nil)
    if page.isCut || page.next != nil || cachedAt != nil, list.index(of: sought) == nil {
      list.goal = pending != nil || list.seeksEnd ? old.goal : sought.map { .post($0) } ?? .none
    }
    position.selectedID = selected.map { list.posts[$0].id }
    if list.index(of: position.expandedID) == nil { position.expandedID = nil }
    list.removeStaleMotions(isAnyExpanded: position.expandedID != nil)
    if let before, let selected, !isUnseen {
      // The selected card stays at its position on the screen.
      let shift =
        restingLayout(of: list, context).top(of: selected)
        - restingLayout(of: old, context).top(of: before)
      position.scroll += shift
      list.scrolling?.shift(by: shift)
    }
    list.origin = cachedAt.map { .kept(at: $0) } ?? .server
    if cachedAt == nil { list.arrivedAt = context.date }
    list.unseen = old.unseen(in: list, above: selected, by: context.account)
    self[level] = list
    updatePosition(of: level) { $0 = position }
    scrollSelectionIntoView(of: level, context)
    let format = self[level]?.bodyToFormat(position.expandedID, since: old).map {
      [fitting(context, level).formatBody(of: $0, in: level)]
    }
    if old.expectedSince != nil, isRoot, explorer == self.explorer, cachedAt == nil {
      awaitFirstPicture(context)
    }
    let opened = selected.map { list.posts[$0] }
      .flatMap { level == self.level && !list.isThread && old.goal == .openPost($0.id) ? $0 : nil }
    return (opened.map { expand($0, context) } ?? [])
      + (format ?? []) + textRequest(position.expandedID, level)
      // A kept list is asked for again.
      + (cachedAt == nil ? badgeRequest(page.posts, level, context) : [])
      + missingResultsNote(page, level, context) + followToEnd(of: level, context)
  }

  /// Continues to the end of a growing list, if the user was on the way there.
  private mutating func followToEnd(of level: LevelID, _ context: Context) -> [Effect] {
    guard level == self.level, list.seeksEnd, context.writing == nil else { return [] }
    let effects = select(list.posts.count - 1, showsEnd: true, context)
    list.goal = list.isPartial || canLoadMore ? .end : .none
    return effects
  }

  /// Returns a note with the number of results that could not be loaded.
  private func missingResultsNote(
    _ page: PostPage, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    guard !page.isCut, !page.skipped.isEmpty,
      case .results = self[level.explorer].navigator.level(level)?.destination
    else { return [] }
    let count = page.skipped.count
    let results = Counted.words(count, "result")
    let again = context.keyLabel(.list(.refreshPressed)).map { " Press \($0) to try again." } ?? ""
    return [.note("\(results) could not be loaded.\(again)", isError: true)]
  }

  /// Handles the next page of a root list.
  mutating func nextPageAnswered(
    _ response: Result<PostPage, LoadFailure>, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    // The list was reloaded in the meantime.
    guard self[level]?.isLoadingMore == true else { return [] }
    let head = self[level]?.head
    self[level]?.furtherPage = .none
    if let head { return headAnswered(response, head, level, context) }
    switch response {
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let page):
      guard self[level]?.appendPosts(page.posts) == 0 else {
        let badges = badgeRequest(page.posts, level, context)
        guard level == self.level, list.seeksEnd else { return badges }
        return badges + select(list.posts.count - 1, showsEnd: true, context)
      }
      if page.posts.isEmpty || self[level]?.pagesByLimit == true {
        self[level]?.more = .nothing
        return []
      }
      // A plain server ignores the start and sends the first page again: request a longer one.
      self[level]?.pagesByLimit = true
      return loadMore(level, length: list.seeksEnd ? Self.longPageLength : Self.pageLength)
    }
  }
}

extension ListState {
  /// Returns the list with the posts of a response.
  ///
  /// - Parameters:
  ///   - isPaged: whether later pages stay.
  ///   - writing: the edited card.
  fileprivate func replaced(
    by page: PostPage, isPaged: Bool, writing: Context.WritingCard?
  ) -> ListState {
    var list = self
    // Unsaved cards stay on top, and so does the edited profile, which a server may omit until it
    // is complete.
    let written = posts.filter { post in
      post.isUnsaved
        || writing?.isProfile == true && writing?.card == post.id
          && !page.posts.contains { $0.id == post.id }
    }
    let received = isThread ? thread(with: page) : page.posts.map(withKnownReplies)
    let rows = posts.filter(\.isLocal)
    list.setPosts(written.isEmpty && rows.isEmpty ? received : written + rows + received)
    list.more = page.isCut ? .arriving : .onRequest
    // Later pages that were loaded stay.
    if isPaged, page.posts.count + page.skipped.count >= ListsState.pageLength {
      let rest = rest(below: page)
      list.appendPosts(rest)
      if !rest.isEmpty, !page.isCut, more == .nothing { list.more = .nothing }
    }
    list.skipped = page.skipped.count
    (list.standIn, list.hasMore) = (page.name, page.hasMore)
    list.phase = .loaded
    list.hasRecheckedEmpty = false
    list.previousList = []
    list.dropPendingSelection()
    if list.head != nil { list.furtherPage = .none }
    return list
  }

  /// Returns a received post with the replies that were loaded ahead, if it has no more than then.
  private func withKnownReplies(_ post: Post) -> Post {
    guard post.children == nil, let old = index(of: post.id).map({ posts[$0] }),
      let replies = old.children, old.childCount == post.childCount,
      old.facts.replies == post.facts.replies
    else { return post }
    var post = post
    post.children = replies
    return post
  }

  /// Returns the new posts of others above the selected one.
  fileprivate func unseen(
    in new: ListState, above selected: Int?, by account: Account
  ) -> Set<Post.ID> {
    guard phase == .loaded, !isPartial, !posts.isEmpty, let selected else { return [] }
    let above = isThread ? new.posts[...] : new.posts[..<selected]
    let came = above.filter { index(of: $0.id) == nil && !account.owns($0) }
    return unseen.filter { new.index(of: $0) != nil }.union(came.map(\.id))
  }

  /// Returns the index to select: of the pending post, otherwise of the selected post or the one
  /// that took its place.
  fileprivate func indexToSelect(pending: Post.ID?, selected: Post.ID?, before: Int?) -> Int? {
    guard !posts.isEmpty else { return nil }
    return index(of: pending) ?? index(of: selected) ?? min(before ?? 0, posts.count - 1)
  }

  /// Removes the animations and bodies of removed posts.
  fileprivate mutating func removeStaleMotions(isAnyExpanded: Bool) {
    expansions = expansions.filter {
      index(of: $0.key) != nil && (isThread || isAnyExpanded || $0.value.target == 0)
    }
    guard !isThread else { return layOutThread() }
    removeHiddenBodies()
  }

  /// Returns the expanded post if its body must be formatted: it has changed, or the list was just
  /// loaded.
  fileprivate mutating func bodyToFormat(_ id: Post.ID?, since old: ListState) -> Post? {
    guard !isThread, let id, let new = index(of: id).map({ posts[$0] }) else { return nil }
    guard let was = old.index(of: id) else {
      if old.posts.isEmpty { expansions[id] = Animated(1) }
      return old.posts.isEmpty ? new : nil
    }
    return old.posts[was].body != new.body ? new : nil
  }
}

extension Result<PostPage, LoadFailure> {
  /// Whether the place refuses the account.
  fileprivate var isSignedOut: Bool {
    if case .failure(let failure) = self { failure.kind == .signedOut } else { false }
  }
}

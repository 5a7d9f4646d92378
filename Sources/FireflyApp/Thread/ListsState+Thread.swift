import FireflyCore
import FireflyModel

// Threads: the selection in them, and their folds.
extension ListsState {
  mutating func reduce(_ action: ThreadAction, _ context: Context) -> [Effect] {
    if case .textsFormatted(let level, let texts) = action {
      keepPlace(in: level, context) { $0.threadTextsFormatted(texts) }
      scrollSelectionIntoView(of: level, context)
      return []
    }
    if case .placesLoaded(let places) = action {
      threadPlaces = places
      return []
    }
    if case .branchesSilenced(let silenced, let shown) = action {
      list.checkedForFold.subtract(silenced)
      for id in shown { unfold(to: id, isWhole: true, context) }
      return []
    }
    if action == .foldsOutdated {
      list.checkedForFold = []
      return []
    }
    if action == .pressed {
      let (level, wasThread) = (level, list.isThread)
      let effects = toggleThread(context)
      guard self[level]?.isThread != wasThread else { return effects }
      let view = wasThread ? RepliesView.cards : .thread
      chosenView = view
      return effects + [.send(.find(.ended)), .thread(.storeView(view))]
    }
    guard let (index, row) = list.threadRow(of: current.position.selectedID),
      let thread = list.thread
    else {
      // While nothing is loaded, there is only the way back.
      return action == .parentPressed ? goBack(context) : []
    }
    switch action {
    case .pressed, .textsFormatted, .placesLoaded, .foldsOutdated, .branchesSilenced: return []
    case .foldPressed: return fold([row.id], !list.isFolded(row.id), context)
    case .foldAllPressed: return foldAll(context)
    case .firstReplyPressed: return selectFirstReply(of: index, row, context)
    case .parentPressed:
      guard row.level > 1, let parent = row.parent else { return goBack(context) }
      return select(parent, context)
    case .siblingPressed(let step):
      return select(from: index, step, context) { $0.level <= max(1, row.level) }
    case .topReplyPressed(let step):
      return select(from: index, step, context) { $0.level <= 1 }
    case .nameTapped(let id):
      current.position.selectedID = id
      return fold([id], !list.isFolded(id), context)
    case .lineTapped(let id):
      guard let (place, _) = list.threadRow(of: id) else { return [] }
      if index > place, index < thread.rows[place].end { current.position.selectedID = id }
      return fold([id], true, context)
    }
  }

  /// Handles an action of the lists that means something else in a thread; nil for others.
  mutating func reduceInThread(_ action: ListAction, _ context: Context) -> [Effect]? {
    switch action {
    case .cardPressed: return reduce(.foldPressed, context)
    case .readOnPressed, .moreTapped: return readOnInThread(context)
    case .childIndicatorPressed: return reduce(.firstReplyPressed, context)
    case .cardTapped(let id):
      guard list.index(of: id) != nil else { return [] }
      current.position.selectedID = id
      return list.isFolded(id) ? fold([id], false, context) : []
    case .openWanted(let id) where list.index(of: id) != nil:
      return reduceInThread(.cardTapped(id), context)
    case .cardSwiped(let id), .childIndicatorTapped(let id):
      guard list.index(of: id) != nil else { return [] }
      current.position.selectedID = id
      return reduce(.firstReplyPressed, context)
    case .postSelected(let id), .postCentered(let id):
      unfold(to: id, isWhole: true, context)
      return nil
    case .matchFound(let id):
      // Only the user's own key opens what is behind a warning.
      let closed = list.closedBranch(with: id)
      unfold(to: closed ?? id, isWhole: closed == nil, context)
      return list.index(of: closed ?? id).map { select($0, context) } ?? []
    case .moreWanted: return loadMoreReplies()
    case .jumpedToEnd where list.thread?.next != nil:
      list.goal = list.hasRoomForReplies ? .end : .none
      list.thread?.next?.hasFailed = false
      return select(list.posts.count - 1, showsEnd: true, context)
        + (list.hasRoomForReplies ? [] : fullThreadNote)
    case .outlineEntered(_, let path):
      guard let target = path.last ?? list.parent, let index = list.index(of: target.id) else {
        return nil
      }
      unfold(to: target.id, isWhole: true, context)
      return select(index, context)
    default: return nil
    }
  }

  // MARK: Selection

  /// Goes on by a page; what is below the window comes first, so that no row is left out.
  private mutating func readOnInThread(_ context: Context) -> [Effect] {
    let (selected, scroll) = (current.position.selectedID, current.position.scroll)
    let effects = page(by: 1, context)
    if current.position.selectedID != selected {
      setScroll(min(current.position.scroll, scroll + context.layout.windowHeight))
    }
    return effects
  }

  private mutating func selectFirstReply(
    of index: Int, _ row: ThreadShape.Row, _ context: Context
  ) -> [Effect] {
    guard row.end > index + 1 else {
      let post = list.posts[index]
      let isLoading = post.hasChildren && list.thread?.failed.contains(post.id) != true
      return [.note(isLoading ? "The replies are still loading." : "No replies.", inList: true)]
    }
    if row.level > 0, list.isFolded(row.id) { _ = fold([row.id], false, context) }
    return select(index + 1, context)
  }

  /// Selects the nearest visible row in a direction that fulfils a condition.
  private mutating func select(
    from index: Int, _ step: Int, _ context: Context, where condition: (ThreadShape.Row) -> Bool
  ) -> [Effect] {
    guard let rows = list.thread?.rows else { return [] }
    let cards = restingLayout(context)
    var next = index + step
    while rows.indices.contains(next) {
      if condition(rows[next]), cards.height(of: next) > 0 { return select(next, context) }
      next += step
    }
    return []
  }

  // MARK: Folds

  /// Folds or unfolds branches, by the same motion as that of cards.
  private mutating func fold(
    _ ids: [Post.ID], _ isFolded: Bool, _ context: Context
  ) -> [Effect] {
    let before = restingLayout(context)
    let selected = list.index(of: current.position.selectedID)
    var scrolling = list.scrolling ?? Animated(current.position.scroll)
    let window = context.layout.windowHeight
    let end = current.position.scroll + window
    let room = ids.compactMap { list.index(of: $0) }.map { end - before.top(of: $0) }.max() ?? 0
    let row = ScreenLayout.pointsPerRow
    let moving = list.isMoving(at: context.now) ? list.thread?.motionRoom ?? 0 : 0
    list.thread?.motionRoom = max(4 * row, room - row, moving)
    for id in ids {
      list.expansions[id, default: Animated(1)].move(
        to: isFolded ? 0 : 1, at: context.now, duration: context.cardMotion)
    }
    list.layOutThread()
    let cards = restingLayout(context)
    var target = current.position.scroll
    if let selected {
      // The selected reply stays where it is on the screen.
      target += cards.top(of: selected) - before.top(of: selected)
      let shown = cards.shown(from: selected, -1) ?? selected
      current.position.selectedID = list.posts[shown].id
      target = cards.scrollToReveal(shown, from: target, window: window)
    }
    scrolling.move(
      to: cards.clampedScroll(target, window: window), at: context.now,
      duration: context.cardMotion)
    list.scrolling = scrolling
    current.position.scroll = scrolling.target
    list.removeFinishedMotions(at: context.now)
    return []
  }

  /// Folds all top replies; unfolds everything if that is so already, and leads back to the reply where the user was.
  private mutating func foldAll(_ context: Context) -> [Effect] {
    guard let thread = list.thread else { return [] }
    let open = thread.rows.filter { $0.level == 1 && !list.isFolded($0.id) }.map(\.id)
    list.thread?.foldsNew = !open.isEmpty
    if !open.isEmpty {
      let selected = current.position.selectedID
      list.thread?.foldedFrom = selected
      list.checkedForFold.formUnion(list.posts.map(\.id))
      list.thread?.foldedOnArrival.formUnion(thread.rows.filter { $0.level == 1 }.map(\.id))
      return fold(open, true, context)
    }
    list.thread?.foldedOnArrival.subtract(thread.rows.filter { $0.level == 1 }.map(\.id))
    let top = current.position.selectedID
    let effects = fold(list.expansions.keys.filter { $0 != thread.top }, false, context)
    // Unless the user has gone to another top reply.
    guard let from = list.thread?.foldedFrom.take(), let index = list.index(of: from),
      let thread = list.thread, list.posts[thread.topReply(of: index)].id == top
    else { return effects }
    return effects + select(index, context)
  }

  /// Sets the reply that a new post answers, and unfolds it; nil for the parent.
  mutating func answerInThread(_ id: Post.ID?, _ context: Context) {
    guard list.isThread else { return }
    list.thread?.answered = id
    guard let id, let index = list.index(of: id) else { return }
    unfold(to: id, context)
    if list.isFolded(id) { _ = fold([id], false, context) }
    current.position.selectedID = list.posts[index].id
  }

  /// Unfolds the branches above a post, so that it is visible; without motion.
  ///
  /// - Parameter isWhole: whether to unfold its own branch, too.
  mutating func unfold(to id: Post.ID, isWhole: Bool = false, _ context: Context) {
    guard let thread = list.thread, let index = list.index(of: id) else { return }
    let above = thread.ancestors(of: index) + (isWhole ? [index] : [])
    let folded = above.map { thread.rows[$0].id }.filter {
      $0 != thread.top && list.expansions[$0] != nil
    }
    guard !folded.isEmpty else { return }
    keepPlace(in: level, context) { list in
      for id in folded { list.expansions[id] = nil }
      list.layOutThread()
    }
  }

  /// Folds the replies of the current thread that have come: muted ones, top replies if all were folded,
  /// and those that the user had folded; what leads to a post that is sought stays open.
  mutating func foldArrived(_ muted: Muted, _ context: Context) {
    guard let thread = list.thread, list.checkedForFold.count != list.posts.count,
      !muted.isEmpty || thread.foldsNew || !thread.keptFolded.isEmpty
        || list.posts.contains(where: { $0.service?.filter != nil || $0.isWarned })
    else { return }
    let (list, account) = (list, context.account)
    let sought = list.index(of: thread.sought).map { [$0] + thread.ancestors(of: $0) } ?? []
    let open = Set(sought.map { thread.rows[$0].id })
    var folded: [Post.ID] = []
    for (post, row) in zip(list.posts, thread.rows)
    where !list.checkedForFold.contains(post.id) && row.level > 0 && !post.isUnsaved {
      let isFolded =
        thread.foldsNew && row.level == 1
        || muted.closes(post, reader: account, isOpened: true)
      if isFolded { self.list.thread?.foldedOnArrival.insert(post.id) }
      let isKept =
        isFolded ? !thread.keptOpen.contains(post.id) : thread.keptFolded.contains(post.id)
      guard isKept, !open.contains(post.id) else {
        continue
      }
      folded.append(post.id)
    }
    self.list.checkedForFold = Set(list.posts.map(\.id))
    guard !folded.isEmpty else { return }
    keepPlace(in: level, context) { list in
      for id in folded { list.expansions[id] = Animated(0) }
      list.layOutThread()
    }
    let cards = restingLayout(context)
    guard let index = self.list.index(of: current.position.selectedID),
      let shown = cards.shown(from: index, -1), shown != index
    else { return }
    current.position.selectedID = self.list.posts[shown].id
  }

  /// Changes a list so that what the user reads stays where it is on the screen: the selected card,
  /// or the first visible one.
  mutating func keepPlace(
    in level: LevelID, _ context: Context, _ change: (inout ListState) -> Void
  ) {
    guard let list = self[level], let position = shownLevel(level)?.position else { return }
    let before = restingLayout(of: list, context)
    let window = context.layout.windowHeight
    let visible = before.visible(from: position.scroll, height: window)
    let index = list.index(of: position.selectedID).flatMap { visible.contains($0) ? $0 : nil }
    let anchor = (index ?? visible.first { before.height(of: $0) > 0 }).map {
      (id: list.posts[$0].id, top: before.top(of: $0))
    }
    self[level]?.apply(change)
    if let place = list.index(of: position.selectedID), let posts = self[level]?.posts,
      !posts.isEmpty, self[level]?.index(of: position.selectedID) == nil
    {
      // It is gone from the server.
      updatePosition(of: level) { $0.selectedID = posts[min(place, posts.count - 1)].id }
    }
    guard let anchor, let changed = self[level], let index = changed.index(of: anchor.id) else {
      return
    }
    let cards = restingLayout(of: changed, context)
    let shift = cards.top(of: index) - anchor.top
    guard shift != 0 else { return }
    let scroll = cards.clampedScroll(position.scroll + shift, window: window)
    self[level]?.scrolling?.shift(by: scroll - position.scroll)
    updatePosition(of: level) { $0.scroll = scroll }
  }
}

extension ListState {
  /// Returns the topmost folded branch with a post whose text is behind a warning or a filter; nil if nothing like
  /// that hides the post.
  fileprivate func closedBranch(with id: Post.ID) -> Post.ID? {
    guard let thread, let index = index(of: id) else { return nil }
    return (thread.ancestors(of: index) + [index]).sorted().first {
      isFolded(posts[$0].id) && (posts[$0].isWarned || posts[$0].filterRemark != nil)
    }.map { posts[$0].id }
  }

  /// Returns the posts that stand in the row of a post: its branch, if that is folded behind a warning or a filter.
  func postsInRow(of index: Int) -> Range<Int> {
    guard let thread, posts.indices.contains(index), closedBranch(with: posts[index].id) != nil
    else { return index..<index + 1 }
    return index..<max(index + 1, thread.rows[index].end)
  }

  fileprivate mutating func apply(_ change: (inout ListState) -> Void) { change(&self) }
}

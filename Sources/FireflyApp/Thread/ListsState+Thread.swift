import FireflyCore
import FireflyModel

// Threads: the selection in them.
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
      guard let isThread = self[level]?.isThread, isThread != wasThread else { return effects }
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
      let effects = select(from: index, step, context) { $0.level <= 1 }
      revealBranch(context)
      return effects
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

  /// Shows the next page, which begins with the last row of this one, and selects the first post of which it has a
  /// new row; at the end the last post.
  private mutating func readOnInThread(_ context: Context) -> [Effect] {
    let (cards, window, row) = (
      restingLayout(context), context.layout.windowHeight, ScreenLayout.pointsPerRow
    )
    let end = current.position.scroll + window
    // The last row is a gap, or the edge of a card.
    guard cards.height - row > end, let cut = cards.index(at: end) else {
      return select(list.posts.count - 1, showsEnd: true, context)
    }
    list.dropPendingSelection()
    let isOver = cards.bottom(of: cut) - row <= end
    let index = cards.shown(from: isOver ? cut + 1 : cut, 1) ?? cut
    current.position.selectedID = list.posts[index].id
    setScroll(cards.clampedScroll(current.position.scroll + pageStep(1, context), window: window))
    return loadMoreIfNear(index) + loadMoreIfVisible(context)
  }

  private mutating func selectFirstReply(
    of index: Int, _ row: ThreadShape.Row, _ context: Context
  ) -> [Effect] {
    guard row.end > index + 1 else {
      let post = list.posts[index]
      let isLoading = post.hasChildren && list.thread?.failed.contains(post.id) != true
      return [
        isLoading
          ? .note("The replies are still loading.", inList: true) : context.noReplies(to: post)
      ]
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

  /// Scrolls on until the selected branch is in the window, or begins at its top.
  private mutating func revealBranch(_ context: Context) {
    guard let (index, row) = list.threadRow(of: current.position.selectedID) else { return }
    let (cards, window) = (restingLayout(context), context.layout.windowHeight)
    let scroll = min(cards.top(of: index), cards.bottom(of: row.end - 1) - window)
    setScroll(max(current.position.scroll, cards.clampedScroll(scroll, window: window)))
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
    guard let changed = self[level] else { return }
    let cards = restingLayout(of: changed, context)
    let shift = anchor.flatMap { anchor in
      changed.index(of: anchor.id).map { cards.top(of: $0) - anchor.top }
    }
    // What is below it may be shorter now.
    let scroll = cards.clampedScroll(position.scroll + (shift ?? 0), window: window)
    guard scroll != position.scroll else { return }
    self[level]?.scrolling?.shift(by: scroll - position.scroll)
    updatePosition(of: level) { $0.scroll = scroll }
  }
}

extension ListState {
  fileprivate mutating func apply(_ change: (inout ListState) -> Void) { change(&self) }
}

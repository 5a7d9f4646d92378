import FireflyCore
import FireflyScreen

// Selection and scrolling within a list.
extension ListsState {
  /// Returns the positions of the current list's cards after all animations.
  func restingLayout(_ context: Context) -> ListLayout { restingLayout(of: list, context) }

  /// Returns the positions of a list's cards after all animations.
  ///
  /// A card that waits for its body counts as compact.
  func restingLayout(of list: ListState, _ context: Context) -> ListLayout {
    let context = context.with(context.layout.with(isThread: list.isThread))
    if let thread = list.thread {
      return context.threadLayout(of: list, tops: thread.tops) { $0.target }
    }
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions where expansion.target == 1 {
      guard let index = list.index(of: id) else { continue }
      taller[index] = context.cardLayout(for: list.posts[index], in: list).expandedHeight
    }
    return ListLayout(
      count: list.posts.count, taller: taller,
      compactHeight: context.layout.metrics.compactHeight, foot: list.footHeight)
  }

  /// Returns the row of the window at which the card of a post of the current list begins.
  func rowInWindow(of id: Post.ID, _ context: Context) -> Int {
    let top = restingLayout(context).top(of: list.index(of: id) ?? 0)
    return Int(((top - current.position.scroll) / ScreenLayout.pointsPerRow).rounded())
  }

  /// Returns the rows of the window that the card of a post of the current list has.
  func rowsInWindow(of id: Post.ID, _ context: Context) -> Range<Int> {
    let first = rowInWindow(of: id, context)
    let height = restingLayout(context).height(of: list.index(of: id) ?? 0)
    return first..<first + max(1, Int((height / ScreenLayout.pointsPerRow).rounded()))
  }

  /// Moves the selection, or scrolls inside an expanded card that is taller than the window.
  mutating func move(by cards: Int, _ context: Context) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, context)
    }
    let step = Double(context.settings.tunables.scrollRows) * ScreenLayout.pointsPerRow
    if scrollInsideCard(index, direction: cards, step: step, context) { return [] }
    return leave(index, to: index + cards, context)
  }

  /// Moves by pages, or halves of one.
  mutating func page(by pages: Double, _ context: Context) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, context)
    }
    let window = context.layout.windowHeight
    let direction = pages < 0 ? -1 : 1
    if scrollInsideCard(index, direction: direction, step: pageStep(abs(pages), context), context) {
      return []
    }
    let cards = restingLayout(context)
    let target = cards.top(of: index) + pages * window
    let inside = min(cards.height - 1, max(0, target))
    var found = cards.index(at: inside) ?? index
    // Up as far as down: not to a card whose top would be nearer than a page.
    if pages < 0, cards.top(of: found) < target, found + 1 < index { found += 1 }
    return leave(index, to: found == index ? index + direction : found, context)
  }

  /// Returns the points by which a page, or a part of one, scrolls inside a card: whole rows, one less
  /// than fit.
  func pageStep(_ pages: Double, _ context: Context) -> Double {
    let row = ScreenLayout.pointsPerRow
    return max(row, (pages * context.layout.windowHeight / row).rounded(.down) * row - row)
  }

  /// Expands the selected card, shows its next page, or goes on at its end.
  mutating func readOn(_ context: Context) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID),
      current.position.expandedID == current.position.selectedID
    else { return toggleCard(context) }
    // A text that has not come is not left, nor a card that has just opened by itself.
    guard list.awaitedText?.post != current.position.selectedID else { return [] }
    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    let bottom = cards.top(of: index) + cards.height(of: index)
    // The last row has the card's lower edge only.
    let hidden = bottom - ScreenLayout.pointsPerRow - (current.position.scroll + window)
    guard hidden > 0 else {
      return context.now < staysOpenUntil ? [] : leaveEnd(of: index, context)
    }
    setScroll(min(bottom - window, current.position.scroll + pageStep(1, context)))
    return []
  }

  /// Closes an open card and opens the next one, unless that has no text of its own to open; the last card only closes.
  private mutating func leaveEnd(of index: Int, _ context: Context) -> [Effect] {
    let next = index + 1
    guard list.posts.indices.contains(next) else { return toggleCard(context) }
    let post = list.posts[next]
    guard post.draftAction != nil || post.template == .query && post.hasNoText else {
      return open(next, context)
    }
    current.position.selectedID = post.id
    current.position.expandedID = nil
    moveCards(scrollTo: nil, context)
    return loadMoreIfNear(next)
  }

  /// Selects the card at an index and expands it, in the place of the one that is open.
  mutating func open(_ index: Int, _ context: Context) -> [Effect] {
    let post = list.posts[index]
    list.dropPendingSelection()
    current.position.selectedID = post.id
    let isOpen = current.position.expandedID == post.id
    return (isOpen ? [] : expand(post, context)) + loadMoreIfNear(index)
  }

  /// Selects the card at another index; at the ends of the list, a card taller than the window stays
  /// where it is.
  private mutating func leave(_ index: Int, to other: Int, _ context: Context) -> [Effect] {
    let cards = restingLayout(context)
    let target = cards.shown(from: other, other < index ? -1 : 1) ?? index
    let height = cards.height(of: index)
    guard target != index || height <= context.layout.windowHeight else {
      return loadMoreIfNear(index)
    }
    return select(target, showsEnd: other < index, context)
  }

  /// Selects the card at an index, clamped, and scrolls it into view.
  ///
  /// - Parameter showsEnd: whether to show the end of a card taller than the window.
  /// - Returns: the effects to run.
  mutating func select(
    _ index: Int, showsEnd: Bool = false, _ context: Context
  ) -> [Effect] {
    guard !list.posts.isEmpty else { return [] }
    list.dropPendingSelection()
    let list = list
    let cards = restingLayout(of: list, context)
    let index = cards.shown(from: index, -1) ?? min(list.posts.count - 1, max(0, index))
    current.position.selectedID = list.posts[index].id
    let window = context.layout.windowHeight
    var scroll = cards.scrollToReveal(index, from: current.position.scroll, window: window)
    if context.settings.screenReader, scroll != current.position.scroll {
      // By pages: what is written again is spoken again.
      scroll = cards.clampedScroll(
        scroll > current.position.scroll ? cards.top(of: index) : cards.bottom(of: index) - window,
        window: window)
    }
    if showsEnd, cards.height(of: index) > window {
      scroll = cards.clampedScroll(cards.bottom(of: index) - window, window: window)
    }
    setScroll(scroll)
    return loadMoreIfNear(index) + loadMoreIfVisible(context)
  }

  /// Selects a card and scrolls it to the middle of the window, if possible.
  mutating func center(_ id: Post.ID, _ context: Context) -> [Effect] {
    guard let index = list.index(of: id) else { return [] }
    var scrolling = list.scrolling ?? Animated(current.position.scroll)
    let effects = select(index, context)
    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    let middle = cards.top(of: index) + cards.height(of: index) / 2
    let target = cards.clampedScroll(middle - window / 2, window: window)
    scrolling.move(to: target, at: context.now, duration: context.cardMotion)
    list.scrolling = scrolling
    current.position.scroll = target
    list.removeFinishedMotions(at: context.now)
    return effects
  }

  /// Scrolls at once; a running animation continues from there.
  mutating func setScroll(_ scroll: Double) {
    list.resumed = nil
    let before = current.position.scroll
    guard scroll != before else { return }
    current.position.scroll = scroll
    list.scrolling?.shift(by: scroll - before)
  }

  /// Removes the visible posts from the unseen ones.
  mutating func updateUnseen(_ context: Context) {
    guard !list.unseen.isEmpty else { return }
    let visible = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight)
    let list = list
    self.list.unseen = list.unseen.filter { id in
      guard let index = list.index(of: id) else { return false }
      return index < visible.lowerBound || list.isThread && index >= visible.upperBound
    }
  }

  /// Scrolls the current list after a change of sizes, so that the selected card is visible.
  mutating func scrollSelectionIntoView(_ context: Context) {
    scrollSelectionIntoView(of: level, context)
  }

  /// Does the same for all lists.
  mutating func scrollSelectionsIntoView(_ context: Context) {
    for level in pathLevels { scrollSelectionIntoView(of: level.id, context) }
  }

  /// Scrolls a level's list after a change of sizes, so that the selected card is visible.
  mutating func scrollSelectionIntoView(of level: LevelID, _ context: Context) {
    guard let list = self[level],
      let position = self[level.explorer].navigator.level(level)?.position
    else { return }
    let cards = restingLayout(of: list, context)
    let window = context.layout.windowHeight
    var scroll = cards.clampedScroll(
      list.resumedScroll(cards, at: position) ?? position.scroll, window: window)
    // A visible card taller than the window keeps its position, and so does a reply that begins above it.
    if let index = list.index(of: position.selectedID),
      cards.height(of: index) <= window && !(list.isThread && cards.top(of: index) < scroll)
        || !cards.visible(from: scroll, height: window).contains(index)
    {
      scroll = cards.scrollToReveal(index, from: scroll, window: window)
    }
    guard scroll != position.scroll else { return }
    self[level]?.scrolling?.shift(by: scroll - position.scroll)
    updatePosition(of: level) { $0.scroll = scroll }
  }

  /// Scrolls to the top (-1) or the end (1) of the selected card, if it is open and extends beyond the window there;
  /// returns whether it did.
  mutating func scrollOpenCard(_ direction: Int, _ context: Context) -> Bool {
    guard let index = list.index(of: current.position.expandedID),
      current.position.selectedID == current.position.expandedID
    else { return false }
    return scrollInsideCard(index, direction: direction, step: .infinity, context)
  }

  /// Scrolls inside the card at `index`, if it extends beyond the window on that side; returns
  /// whether it did.
  private mutating func scrollInsideCard(
    _ index: Int, direction: Int, step: Double, _ context: Context
  ) -> Bool {
    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    guard cards.height(of: index) > window else { return false }
    let top = cards.top(of: index)
    let bottom = cards.bottom(of: index)
    let scroll = current.position.scroll
    if direction > 0, scroll + window < bottom {
      setScroll(min(bottom - window, max(top, scroll + step)))
      return true
    }
    if direction < 0, scroll > top {
      setScroll(max(top, min(bottom - window, scroll - step)))
      return true
    }
    return false
  }

  /// Scrolls the list by notches of the wheel; the selection stays visible.
  mutating func wheel(_ notches: Int, _ context: Context) -> [Effect] {
    guard !list.posts.isEmpty else { return [] }
    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    let step = Double(context.settings.tunables.wheelRows) * ScreenLayout.pointsPerRow
    let scroll = cards.clampedScroll(
      current.position.scroll + Double(notches) * step, window: window)
    setScroll(scroll)
    let visible = cards.visible(from: scroll, height: window)
    let whole = visible.filter {
      cards.top(of: $0) >= scroll && cards.top(of: $0) + cards.height(of: $0) <= scroll + window
    }
    let kept = whole.isEmpty ? Array(visible) : whole
    if let index = list.index(of: current.position.selectedID), let first = kept.first,
      let last = kept.last, index < first || index > last
    {
      list.dropPendingSelection()
      current.position.selectedID = list.posts[index < first ? first : last].id
    }
    return loadMoreIfNear(visible.upperBound)
  }

  /// Restores a position, if its post is still in the list.
  mutating func restore(_ position: Navigator.ListPosition, _ context: Context) -> [Effect] {
    guard list.index(of: position.selectedID) != nil else { return [] }
    current.position.selectedID = position.selectedID
    setScroll(
      restingLayout(context).clampedScroll(position.scroll, window: context.layout.windowHeight))
    return []
  }
}

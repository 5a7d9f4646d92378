import FireflyCore
import FireflyScreen

// Moving the selection and scrolling, within one list.
extension ListsState {
  /// Where the cards of the current list will stand when all motions have arrived.
  func restingLayout(_ context: Context) -> ListLayout { restingLayout(of: list, context) }

  /// Where the cards of a list will stand when all motions have arrived.
  ///
  /// A card that still waits for its body has not begun to move, so it counts as it is.
  func restingLayout(of list: ListState, _ context: Context) -> ListLayout {
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions where expansion.target == 1 {
      guard let index = list.index(of: id) else { continue }
      taller[index] = context.cardLayout(for: list.posts[index], in: list).expandedHeight
    }
    return ListLayout(
      count: list.posts.count, taller: taller,
      compactHeight: context.layout.metrics.compactHeight)
  }

  /// Selects the next card, or scrolls an expanded one first that is taller than the window.
  mutating func move(by cards: Int, _ context: Context) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, context)
    }
    let step = Double(context.settings.tunables.scrollRows) * ScreenLayout.pointsPerRow
    if scrollInsideCard(index, direction: cards, step: step, context) { return [] }
    return select(index + cards, showsEnd: cards < 0, context)
  }

  /// Goes a page on.
  mutating func page(by pages: Int, _ context: Context) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, context)
    }
    let window = context.layout.windowHeight
    let step = max(ScreenLayout.pointsPerRow, window - ScreenLayout.pointsPerRow)
    if scrollInsideCard(index, direction: pages, step: step, context) { return [] }
    let cards = restingLayout(context)
    let target = cards.top(of: index) + Double(pages) * window
    let inside = min(cards.height - 1, max(0, target))
    var found = cards.index(at: inside) ?? index
    // Upwards as far as downwards: not to a card of which the top would not be a page away.
    if pages < 0, cards.top(of: found) < target, found + 1 < index { found += 1 }
    return select(found == index ? index + pages : found, showsEnd: pages < 0, context)
  }

  /// Selects the card at a place, the nearest there is, and brings it into view.
  ///
  /// - `showsEnd`: whether of an expanded card taller than the window the end is shown.
  mutating func select(
    _ index: Int, showsEnd: Bool = false, _ context: Context
  ) -> [Effect] {
    guard !list.posts.isEmpty else { return [] }
    list.pendingSelection = nil
    let list = list
    let index = min(list.posts.count - 1, max(0, index))
    let cards = restingLayout(of: list, context)
    current.position.selectedID = list.posts[index].id
    let window = context.layout.windowHeight
    var scroll = cards.scrollToReveal(index, from: current.position.scroll, window: window)
    if showsEnd, cards.height(of: index) > window {
      scroll = cards.clampedScroll(
        cards.top(of: index) + cards.height(of: index) - window, window: window)
    }
    setScroll(scroll)
    return loadMoreIfNear(index)
  }

  /// Selects a card and moves it to the middle of the window, as far as the list's ends allow.
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

  /// Scrolls at once; a motion under way goes on from there.
  mutating func setScroll(_ scroll: Double) {
    let before = current.position.scroll
    guard scroll != before else { return }
    current.position.scroll = scroll
    list.scrolling?.shift(by: scroll - before)
  }

  /// Forgets of what came in on top what can be seen by now.
  mutating func updateUnseen(_ context: Context) {
    guard !list.unseen.isEmpty else { return }
    let first = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight
    ).lowerBound
    let list = list
    self.list.unseen = list.unseen.filter { id in list.index(of: id).map { $0 < first } ?? false }
  }

  /// After a change of sizes in the current list: no emptiness below its end, the selected card in
  /// view.
  mutating func scrollSelectionIntoView(_ context: Context) {
    scrollSelectionIntoView(of: level, context)
  }

  /// After a change of sizes everywhere: the same for every list there is.
  mutating func scrollSelectionsIntoView(_ context: Context) {
    for explorer in Explorer.allCases {
      for level in self[explorer].navigator.levels {
        scrollSelectionIntoView(of: level.id, context)
      }
    }
  }

  /// After a change of sizes in a level's list.
  mutating func scrollSelectionIntoView(of level: LevelID, _ context: Context) {
    guard let list = self[level],
      let position = self[level.explorer].navigator.level(level)?.position
    else { return }
    let cards = restingLayout(of: list, context)
    let window = context.layout.windowHeight
    var scroll = cards.clampedScroll(position.scroll, window: window)
    // In a card taller than the window one stays where one reads, if it is still to be seen.
    if let index = list.index(of: position.selectedID),
      cards.height(of: index) <= window
        || !cards.visible(from: scroll, height: window).contains(index)
    {
      scroll = cards.scrollToReveal(index, from: scroll, window: window)
    }
    guard scroll != position.scroll else { return }
    self[level]?.scrolling?.shift(by: scroll - position.scroll)
    self[level.explorer].navigator.updatePosition(of: level) { $0.scroll = scroll }
  }

  /// Scrolls within the card at `index` if it sticks out of the window on that side.
  private mutating func scrollInsideCard(
    _ index: Int, direction: Int, step: Double, _ context: Context
  ) -> Bool {
    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    guard cards.height(of: index) > window else { return false }
    let top = cards.top(of: index)
    let bottom = top + cards.height(of: index)
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

  /// Scrolls the list by the wheel; the selection stays within the window.
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
      list.pendingSelection = nil
      current.position.selectedID = list.posts[index < first ? first : last].id
    }
    return loadMoreIfNear(visible.upperBound)
  }

  /// Goes back to where one was in the list, if that is still there.
  mutating func restore(_ position: Navigator.ListPosition, _ context: Context) -> [Effect] {
    guard list.index(of: position.selectedID) != nil else { return [] }
    current.position.selectedID = position.selectedID
    setScroll(
      restingLayout(context).clampedScroll(position.scroll, window: context.layout.windowHeight))
    return []
  }
}

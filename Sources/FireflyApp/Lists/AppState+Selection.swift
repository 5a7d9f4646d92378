import FireflyCore
import FireflyScreen

// Moving the selection and scrolling, within one list.
extension AppState {
  /// Rows by which an expanded card taller than the window is scrolled with one key.
  private static let scrollStep = 2.0 * ScreenLayout.pointsPerRow

  /// Where the cards of the current list will stand when all motions have arrived.
  func restingLayout() -> ListLayout { restingLayout(of: list) }

  /// Where the cards of a list will stand when all motions have arrived.
  ///
  /// A card that still waits for its body has not begun to move, so it counts as it is.
  func restingLayout(of list: ListState) -> ListLayout {
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions where expansion.target == 1 {
      guard let index = list.index(of: id) else { continue }
      taller[index] = cardLayout(for: list.posts[index], in: list).expandedHeight
    }
    return ListLayout(count: list.posts.count, taller: taller)
  }

  /// Selects the next card, or scrolls an expanded one first that is taller than the window.
  mutating func move(by cards: Int, at now: Double) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, at: now)
    }
    if scrollInsideCard(index, direction: cards, step: Self.scrollStep, at: now) { return [] }
    return select(index + cards, showsEnd: cards < 0, at: now)
  }

  /// Goes a page on.
  mutating func page(by pages: Int, at now: Double) -> [Effect] {
    guard let index = list.index(of: current.position.selectedID) else {
      return select(0, at: now)
    }
    let window = layout.windowHeight
    let step = max(ScreenLayout.pointsPerRow, window - ScreenLayout.pointsPerRow)
    if scrollInsideCard(index, direction: pages, step: step, at: now) { return [] }
    let cards = restingLayout()
    let target = cards.top(of: index) + Double(pages) * window
    let inside = min(cards.height - 1, max(0, target))
    var found = cards.index(at: inside) ?? index
    // Upwards as far as downwards: not to a card of which the top would not be a page away.
    if pages < 0, cards.top(of: found) < target, found + 1 < index { found += 1 }
    return select(found == index ? index + pages : found, showsEnd: pages < 0, at: now)
  }

  /// Selects the card at a place, the nearest there is, and brings it into view.
  ///
  /// - Parameter showsEnd: whether of an expanded card taller than the window the end is shown.
  mutating func select(
    _ index: Int, showsEnd: Bool = false, at now: Double
  ) -> [Effect] {
    guard !list.posts.isEmpty else { return [] }
    let index = min(list.posts.count - 1, max(0, index))
    let cards = restingLayout()
    current.position.selectedID = list.posts[index].id
    let window = layout.windowHeight
    var scroll = cards.scrollToReveal(index, from: current.position.scroll, window: window)
    if showsEnd, cards.height(of: index) > window {
      scroll = cards.clampedScroll(
        cards.top(of: index) + cards.height(of: index) - window, window: window)
    }
    setScroll(scroll)
    return loadMoreIfNear(index, now) + loadVisiblePictures()
  }

  /// Scrolls at once; a motion under way goes on from there.
  mutating func setScroll(_ scroll: Double) {
    let before = current.position.scroll
    guard scroll != before else { return }
    current.position.scroll = scroll
    list.scrolling?.shift(by: scroll - before)
  }

  /// After a change of sizes in the current list: no emptiness below its end, the selected card in
  /// view.
  mutating func keepSelectionInView() { keepSelectionInView(of: current.navigator.current.id) }

  /// After a change of sizes everywhere: the same for every list there is.
  mutating func keepSelectionsInView() {
    for explorer in Explorer.allCases {
      for level in explorers[explorer]?.navigator.levels ?? [] {
        keepSelectionInView(of: level.id)
      }
    }
  }

  /// After a change of sizes in a level's list.
  mutating func keepSelectionInView(of level: Navigator.Level.ID) {
    guard let explorer = explorer(ofLevel: level), let list = explorers[explorer]?.lists[level],
      let position = explorers[explorer]?.navigator.level(level)?.position
    else { return }
    let cards = restingLayout(of: list)
    let window = layout.windowHeight
    var scroll = cards.clampedScroll(position.scroll, window: window)
    // In a card taller than the window one stays where one reads, if it is still to be seen.
    if let index = list.index(of: position.selectedID),
      cards.height(of: index) <= window
        || !cards.visible(from: scroll, height: window).contains(index)
    {
      scroll = cards.scrollToReveal(index, from: scroll, window: window)
    }
    guard scroll != position.scroll else { return }
    explorers[explorer]?.lists[level]?.scrolling?.shift(by: scroll - position.scroll)
    explorers[explorer]?.navigator.updatePosition(of: level) { $0.scroll = scroll }
  }

  /// Scrolls within the card at `index` if it sticks out of the window on that side.
  private mutating func scrollInsideCard(
    _ index: Int, direction: Int, step: Double, at now: Double
  ) -> Bool {
    let cards = restingLayout()
    let window = layout.windowHeight
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
}

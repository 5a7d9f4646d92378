import FireflyCore
import FireflyScreen

// Expanding and collapsing cards; one is expanded at a time.
extension AppState {
  /// Expands the selected card, or collapses it; one is expanded at a time.
  mutating func toggleCard(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard current.position.expandedID == post.id else { return expand(post, at: now) }
    current.position.expandedID = nil
    // Turned round half-way, the list goes back to where it came from.
    if let scrolling = list.scrolling, !scrolling.isSettled(at: now) {
      current.position.scroll = scrolling.start
    }
    moveCards(scrollTo: nil, at: now)
    return loadVisiblePictures()
  }

  /// Begins to expand a card: at once if its body is laid out, else when it has been.
  mutating func expand(_ post: Post, at now: Double) -> [Effect] {
    current.position.expandedID = post.id
    let pictures = loadPicture(of: post)
    guard list.bodies[post.id]?.width == layout.textColumns else {
      return pictures + [
        .formatBody(
          post.body, post: post.id, level: current.navigator.current.id,
          columns: layout.textColumns)
      ]
    }
    moveCards(scrollTo: list.index(of: post.id), at: now)
    return pictures + loadVisiblePictures()
  }

  /// A body is laid out: what waited for it can begin.
  mutating func receive(
    _ text: FormattedText, of post: Post.ID, _ level: Navigator.Level.ID, at now: Double
  ) -> [Effect] {
    // Of two layouts the older one may be ready last; two columns are the least there are.
    guard text.width == max(2, layout.textColumns) else { return [] }
    updateList(level) { $0.bodies[post] = text }
    guard let explorer = explorer(ofLevel: level),
      explorers[explorer]?.navigator.level(level)?.position.expandedID == post
    else { return [] }
    guard explorer == self.explorer, level == current.navigator.current.id else {
      // Nobody sees that list: its cards are at once as they should be.
      updateList(level) { $0.expansions = [post: Animated(1)] }
      keepSelectionInView(of: level)
      return []
    }
    if list.expansions[post]?.target == 1 {
      // Laid out anew, for another width or with other words: the card is there already.
      keepSelectionInView()
    } else {
      moveCards(scrollTo: list.index(of: post), at: now)
    }
    return loadVisiblePictures()
  }

  /// Sends every card to the height it should have, and the list to the place it should be at, all at
  /// once, from where they are.
  ///
  /// - Parameter top: the card to bring to the window's top; nil keeps the selected one in view.
  mutating func moveCards(scrollTo top: Int?, at now: Double) {
    let expanded = current.position.expandedID
    var list = list
    if let expanded, list.bodies[expanded] != nil {
      list.expansions[expanded, default: Animated(0)].move(to: 1, at: now, duration: cardMotion)
    }
    for id in list.expansions.keys where id != expanded {
      list.expansions[id]?.move(to: 0, at: now, duration: cardMotion)
    }
    var scrolling = list.scrolling ?? Animated(current.position.scroll)
    self.list = list

    let cards = restingLayout()
    let window = layout.windowHeight
    let target: Double
    if let top {
      target = cards.scrollToTop(of: top, window: window)
    } else if let index = list.index(of: current.position.selectedID) {
      target = cards.scrollToReveal(index, from: current.position.scroll, window: window)
    } else {
      target = cards.clampedScroll(current.position.scroll, window: window)
    }
    scrolling.move(to: target, at: now, duration: cardMotion)
    self.list.scrolling = scrolling
    current.position.scroll = target
    self.list.settle(at: now)
  }
}

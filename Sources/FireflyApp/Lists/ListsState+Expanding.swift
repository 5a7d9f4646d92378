import FireflyCore
import FireflyScreen

// Expanding and collapsing cards: at most one is open.
extension ListsState {
  /// Expands the selected card, or collapses it; at most one is open.
  mutating func toggleCard(_ context: Context) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard current.position.expandedID == post.id else { return expand(post, context) }
    current.position.expandedID = nil
    // Turned round half-way, the list goes back to where it came from.
    if let scrolling = list.scrolling, !scrolling.isSettled(at: context.now) {
      current.position.scroll = scrolling.start
    }
    moveCards(scrollTo: nil, context)
    return []
  }

  /// Begins to expand a card: at once if its body is laid out, else when it has been.
  mutating func expand(_ post: Post, _ context: Context) -> [Effect] {
    current.position.expandedID = post.id
    guard list.bodies[post.id]?.width == context.layout.textColumns else {
      return [
        .list(
          .formatBody(
            post.body, post: post.id, level: level,
            columns: context.layout.textColumns))
      ]
    }
    moveCards(scrollTo: list.index(of: post.id), context)
    return []
  }

  /// A body is laid out: what waited for it can begin.
  mutating func bodyFormatted(
    _ text: FormattedText, of post: Post.ID, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    // Of two layouts the older one may be ready last; two columns are the least there are.
    guard text.width == max(2, context.layout.textColumns) else { return [] }
    self[level]?.bodies[post] = text
    guard self[level.explorer].navigator.level(level)?.position.expandedID == post else {
      // A card that has not begun to close has another height now.
      scrollSelectionIntoView(of: level, context)
      return []
    }
    guard level == self.level else {
      // That list isn't seen: its cards are at once as they should be.
      self[level]?.expansions = [post: Animated(1)]
      scrollSelectionIntoView(of: level, context)
      return []
    }
    if list.expansions[post]?.target == 1 {
      // Laid out again, for another width or with other words: the card is there already.
      scrollSelectionIntoView(context)
    } else {
      moveCards(scrollTo: list.index(of: post), context)
    }
    return []
  }

  /// Sends every card to the height it should have, and the list to the place it should be at, all at
  /// once, from where they are.
  ///
  /// - `top`: the card to bring to the window's top; nil keeps the selected one in view.
  mutating func moveCards(scrollTo top: Int?, _ context: Context) {
    let expanded = current.position.expandedID
    var list = list
    if let expanded, list.bodies[expanded] != nil || context.writing?.card == expanded {
      list.expansions[expanded, default: Animated(0)].move(
        to: 1, at: context.now, duration: context.cardMotion)
    }
    for id in list.expansions.keys where id != expanded {
      list.expansions[id]?.move(to: 0, at: context.now, duration: context.cardMotion)
    }
    var scrolling = list.scrolling ?? Animated(current.position.scroll)
    self.list = list

    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    let target: Double
    if let top {
      target = cards.scrollToTop(of: top, window: window)
    } else if let index = list.index(of: current.position.selectedID) {
      target = cards.scrollToReveal(index, from: current.position.scroll, window: window)
    } else {
      target = cards.clampedScroll(current.position.scroll, window: window)
    }
    scrolling.move(to: target, at: context.now, duration: context.cardMotion)
    self.list.scrolling = scrolling
    current.position.scroll = target
    self.list.removeFinishedMotions(at: context.now)
  }
}

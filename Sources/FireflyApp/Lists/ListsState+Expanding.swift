import FireflyCore
import FireflyModel
import FireflyScreen

// Expands and collapses cards; at most one per list is expanded.
extension ListsState {
  /// Returns the title and the author of the open card, while it is above the window and its text is not; nil otherwise.
  func titleAbove(_ context: Context) -> String? {
    guard !list.isThread, let id = current.position.expandedID, let index = list.index(of: id),
      case let post = list.posts[index], !post.cardTitle.isEmpty
    else { return nil }
    let layout = restingLayout(context)
    let below = current.position.scroll - layout.top(of: index)
    let head = context.words(of: post, isDrawn: false).titleRows
    let body = context.cardLayout(for: post, in: list).expandedHeight
    let isAbove = below > Double(head) * ScreenLayout.pointsPerRow && below < body
    guard isAbove else { return nil }
    // One author of all is named by the bar itself.
    guard let author = post.byline, author != list.soleAuthor else { return post.cardTitle }
    return post.cardTitle + context.symbols.dot + author
  }

  /// Expands or collapses the selected card.
  mutating func toggleCard(_ context: Context) -> [Effect] {
    guard let post = selectedPost else {
      return list.isMembersOnly ? [.send(.signIn(.pressed))] : []
    }
    if let action = post.draftAction { return [.send(.editor(action))] }
    // A search without a text, or a row that leads to a list: there is only the list to open.
    if post.template == .query, post.hasNoText {
      return followIndicator(context)
    }
    guard current.position.expandedID == post.id else { return expand(post, context) }
    guard context.now >= staysOpenUntil else { return [] }
    collapse(context)
    return []
  }

  /// Collapses the expanded card; the list scrolls back to where it stood before, unless it was scrolled since.
  mutating func collapse(_ context: Context) {
    list.resumed = readPlace(context)
    current.position.expandedID = nil
    if let opening = list.opening.take(), opening.after == current.position.scroll {
      list.scrolling = list.scrolling ?? Animated(opening.after)
      current.position.scroll = opening.before
    }
    moveCards(scrollTo: nil, context)
  }

  /// Seconds for which a card that opened by itself stays open after that: a key that was meant to
  /// open it must not close it.
  private static let welcomeTime = 1.0

  /// Opens the first card, which nobody has pressed.
  mutating func welcome(_ context: Context) -> [Effect] {
    guard !list.isThread, list.posts.first?.id == selectedPost?.id,
      current.position.expandedID == nil
    else { return [] }
    staysOpenUntil = context.now + Animated.duration + Self.welcomeTime
    return toggleCard(context)
  }

  /// Expands a card: at once if its body is formatted, otherwise after that.
  mutating func expand(_ post: Post, _ context: Context) -> [Effect] {
    current.position.expandedID = post.id
    if list.resumed?.post != post.id { list.resumed = nil }
    let text = textRequest(post.id, level)
    let context = fitting(context, level)
    let isFormatted = context.fits(list.bodies[post.id])
    list.awaitedText =
      isFormatted && text.isEmpty ? nil : .init(post: post.id, since: context.now)
    guard isFormatted else {
      return [context.formatBody(of: post, in: level)] + text
    }
    moveCards(scrollTo: list.index(of: post.id), context)
    if list.resumed != nil { scrollSelectionIntoView(context) }
    return text
  }

  /// Returns the effect that loads the whole text of a post, if its list has only a part.
  func textRequest(_ id: Post.ID?, _ level: LevelID) -> [Effect] {
    guard let list = self[level], let index = list.index(of: id), list.posts[index].isExcerpt
    else { return [] }
    return [.list(.loadText(of: list.posts[index].id, level: level))]
  }

  /// Handles the whole text of a post.
  mutating func textAnswered(
    _ response: Result<Post, LoadFailure>, _ context: Context
  ) -> [Effect] {
    switch response {
    case .failure(let failure):
      list.awaitedText = nil
      return [.note(failure.sentence, isError: true)]
    case .success(let whole):
      if list.index(of: whole.id).map({ list.posts[$0].body == whole.body }) == true {
        list.awaitedText = nil
      }
      return change(whole.id, context) {
        ($0.body, $0.facts.isExcerpt) = (whole.body, whole.isExcerpt)
        $0.imageURL = $0.imageURL ?? whole.imageURL
        if $0.template == .profile { ($0.summary, $0.facts) = (whole.summary, whole.facts) }
      }
    }
  }

  /// Handles a formatted body: its card can expand now.
  mutating func bodyFormatted(
    _ text: FormattedText, of post: Post.ID, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    if let list = self[level], list.isThread, list.thread?.top != post { return [] }
    // An outdated result may arrive last. Two columns are the minimum.
    guard text.width == max(2, fitting(context, level).layout.textColumns) else { return [] }
    let known = self[level].flatMap { list in list.index(of: post).map { list.posts[$0] } }
    self[level]?.bodies[post] = context.showingPictures(text, of: known)
    if let list = self[level], list.awaitedText?.post == post,
      textRequest(post, level).isEmpty
    {
      self[level]?.awaitedText = nil
    }
    guard self[level.explorer].navigator.level(level)?.position.expandedID == post else {
      // A card that is still expanded has another height now.
      scrollSelectionIntoView(of: level, context)
      return []
    }
    guard level == self.level else {
      // The list isn't visible: no animation.
      self[level]?.expansions = [post: Animated(1)]
      scrollSelectionIntoView(of: level, context)
      return []
    }
    if list.expansions[post]?.target == 1 {
      // Formatted again, for another width or text: the card is expanded already.
      scrollSelectionIntoView(context)
    } else {
      moveCards(scrollTo: list.index(of: post), context)
      if list.resumed != nil { scrollSelectionIntoView(context) }
    }
    return []
  }

  /// Starts the animations of all heights and of the scroll offset.
  ///
  /// - Parameter top: the card to scroll to the top of the window; nil to keep the selected one
  ///   visible.
  mutating func moveCards(scrollTo top: Int?, _ context: Context) {
    let expanded = current.position.expandedID
    var list = list
    if !list.isThread {
      if let expanded, list.bodies[expanded] != nil || context.writing?.card == expanded {
        list.expansions[expanded, default: Animated(0)].move(
          to: 1, at: context.now, duration: context.cardMotion)
      }
      for id in list.expansions.keys where id != expanded {
        list.expansions[id]?.move(to: 0, at: context.now, duration: context.cardMotion)
      }
      self.list = list
    }
    var scrolling = list.scrolling ?? Animated(current.position.scroll)

    let cards = restingLayout(context)
    let window = context.layout.windowHeight
    let target: Double
    if let top {
      target = cards.scrollToTop(of: top, window: window)
      self.list.opening = .init(before: current.position.scroll, after: target)
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

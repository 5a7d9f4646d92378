import FireflyCore

// Navigation between lists: down, up, and to other explorers.
extension ListsState {
  /// Follows the child indicator of the selected card (seed 001).
  mutating func followIndicator(_ context: Context) -> [Effect] {
    guard let post = selectedPost else { return [] }
    if let action = post.draftAction { return [.send(.editor(action))] }
    // A reply to the user is read where it stands.
    if current.navigator.current.destination == .answers { return showPlace(context) }
    guard let route = post.childIndicatorRoute(for: context.account) else {
      guard post.template == .profile else { return [context.noReplies(to: post)] }
      guard post.contents != nil else { return [.note("No posts.", inList: true)] }
      let parts = ["No entries.", post.facts.failure].compactMap(\.self)
      return [.note(parts.joined(separator: " "), inList: true)]
    }
    switch route {
    case .results(let query):
      return [.send(.badges(.viewed(query.id)))]
        + goDown(to: .results(query: query.id), of: query, context)
    case .children(let parent):
      let effects = goDown(to: .children(of: parent.id), of: parent, context)
      let account = context.account
      list.beginsFirstChild = account.owns(parent) && parent.canHaveReplies(by: account.key)
      return effects
    case .firstChild: return beginReply(context)
    }
  }

  /// Goes to the replies of the selected post, and begins one.
  mutating func beginReply(_ context: Context) -> [Effect] {
    guard let post = selectedPost else { return [] }
    // Begins at once; existing children appear below it.
    return goDown(to: .children(of: post.id), of: post, context)
      + [.send(.editor(.firstChildWanted))]
  }

  /// Goes to the profile of the selected post's author.
  mutating func showProfile(_ context: Context) -> [Effect] {
    if selectedPost?.contents != nil {
      return [.note("A feed has no profile.", inList: true)]
    }
    guard let email = selectedPost?.authorEmail, !email.isEmpty else {
      guard selectedPost != nil else { return [] }
      return [.note("This post has no author.", inList: true)]
    }
    guard current.navigator.current.destination != .profile(email: email) else {
      return [.note("This is the author's profile.", inList: true)]
    }
    return goDown(to: .profile(email: email), of: nil, context)
  }

  /// Goes down one level and loads it.
  ///
  /// - Parameters:
  ///   - destination: the contents of the level.
  ///   - parent: the parent, if known, for the path.
  /// - Returns: the effects to run.
  mutating func goDown(
    to destination: Navigator.Destination, of parent: Post?, _ context: Context
  ) -> [Effect] {
    // A level that still slides out is removed at once.
    let effects = current.departing.map { Effect.cancelLevel($0.id) }
    removeDeparted()
    let previousList = ListState.PreviousList(list, at: current.position)
    let level = current.navigator.push(destination)
    var list = ListState()
    list.parent = parent
    list.previousList = [previousList]
    if case .children(let top) = destination, destination.hasThread(of: parent),
      context.opensThread(threadPlaces[top])
    {
      list.becomeThread(below: top, context)
      list.resume(threadPlaces[top])
      list.goal = threadPlaces[top]?.selected.map { .post($0) } ?? .none
    } else if case .children = destination, let children = parent?.children, !children.isEmpty {
      // The nested children are shown until they are reloaded.
      list.setPosts(children)
      list.phase = .loaded
      current.position.selectedID = children.first?.id
    }
    if let selected = current.entered[destination] {
      if list.index(of: selected) != nil { current.position.selectedID = selected }
      list.goal = .post(selected)
    }
    self[level] = list
    current.slide.move(
      to: Double(current.navigator.depth), at: context.now, duration: context.slideMotion)
    return effects + load(current.navigator.current, context)
  }

  /// Goes up one level; at the root, collapses the expanded card.
  mutating func goBack(_ context: Context) -> [Effect] {
    guard current.navigator.depth == 0 else {
      return goUp(to: current.navigator.depth - 1, context)
    }
    if current.position.expandedID != nil { collapse(context) }
    return []
  }

  /// Goes up to a depth below the root.
  mutating func goUp(to depth: Int, _ context: Context) -> [Effect] {
    let left = current.navigator.pop(to: depth)
    guard let first = left.first else { return [] }
    if context.layout.columns.right != nil { keepReplies(of: first) }
    for level in left { keepEntered(level) }
    return slideOut(left, context) + resumeCurrentList(context)
  }

  /// Keeps where the user was among what a feed or a person has written, to begin there the next time.
  private mutating func keepEntered(_ level: Navigator.Level) {
    guard let destination = level.destination, let list = self[level.id],
      list.parent?.template == .profile, let index = list.index(of: level.position.selectedID)
    else { return }
    current.entered[destination] = index > 0 ? list.posts[index].id : nil
  }

  /// Keeps the posts of a left level as the replies to their parent, for the right column.
  private mutating func keepReplies(of level: Navigator.Level) {
    guard case .children(let parent) = level.destination, let replies = self[level.id],
      replies.phase == .loaded, !replies.isThread, let index = list.index(of: parent)
    else { return }
    var post = list.posts[index]
    post.children = replies.posts.filter { !$0.isUnsaved }
    list.replacePost(at: index, with: post)
  }

  /// Returns to a list: loads it if necessary, and formats the expanded body if the width has
  /// changed.
  private mutating func resumeCurrentList(_ context: Context) -> [Effect] {
    load(current.navigator.current, context) + reformatExpandedBody(context)
  }

  /// Starts the slide of left levels, and cancels their jobs.
  mutating func slideOut(_ levels: [Navigator.Level], _ context: Context) -> [Effect] {
    // Without motion they are removed at once.
    let kept = keepThreads(levels)
    current.departing = levels + current.departing
    current.slide.move(
      to: Double(current.navigator.depth), at: context.now, duration: context.slideMotion)
    if current.slide.isSettled(at: context.now) { removeDeparted() }
    return kept + levels.map { .cancelLevel($0.id) }
  }

  /// Removes the levels that have slid out.
  mutating func removeDeparted() {
    for level in current.departing { self[level.id] = nil }
    current.departing = []
    answeredParents.keep(allLevels.map(\.id))
  }

  /// Shows an explorer; for the current one, goes to its root.
  mutating func show(_ pressed: Explorer, _ context: Context) -> [Effect] {
    guard pressed != explorer else { return goUp(to: 0, context) }
    finishMotions()
    explorer = pressed
    if pressed == .searches, current.navigator.depth == 0, let index = list.index(of: wantedRow) {
      wantedRow = nil
      _ = select(index, context)
    }
    let failed = if case .failed = list.phase { true } else { false }
    let reload = failed || list.phase == .idle ? load(current.navigator.current, context) : []
    return reload + reformatExpandedBody(context)
  }

  /// Shows the next (1) or previous (-1) explorer.
  mutating func showNextExplorer(_ step: Int, _ context: Context) -> [Effect] {
    let all = Explorer.allCases
    return show(all[(explorer.rawValue + step + all.count) % all.count], context)
  }

  /// Shows the next kind of notices, where these are in front.
  mutating func showNextNotices(_ context: Context) -> [Effect] {
    let kinds: [Notice.Kind?] = [nil] + Notice.Kind.allCases
    let place = kinds.firstIndex(of: list.notices) ?? 0
    list = ListState()
    list.notices = kinds[(place + 1) % kinds.count]
    current.position = Navigator.ListPosition()
    return [.cancelLevel(level)] + load(current.navigator.current, context)
  }

  /// Switches to the next of everyone's posts, threads and the user's own posts, or of a source's lists.
  mutating func showNextAudience(_ context: Context) -> [Effect] {
    guard explorer != .users else { return [] }
    let next = nextAudience(at: context.site)
    guard next != current.audience else {
      return [.note("There is no other list here.", inList: true)]
    }
    guard context.account.hasUser || next != .mine else {
      return [.send(.signIn(.needed(for: .list(.audiencePressed))))]
    }
    // The open post stays open in a list of what is unread.
    let open = context.site.hasOnlyUnread(next, in: explorer) ? openCard(context) : nil
    let left = slideOut(current.navigator.popToRoot(), context)
    (current.isUndecided, current.explainsAudience) = (false, false)
    if explorer == .posts { awaitedPlace = nil }
    var list = ListState()
    list.audience = next
    list.previousList = [ListState.PreviousList(self.list, at: current.position)]
    list.goal = current.selections[next].map { .post($0) } ?? .none
    let selected = current.position.selectedID
    current.selections[current.audience] = self.list.index(of: selected) == 0 ? nil : selected
    if open != nil { (list.resumed, list.goal) = (open, .none) }
    current.list = list
    current.position = Navigator.ListPosition(selectedID: open?.post, expandedID: open?.post)
    return left + [.cancelLevel(level)] + loadRoot(explorer, context)
      + [.list(.storeAudience(explorer, current.audience))]
  }
}

extension ListsState {
  /// What the first list of a place is, if it stands in for another one: its name, and the reason.
  func standIn(at site: Site) -> String? {
    explorer == .posts && site.hasOwnLists && current.audience == .everyone
      ? current.rootList.standIn : nil
  }

  /// Returns the list that the key for it shows next: not the one that is shown in place of the first one.
  func nextAudience(at site: Site) -> Audience {
    let next = site.next(after: current.audience, in: explorer)
    guard let shown = standIn(at: site)?.split(separator: " ").first,
      site.name(of: next, in: explorer).hasPrefix(shown)
    else { return next }
    return site.next(after: next, in: explorer)
  }
}

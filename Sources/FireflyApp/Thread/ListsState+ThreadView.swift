import FireflyCore
import FireflyModel

// Shows a level as a thread, or as cards.
extension ListsState {
  /// Shows the current level as a thread, or as cards again, at the same post.
  ///
  /// In a list that is nobody's replies it goes down to those of the selected post.
  mutating func toggleThread(_ context: Context) -> [Effect] {
    guard let destination = current.navigator.current.destination,
      destination.hasThread(of: list.parent), case .children(let top) = destination
    else { return goDownToThread(context) }
    guard context.writing == nil else { return [] }
    if list.isThread {
      // Nothing is selected before it has come.
      let isAtTop = (current.position.selectedID ?? top) == top
      return isAtTop && list.wasEnteredAsThread ? goBack(context) : showCards(context)
    }
    let selected = selectedPost?.id
    guard let depth = depthOfThread, depth + 1 < current.navigator.depth else {
      return showThread(top, selecting: selected, context)
    }
    // Back to the thread that the user has left for cards.
    let left = current.navigator.pop(to: depth + 1)
    guard case .children(let top) = current.navigator.current.destination else { return [] }
    return slideOut(left, context) + showThread(top, selecting: selected, context)
  }

  /// Goes down to the replies of the selected post as a thread; how other replies are shown stays.
  private mutating func goDownToThread(_ context: Context) -> [Effect] {
    guard let post = selectedPost, post.template == .post, post.contents == nil else {
      return [.note("There is no thread here: it shows the replies to a post.", inList: true)]
    }
    guard post.hasChildren else { return [context.noReplies(to: post)] }
    guard context.writing == nil else { return [] }
    let effects = goDown(to: .children(of: post.id), of: post, context.withThreads)
    list.wasEnteredAsThread = true
    return effects
  }

  /// The index on the path of the level that was a thread until the user chose cards; nil for none.
  private var depthOfThread: Int? {
    let path = current.navigator.path
    let depth = path.lastIndex { self[$0.id]?.chosenView == .cardsOfThread }
    return depth.flatMap { depth in
      path[depth...].allSatisfy { $0.destination?.hasThread(of: nil) == true } ? depth : nil
    }
  }

  /// Shows the restored levels as threads: all, or those to which a link led.
  ///
  /// Only a thread has its own parent selected; a link leads to a post without replies before anything is
  /// selected.
  mutating func restoreThreads(_ context: Context) {
    for level in pathLevels {
      guard let destination = level.destination, case .children(let top) = destination,
        destination.hasThread(of: self[level.id]?.parent)
      else { continue }
      let selected = level.position.selectedID
      let isAlone = selected == nil && self[level.id]?.parent?.hasChildren == false
      guard
        context.opensThread(threadPlaces[top]) || selected == top || isAlone
          || self[level.id]?.wasEnteredAsThread == true
      else { continue }
      let place = threadPlaces[top]
      self[level.id]?.becomeThread(below: top, context)
      self[level.id]?.resume(place)
    }
  }

  /// Turns a thread whose parent turns out to be a profile into cards: what a person has written is one
  /// level.
  mutating func showProfilesPosts(in level: LevelID, _ context: Context) -> [Effect] {
    guard let parent = self[level]?.parent, parent.template == .profile,
      self[level]?.isThread == true, let shown = shownLevel(level)
    else { return [] }
    var cards = ListState()
    (cards.parent, cards.phase) = (parent, .loading(since: context.now))
    self[level] = cards
    updatePosition(of: level) { $0 = Navigator.ListPosition() }
    return [.cancel(.level(level, .posts)), .list(request(for: shown))]
  }

  private mutating func showThread(
    _ top: Post.ID, selecting selected: Post.ID?, _ context: Context
  ) -> [Effect] {
    let offset = list.index(of: selected).map {
      restingLayout(context).top(of: $0) - current.position.scroll
    }
    var list = list
    list.becomeThread(below: top, context)
    list.resume(threadPlaces[top])
    list.chosenView = .thread
    list.phase = .loading(since: context.now)
    self.list = list
    if let selected {
      let parent = selectedPost?.parentID
      seek(selected)
      // It is folded again if it was.
      self.list.thread?.sought = parent
    }
    current.position = .init(selectedID: selected ?? list.posts.first?.id)
    if let offset, let index = list.index(of: selected) {
      let cards = restingLayout(context)
      let window = context.layout.windowHeight
      current.position.scroll = cards.clampedScroll(cards.top(of: index) - offset, window: window)
    }
    return [.list(request(for: current.navigator.current))]
  }

  /// Shows the siblings of the selected reply as cards.
  private mutating func showCards(_ context: Context) -> [Effect] {
    guard let thread = list.thread else { return [] }
    let kept = keepThreads([current.navigator.current])
    let selected = list.index(of: current.position.selectedID)
    let path = selected.map { [$0] + thread.ancestors(of: $0) } ?? []
    let posts = path.reversed().filter { thread.rows[$0].level > 0 }.map { list.withReplies($0) }
    var cards = list
    cards.thread = nil
    cards.setPosts(list.topReplies)
    (cards.expansions, cards.bodies, cards.scrolling) = ([:], [:], nil)
    cards.chosenView = .cardsOfThread
    list = cards
    current.position = .init(selectedID: posts.first?.id ?? cards.posts.first?.id)
    scrollSelectionIntoView(context)
    let effects = kept + [.list(request(for: current.navigator.current))]
    guard posts.count > 1, let parent = list.parent else { return effects }
    return goDown(from: parent, along: posts, context.withCards)
  }
}

extension Navigator.Destination {
  /// Whether a level can be shown as a thread: the replies to a post, not a user's posts.
  func hasThread(of parent: Post?) -> Bool {
    guard case .children = self else { return false }
    return parent?.template != .query && parent?.template != .profile
  }
}

extension ListState {
  /// Changes the list to a thread.
  mutating func becomeThread(below top: Post.ID, _ context: Context) {
    (expansions, bodies, scrolling, checkedForFold) = ([:], [:], nil, [])
    thread = ThreadShape(top: top, columns: context.layout.with(isThread: true).textColumns)
    thread?.requested = [top]
    // Adds the parent.
    setPosts(posts)
  }

  /// Folds the replies of a thread, as they arrive, as the user had left them.
  mutating func resume(_ place: ThreadPlace?) {
    chosenView = place?.isThread.map { $0 ? .thread : .cards } ?? .none
    thread?.foldsNew = place?.foldsAll == true
    thread?.keptFolded = Set(place?.folded ?? [])
    thread?.keptOpen = Set(place?.opened ?? [])
  }

  /// The posts right below the parent.
  fileprivate var topReplies: [Post] {
    thread?.rows.indices.filter { thread?.rows[$0].level == 1 }.map { posts[$0] } ?? []
  }

  /// Returns a post of a thread with its replies nested in it.
  fileprivate func withReplies(_ index: Int) -> Post {
    var post = posts[index]
    guard let thread else { return post }
    var replies: [Post] = []
    var next = index + 1
    while next < thread.rows[index].end {
      replies.append(posts[next])
      next = thread.rows[next].end
    }
    post.children = replies
    return post
  }
}

import FireflyCore

/// The three explorers, each with its own path, places and loaded posts (seed 004).
struct ListsState: Equatable, Sendable {
  /// The tab in front.
  var explorer: Explorer = .posts
  /// Whether a list has been shown since the start, or why there is none.
  private(set) var hasShownPosts = false
  /// Whether that path ends at the list that its last post is in, where it is selected.
  var selectsPathEnd = false
  /// Since when the path to the post of the start has been looked for; nil if it isn't.
  var pathAwaitedSince: Double?
  /// The explorers, in the order of their tabs.
  private var explorers = Explorer.allCases.map { ExplorerState($0) }

  /// An explorer's state.
  subscript(explorer: Explorer) -> ExplorerState {
    get { explorers[explorer.rawValue] }
    _modify { yield &explorers[explorer.rawValue] }
  }

  /// The list of a level; nil if the level has been left.
  subscript(level: LevelID) -> ListState? {
    get { self[level.explorer].lists[level] }
    _modify { yield &explorers[level.explorer.rawValue].lists[level] }
  }

  /// The explorer in front.
  var current: ExplorerState {
    get { self[explorer] }
    _modify { yield &explorers[explorer.rawValue] }
  }

  /// The current list.
  ///
  /// A copy: who looks at it more than once takes one.
  var list: ListState {
    get { current.list }
    _modify { yield &explorers[explorer.rawValue].list }
  }

  /// The current level.
  var level: LevelID { current.navigator.currentID }

  /// The selected post of the current list.
  var selectedPost: Post? { list.selectedPost(at: current.position) }

  /// All three explorers load at once (seed 004).
  mutating func start(at post: Post.ID?, _ context: Context) -> [Effect] {
    let path: [Effect] = post.map { [.list(.loadPath(to: $0))] } ?? []
    pathAwaitedSince = post == nil ? nil : context.now
    let roots = Explorer.allCases.flatMap { loadRoot($0, context) }
    // Where one was the last time, if that is below.
    guard current.navigator.depth > 0 else { return path + roots }
    return path + roots + load(current.navigator.current, context)
  }

  /// Lets go of what has had its time.
  mutating func removeExpired(at now: Double) {
    stopWaitingForPictures { _, until in now >= until }
    if current.slide.isSettled(at: now) { removeDeparted() }
    list.removeFinishedMotions(at: now)
  }

  /// Lets everything arrive at once: on a line too slow for motion, and when another tab comes.
  mutating func finishMotions() {
    current.slide = Animated(current.slide.target)
    removeDeparted()
    list.finishMotions()
  }

  /// The label of the post that a post of a list is below, if it is known already; nil also where the list
  /// itself is the one below that post.
  func parentLabel(of post: Post, in list: ListState) -> String? {
    guard !post.isRoot, let parent = post.parentID, parent != post.id, parent != list.parent?.id
    else { return nil }
    if let above = post.ancestors?.first, above.id == parent { return above.label }
    if let index = list.index(of: parent) { return list.posts[index].label }
    for explorer in explorers {
      let root = explorer.rootList
      if let index = root.index(of: parent) { return root.posts[index].label }
    }
    return nil
  }

  /// Takes note that there is something to see in place of the splash.
  ///
  /// While the list in front is about to come there isn't, whatever the others have: a screen that says
  /// so would only flicker.
  ///
  /// - `patience`: seconds for which the splash stays although another explorer's list is there already.
  mutating func updateHasShownPosts(at now: Double, patience: Double) {
    guard !hasShownPosts, list.pictureDeadline == nil else { return }
    if case .loading(let since) = list.phase, now - since < patience { return }
    hasShownPosts = explorers.contains { explorer in
      explorer.lists.values.contains { list in
        switch list.phase {
        case .idle, .loading: !list.posts.isEmpty
        case .awaitingPicture: false
        case .loaded, .failed: true
        }
      }
    }
  }
}

extension ListsState {
  /// A list and the post that is selected there.
  struct Location: Equatable {
    fileprivate let level: LevelID
    fileprivate let selected: Post.ID?
  }

  /// Where the user is.
  var location: Location { Location(level: level, selected: current.position.selectedID) }
}

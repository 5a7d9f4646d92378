import FireflyCore
import FireflyModel

/// The three explorers with their paths and lists (seed 004).
struct ListsState: Equatable, Sendable {
  /// The density that the user has chosen for this server; nil for none.
  var chosenDensity: Density?
  /// How replies are shown, as the user chose by the key; nil until then.
  var chosenView: RepliesView?
  var explorer: Explorer = .posts
  /// Whether a list, or a failure, has been shown since the start.
  private(set) var hasShownPosts = false
  /// Whether the first post is selected in its list, instead of showing its children.
  var selectsPathEnd = false
  /// Whether a path of one post leads to its replies all the same, as at the start.
  var entersPathTop = false
  /// When the request for the path to the first post began; nil if there is none.
  var awaitedPath: AwaitedPath?
  /// The posts that unread replies answer.
  var answeredParents = AnsweredParents()
  /// Until when the card that opened by itself stays open, in seconds of the monotonic clock.
  var staysOpenUntil = 0.0
  /// How threads were left.
  var threadPlaces = ThreadPlaces()
  /// The post of the first list at which the user was, and to which a key leads back, until it has come; nil for none.
  var awaitedPlace: Post.ID?
  /// The row of this program to which the saved searches lead next, because something came into it; nil for none.
  var wantedRow: Post.ID?
  /// Up to which post the place knows that its first list was seen; nil for none.
  var toldSeen: Post.ID?
  /// Whether the user has done something in a list.
  var hasActed = false
  /// The posts that left the lists with their authors, by the names of these.
  var left: [String: [LeftPosts]] = [:]
  /// The post whose children are being loaded ahead of the reader; nil for none.
  var loadingAhead: Post.ID?
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

  /// All levels that may be visible: the paths, and levels sliding out.
  var allLevels: [Navigator.Level] { explorers.flatMap(\.levels) }

  var pathLevels: [Navigator.Level] { explorers.flatMap(\.navigator.levels) }

  /// Returns a level that may be visible.
  func shownLevel(_ id: LevelID) -> Navigator.Level? {
    self[id.explorer].levels.first { $0.id == id }
  }

  /// Changes the position in a level on its path.
  mutating func updatePosition(
    of id: LevelID, _ change: (inout Navigator.ListPosition) -> Void
  ) {
    self[id.explorer].navigator.updatePosition(of: id, change)
  }

  var current: ExplorerState {
    get { self[explorer] }
    _modify { yield &explorers[explorer.rawValue] }
  }

  /// The current list.
  ///
  /// Each access copies; use a local variable for several.
  var list: ListState {
    get { current.list }
    _modify { yield &explorers[explorer.rawValue].list }
  }

  /// The posts of the current list, without a copy of the rest.
  var posts: [Post] { explorers[explorer.rawValue].lists[level]?.posts ?? [] }

  var level: LevelID { explorers[explorer.rawValue].navigator.currentID }

  var selectedPost: Post? { list.selectedPost(at: current.position) }

  /// Loads the lists of all explorers in the same turn, the visible one first (seed 004).
  mutating func start(at post: Post.ID?, _ context: Context) -> [Effect] {
    let path: [Effect] = post.map { [.list(.loadPath(to: $0))] } ?? []
    awaitedPath = post.map { AwaitedPath(post: $0, since: context.now) }
    restoreThreads(context)
    // The restored level first, if it is below the root.
    let level =
      current.navigator.depth > 0 ? load(current.navigator.current, context) : []
    let others = Explorer.allCases.filter { $0 != explorer }
    return path + level + ([explorer] + others).flatMap { loadRoot($0, context) }
  }

  /// Removes state that has expired.
  mutating func removeExpired(at now: Double) {
    stopWaitingForPictures { _, until in now >= until }
    if current.slide.isSettled(at: now) { removeDeparted() }
    list.removeFinishedMotions(at: now)
  }

  /// Ends all animations: on slow connections, and when the explorer changes.
  mutating func finishMotions() {
    current.slide = Animated(current.slide.target)
    removeDeparted()
    list.finishMotions()
  }

  /// Returns the label of a post's parent, if it is known and not the list's own parent.
  func parentLabel(of post: Post, in list: ListState) -> String? {
    guard !post.isRoot, let parent = post.parentID, parent != post.id, parent != list.parent?.id
    else { return nil }
    /// Returns the name of the parent: a reply without a title is named by its thread.
    func name(_ above: Post) -> String {
      let thread = above.title.isEmpty ? post.ancestors?.last?.title ?? "" : ""
      return thread.isEmpty ? above.headline : thread
    }
    if let above = post.ancestors?.first, above.id == parent { return name(above) }
    let lists = [list] + explorers.map(\.rootList)
    for list in lists {
      if let index = list.index(of: parent) { return name(list.posts[index]) }
    }
    if let label = answeredParents.labels[parent] { return label }
    // The top of its tree, if that is all that is known.
    return post.ancestors?.last?.headline
  }

  /// Returns what says that a post of a flat list is a reply, where nothing names what it answers; nil for others.
  func replySign(of post: Post, in list: ListState) -> String? {
    guard post.template == .post, let parent = post.realParentID, parent != post.id,
      parent != list.parent?.id, parentLabel(of: post, in: list) == nil
    else { return nil }
    return "a reply"
  }

  /// Finds the sentences of the results in view.
  mutating func findSentences(_ context: Context) {
    guard case .results = current.navigator.current.destination, !list.posts.isEmpty,
      let words = MatchedWords(list.parent)
    else { return }
    let visible = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight)
    let (list, columns) = (list, CardText.summaryColumns(context.layout))
    guard
      list.sentenceColumns != columns
        || list.posts[visible].contains(where: { list.sentences[$0.id] == nil })
    else { return }
    self.list.findSentences(visible, words, columns: columns)
  }

  /// Updates `hasShownPosts`, which ends the splash.
  ///
  /// While the current list is about to arrive, the splash stays, to avoid flicker.
  ///
  /// - Parameters:
  ///   - now: seconds of the monotonic clock.
  ///   - patience: seconds for which the splash waits for the current list.
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
  /// Whether it is known that the user follows no feed here.
  func followsNoFeeds(at site: Site) -> Bool {
    site.has(.subscriptions) && self[.users].rootList.isKnownEmpty
  }

  /// Whether the place has answered: with a list, or that it is not for everybody.
  var hasAnswered: Bool {
    explorers.contains { explorer in
      explorer.lists.values.contains { list in
        switch list.phase {
        case .loaded: true
        case .failed(let failure): failure.kind == .signedOut || failure.kind == .forbidden
        case .idle, .loading, .awaitingPicture: !list.posts.isEmpty
        }
      }
    }
  }

  /// A level and its selected post.
  struct Location: Equatable {
    fileprivate let level: LevelID
    fileprivate let selected: Post.ID?
  }

  /// The user's current location.
  var location: Location { Location(level: level, selected: current.position.selectedID) }
}

extension ListsState {
  /// Returns the context for a level's list: a thread has a rectangle of its own.
  func fitting(_ context: Context, _ level: LevelID) -> Context {
    context.with(context.layout.with(isThread: self[level]?.isThread == true))
  }
}

/// The post to which a path is asked for.
struct AwaitedPath: Equatable, Sendable {
  let post: Post.ID
  /// Whether its replies are shown also if it is in the list, so that it never depends on which comes first.
  var enters = false
  /// Since when, in seconds of the monotonic clock.
  let since: Double
}

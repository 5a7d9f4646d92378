import FireflyCore

/// The state of an explorer: its path, and the lists of all levels on it.
struct ExplorerState: Equatable, Sendable {
  var navigator: Navigator
  /// The lists of the levels on the path and of those still sliding out.
  var lists: [LevelID: ListState]
  /// Levels that were left and are still sliding out, the deepest last.
  var departing: [Navigator.Level] = []
  /// The visible level: 0 for the root, 1 for the first level below; in between, two levels share
  /// the window.
  var slide = Animated(0)
  /// The selected posts of the root's other lists, if they are not the first ones.
  var selections: [Audience: Post.ID] = [:]
  /// The selected posts of what feeds and people have written, if they are not the first ones, when these were left.
  var entered: [Navigator.Destination: Post.ID] = [:]
  /// Whether it is still unknown if the user has own posts, which would be shown first.
  var isUndecided = false

  /// Whether to show the note that explains why it begins with the user's own posts.
  var explainsAudience = false

  /// Number of posts of the root list to load first.
  var initialLength = ListsState.pageLength
  /// The index of the post that was selected in it when it was left; nil if unknown.
  var initialRow: Int?

  /// Creates an explorer at its root, with nothing loaded.
  init(_ explorer: Explorer) {
    navigator = Navigator(explorer)
    lists = [navigator.root.id: ListState()]
  }

  var list: ListState {
    get { lists[navigator.currentID] ?? ListState() }
    _modify { yield &lists[navigator.currentID, default: ListState()] }
  }

  /// Whose posts are shown at the root.
  var audience: Audience {
    get { rootList.audience }
    set { lists[navigator.root.id, default: ListState()].audience = newValue }
  }

  /// Whether only the user's own posts are shown at the root.
  var showsOnlyMine: Bool { audience == .mine }

  var rootList: ListState { lists[navigator.root.id] ?? ListState() }

  /// The position in the current list.
  var position: Navigator.ListPosition {
    get { navigator.current.position }
    set { navigator.current.position = newValue }
  }

  /// All levels that may be visible, from the root: the path, and levels sliding out.
  var levels: [Navigator.Level] { navigator.levels + departing }

  /// Whether a slide between levels is running.
  func isSliding(at now: Double) -> Bool { !slide.isSettled(at: now) }

  /// Whether an animation is running.
  func isMoving(at now: Double) -> Bool {
    !slide.isSettled(at: now) || !departing.isEmpty || list.isMoving(at: now)
  }
}

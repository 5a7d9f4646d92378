import FireflyCore

/// One tab: its path through the tree and the list of every level on it.
struct ExplorerState: Equatable, Sendable {
  /// The path.
  var navigator: Navigator
  /// The lists of the levels: those on the path and those still sliding out.
  var lists: [LevelID: ListState]
  /// Levels that were left and are still sliding out, the deepest last.
  var departing: [Navigator.Level] = []
  /// Which level is seen: 0 the root, 1 the first below; in between, two of them side by side.
  var slide = Animated(0)
  /// Whether only the user's own posts are shown at the root.
  var showsOnlyMine = false
  /// Whether the user's own posts are shown if there are any, which is still to be found out.
  var isUndecided = false

  /// Whether the note on why it begins with the user's own posts is still to be shown.
  var explainsAudience = false

  /// Posts that are asked for of its own list at first.
  var initialLength = ListsState.pageLength

  /// An explorer at its root, of which the list is still to be asked for.
  init(_ explorer: Explorer) {
    navigator = Navigator(explorer)
    lists = [navigator.root.id: ListState()]
  }

  /// The current list.
  var list: ListState {
    get { lists[navigator.currentID] ?? ListState() }
    _modify { yield &lists[navigator.currentID, default: ListState()] }
  }

  /// The explorer's own list.
  var rootList: ListState { lists[navigator.root.id] ?? ListState() }

  /// The position in the current list.
  var position: Navigator.ListPosition {
    get { navigator.current.position }
    set { navigator.current.position = newValue }
  }

  /// All levels that may be seen, from the root on: the path and what slides out.
  var levels: [Navigator.Level] { navigator.levels + departing }

  /// Whether one level gives way to another.
  func isSliding(at now: Double) -> Bool { !slide.isSettled(at: now) }

  /// Whether anything moves.
  func isMoving(at now: Double) -> Bool {
    !slide.isSettled(at: now) || !departing.isEmpty || list.isMoving(at: now)
  }
}

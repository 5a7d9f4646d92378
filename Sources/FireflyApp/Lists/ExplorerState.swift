import FireflyCore

/// One tab: its path through the tree and the list of every level on it.
struct ExplorerState: Equatable, Sendable {
  /// The path.
  var navigator: Navigator
  /// The lists of the levels, by their numbers: those on the path and those still sliding out.
  var lists: [Navigator.Level.ID: ListState]
  /// Levels that were left and are still sliding out, the deepest last.
  var departing: [Navigator.Level] = []
  /// Which level is seen: 0 the root, 1 the first below; in between, two of them side by side.
  var slide = Animated(0)
  /// Whether only the user's own posts are shown at the root.
  var showsOnlyMine = false

  /// Levels that one can go through in an explorer: more than anybody does.
  static let mostLevels = 1_000_000

  /// An explorer at its root, of which the list is still to be asked for.
  init(_ explorer: Explorer) {
    // Levels are numbered apart, so that a number alone tells the list it belongs to.
    let first = explorer.rawValue * Self.mostLevels
    navigator = Navigator(firstID: first)
    lists = [first: ListState()]
  }

  /// The list one is in.
  var list: ListState {
    get { lists[navigator.current.id] ?? ListState() }
    set { lists[navigator.current.id] = newValue }
  }

  /// Where one is in it.
  var position: Navigator.ListPosition {
    get { navigator.current.position }
    set { navigator.current.position = newValue }
  }

  /// All levels that may be seen, from the root on: the path and what slides out.
  var levels: [Navigator.Level] { navigator.levels + departing }

  /// The posts that lead to the current level, the topmost first; unknown ones are nil.
  var breadcrumbs: [Post?] { navigator.path.map { lists[$0.id]?.parent } }
}

import FireflyCore

/// The positions in the three explorers when the program ended; the next run restores them.
public struct SavedPositions: Codable, Hashable, Sendable {
  /// A position in a list.
  public struct Position: Codable, Hashable, Sendable {
    /// The selected post.
    public var selected: Int?
    /// The scroll offset in points.
    public var scroll: Double?
    /// The expanded post.
    public var expanded: Int?
  }

  /// A level below the root; exactly one of the first three properties is set.
  public struct Level: Codable, Hashable, Sendable {
    /// The parent of its posts.
    public var children: Int?
    /// The saved search of its results.
    public var results: Int?
    /// The e-mail address of its profile.
    public var profile: String?
    /// The parent post, for the path.
    public var parent: Post?
    /// The position in it.
    public var position = Position()
  }

  /// The path of an explorer.
  public struct Path: Codable, Hashable, Sendable {
    /// The position in the root list.
    public var root = Position()
    /// Number of posts of the root list to load.
    public var length: Int?
    /// The levels below the root.
    public var levels: [Level] = []
  }

  /// The name of the current explorer.
  public var explorer: String?
  /// The explorers' paths, by their names.
  public var paths: [String: Path] = [:]

  /// Creates positions at the top of all explorers.
  public init(explorer: String? = nil) { self.explorer = explorer }

  /// Maximum number of levels to restore.
  static let maximumLevels = 128
}

extension AppState {
  /// The current positions.
  public var savedPositions: SavedPositions {
    var positions = SavedPositions(explorer: explorer.name)
    for explorer in Explorer.allCases { positions.paths[explorer.name] = lists[explorer].savedPath }
    return positions
  }

  /// Restores the positions; before `.started`.
  public mutating func resume(_ positions: SavedPositions) {
    for explorer in Explorer.allCases {
      if positions.explorer == explorer.name { lists.explorer = explorer }
      if let path = positions.paths[explorer.name] { lists[explorer].resume(path) }
    }
  }
}

extension ExplorerState {
  fileprivate var savedPath: SavedPositions.Path {
    var path = SavedPositions.Path(root: .init(navigator.root.position))
    let index = rootList.index(of: navigator.root.position.selectedID)
    // A few more posts, so that the selection is not the last.
    path.length = max(ListsState.pageLength, index.map { $0 + 10 } ?? initialLength)
    path.levels = navigator.path.map { level in
      var parent = lists[level.id]?.parent
      parent?.children = nil
      parent?.ancestors = nil
      var saved = SavedPositions.Level(parent: parent, position: .init(level.position))
      switch level.destination {
      case .children(let id): saved.children = id
      case .results(let id): saved.results = id
      case .profile(let email): saved.profile = email
      case nil: break
      }
      return saved
    }
    return path
  }

  fileprivate mutating func resume(_ path: SavedPositions.Path) {
    navigator.updatePosition(of: navigator.root.id) { $0 = .init(path.root) }
    initialLength = min(ListsState.longPageLength, max(ListsState.pageLength, path.length ?? 0))
    for level in path.levels.prefix(SavedPositions.maximumLevels) {
      guard let destination = level.destination else { break }
      let id = navigator.push(destination)
      navigator.updatePosition(of: id) { $0 = .init(level.position) }
      var list = ListState()
      list.parent = level.parent
      lists[id] = list
    }
    slide = Animated(Double(navigator.depth))
  }
}

extension SavedPositions.Level {
  fileprivate var destination: Navigator.Destination? {
    if let children { return .children(of: children) }
    if let results { return .results(query: results) }
    return profile.map { .profile(email: $0) }
  }
}

extension SavedPositions.Position {
  fileprivate init(_ position: Navigator.ListPosition) {
    func saved(_ id: Post.ID?) -> Int? { id.flatMap { Post.isUnsaved($0) ? nil : $0 } }
    self.init(
      selected: saved(position.selectedID), scroll: position.scroll,
      expanded: saved(position.expandedID))
  }
}

extension Navigator.ListPosition {
  fileprivate init(_ saved: SavedPositions.Position) {
    let scroll = saved.scroll ?? 0
    self.init(
      selectedID: saved.selected, scroll: scroll.isFinite ? min(max(0, scroll), 1e9) : 0,
      expandedID: saved.expanded)
  }
}

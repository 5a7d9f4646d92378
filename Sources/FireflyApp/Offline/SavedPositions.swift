import FireflyCore
import FireflyModel

extension Surroundings {
  /// The current positions.
  package var savedPositions: SavedPositions {
    var positions = SavedPositions(explorer: explorer.name)
    for explorer in Explorer.allCases { positions.paths[explorer.name] = lists[explorer].savedPath }
    return positions
  }
}

extension ListsState {
  /// Restores the positions; before `.started`.
  mutating func resume(_ positions: SavedPositions) {
    for explorer in Explorer.allCases {
      if positions.explorer == explorer.name { self.explorer = explorer }
      if let path = positions.paths[explorer.name] { self[explorer].resume(path) }
    }
  }
}

extension ExplorerState {
  fileprivate var savedPath: SavedPositions.Path {
    let index = rootList.index(of: navigator.root.position.selectedID)
    return SavedPositions.Path(
      root: navigator.root.position.saved,
      // A few more posts, so that the selection is not the last.
      length: max(ListsState.pageLength, index.map { $0 + 10 } ?? initialLength),
      // The rows of this program are made again, and no file has their IDs.
      levels: navigator.path.prefix { $0.destination?.isLocal != true }.compactMap { level in
        var parent = lists[level.id]?.parent
        parent?.children = nil
        parent?.ancestors = nil
        return level.destination.map {
          SavedPositions.Level(destination: $0, parent: parent, position: level.position.saved)
        }
      })
  }

  fileprivate mutating func resume(_ path: SavedPositions.Path) {
    navigator.updatePosition(of: navigator.root.id) { $0 = path.root.resumed }
    initialLength = min(ListsState.longPageLength, max(ListsState.pageLength, path.length))
    for level in path.levels.prefix(SavedPositions.maximumLevels) {
      let id = navigator.push(level.destination)
      navigator.updatePosition(of: id) { $0 = level.position.resumed }
      var list = ListState()
      list.parent = level.parent
      lists[id] = list
    }
    slide = Animated(Double(navigator.depth))
  }
}

extension Navigator.Destination {
  /// Whether it is a list of this program.
  fileprivate var isLocal: Bool {
    if case .results(let id) = self { id >= Post.firstLocalID } else { false }
  }
}

extension Navigator.ListPosition {
  /// The position without unsaved posts.
  fileprivate var saved: Self {
    func saved(_ id: Post.ID?) -> Post.ID? {
      id.flatMap { Post.isUnsaved($0) || $0 >= Post.firstLocalID ? nil : $0 }
    }
    return Self(selectedID: saved(selectedID), scroll: scroll, expandedID: saved(expandedID))
  }

  /// The position with a scroll offset within bounds, as the file may be damaged.
  fileprivate var resumed: Self {
    Self(
      selectedID: selectedID, scroll: scroll.isFinite ? min(max(0, scroll), 1e9) : 0,
      expandedID: expandedID)
  }
}

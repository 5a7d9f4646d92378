import FireflyCore

// Lists of the last run: shown until the server sends them again, or for as long as it can't be reached.
extension ListsState {
  /// Asks for a list, and as long as it can't be decoded for the one of the last time.
  func requests(for level: Navigator.Level) -> [Effect] {
    let request = request(for: level)
    guard self[level.id]?.posts.isEmpty != false, let content = request.content else {
      return [.list(request)]
    }
    return [.list(.loadCached(content, level: level.id)), .list(request)]
  }

  /// Takes a list of the last time in, unless the server was faster.
  mutating func cachedListLoaded(_ kept: CachedList, _ level: LevelID, _ context: Context)
    -> [Effect]
  {
    guard let old = self[level], !kept.posts.isEmpty else { return [] }
    if old.isOffline, old.cachedAt == nil { self[level]?.cachedAt = kept.time }
    guard old.posts.isEmpty else { return [] }
    let isOffline: Bool
    switch old.phase {
    case .loading: isOffline = false
    case .failed(let failure) where failure.kind.isOffline: isOffline = true
    default: return []
    }
    if self[level.explorer].isUndecided, self[level.explorer].navigator.root.id == level {
      self[level.explorer].showsOnlyMine = kept.onlyMine
    }
    let effects = accept(PostPage(posts: kept.posts), level, context, cachedAt: kept.time)
    self[level]?.isOffline = isOffline
    return effects
  }

  /// Notes that a list can't be loaded again: from then on its age is shown, which the disk knows.
  mutating func markOffline(_ failure: LoadFailure, _ level: LevelID) -> [Effect] {
    guard failure.kind.isOffline else { return [] }
    self[level]?.isOffline = true
    guard let target = self[level.explorer].levels.first(where: { $0.id == level }),
      let content = request(for: target).content
    else { return [] }
    return [.list(.loadCached(content, level: level))]
  }

  /// What is not loaded when the user comes to it: the roots; and the current level of each explorer.
  private var seenLevels: [Navigator.Level] {
    Explorer.allCases.flatMap { explorer in
      let navigator = self[explorer].navigator
      return navigator.depth == 0 ? [navigator.root] : [navigator.root, navigator.current]
    }
  }

  /// There is no way to the server: whatever is to be read is as it was.
  mutating func serverLost(_ failure: LoadFailure) -> [Effect] {
    return seenLevels.flatMap { level in
      guard let list = self[level.id], !list.posts.isEmpty, !list.isOffline else {
        return [Effect]()
      }
      return markOffline(failure, level.id)
    }
  }

  /// The server can be reached again: what could not be loaded is requested again.
  mutating func serverReturned() -> [Effect] {
    return seenLevels.compactMap { level in
      guard let list = self[level.id], list.isOffline || list.cachedAt != nil else { return nil }
      return .list(request(for: level))
    }
  }

  /// Notes that a list of the last run can't be loaded again; a failure that is not the network's replaces
  /// what was seen last.
  mutating func cachedListRefreshFailed(_ failure: LoadFailure, of level: LevelID) -> [Effect] {
    guard let old = self[level] else { return [] }
    let isWrittenIn = old.posts.first?.isUnsaved == true
    guard failure.kind.isOffline || isWrittenIn else {
      var list = ListState()
      list.parent = old.parent
      list.pendingSelection = self[level.explorer].navigator.level(level)?.position.selectedID
      list.phase = .failed(failure)
      self[level] = list
      self[level.explorer].navigator.updatePosition(of: level) { $0 = .init() }
      return [.cancelLevel(level)]
    }
    self[level]?.isOffline = failure.kind.isOffline
    return [.send(.noted(failure.sentence, isError: true))]
  }
}

extension LoadFailure.Kind {
  /// Whether the server could not be asked at all.
  var isOffline: Bool { [.offline, .interrupted, .timedOut].contains(self) }
}

import FireflyCore
import FireflyModel

// Cached lists: shown until the server sends them again, or while it can't be reached.
extension ListsState {
  /// Requests a list, and its cached version if the list is empty.
  func requests(for level: Navigator.Level) -> [Effect] {
    let request = request(for: level)
    guard self[level.id]?.posts.isEmpty != false, let content = request.content else {
      return [.list(request)]
    }
    return [.list(.loadCached(content, level: level.id)), .list(request)]
  }

  /// Shows a cached list, unless the server was faster.
  mutating func cachedListLoaded(_ kept: CachedList, _ level: LevelID, _ context: Context)
    -> [Effect]
  {
    guard let old = self[level], !kept.posts.isEmpty else { return [] }
    if old.origin == .offline(asOf: nil) { self[level]?.origin = .offline(asOf: kept.time) }
    guard old.posts.isEmpty else { return [] }
    let isOffline: Bool
    switch old.phase {
    case .loading: isOffline = false
    case .failed(let failure) where failure.keepsCachedLists: isOffline = failure.kind.isOffline
    default: return []
    }
    if self[level.explorer].isUndecided, self[level.explorer].navigator.root.id == level {
      self[level.explorer].audience = kept.onlyMine ? .mine : .everyone
    }
    let effects = accept(PostPage(posts: kept.posts), level, context, cachedAt: kept.time)
    if isOffline { self[level]?.origin = .offline(asOf: kept.time) }
    return effects
  }

  /// Marks a list as offline, and requests the age of its cached version.
  mutating func markOffline(_ failure: LoadFailure, _ level: LevelID) -> [Effect] {
    guard failure.kind.isOffline, let list = self[level] else { return [] }
    self[level]?.origin = .offline(asOf: list.cachedAt)
    guard let target = shownLevel(level),
      let content = request(for: target).content
    else { return [] }
    return [.list(.loadCached(content, level: level))]
  }

  /// Levels that are not reloaded when the user returns to them: the roots, and the current level
  /// of each explorer.
  private var seenLevels: [Navigator.Level] {
    Explorer.allCases.flatMap { explorer in
      let navigator = self[explorer].navigator
      return navigator.depth == 0 ? [navigator.root] : [navigator.root, navigator.current]
    }
  }

  /// Marks the loaded lists as offline when the server can't be reached.
  mutating func serverLost(_ failure: LoadFailure) -> [Effect] {
    return seenLevels.flatMap { level in
      guard let list = self[level.id], !list.posts.isEmpty, !list.isOffline else {
        return [Effect]()
      }
      return markOffline(failure, level.id)
    }
  }

  /// Reloads the offline lists when the server can be reached again.
  mutating func serverReturned() -> [Effect] {
    return seenLevels.compactMap { level in
      guard let list = self[level.id], list.isOffline || list.cachedAt != nil else { return nil }
      return .list(request(for: level))
    }
  }

  /// Handles a failed reload of a cached list; a refusal replaces the list.
  mutating func cachedListRefreshFailed(_ failure: LoadFailure, of level: LevelID) -> [Effect] {
    guard let old = self[level] else { return [] }
    let isWrittenIn = old.posts.first?.isUnsaved == true
    guard failure.keepsCachedLists || isWrittenIn else {
      var list = ListState()
      (list.parent, list.audience) = (old.parent, old.audience)
      let selected = self[level.explorer].navigator.level(level)?.position.selectedID
      list.goal = selected.map { .post($0) } ?? .none
      list.phase = .failed(failure)
      self[level] = list
      updatePosition(of: level) { $0 = .init() }
      return [.cancelLevel(level)]
    }
    let time = old.cachedAt
    self[level]?.origin =
      failure.kind.isOffline ? .offline(asOf: time) : time.map { .kept(at: $0) } ?? .server
    return [.note(failure.sentence, isError: true)]
  }
}

import FireflyCore

/// Whose posts an explorer begins with (seed 004).
public enum FirstAudience: Hashable, Sendable {
  /// Everybody's.
  case everyone
  /// The user's own.
  case mine
  /// The user's own if there are any, else everybody's.
  case mineIfAny
}

extension AppState {
  /// Has an explorer begin with the posts of somebody; before the program has started.
  public mutating func begin(_ explorer: Explorer, with audience: FirstAudience) {
    guard explorer != .users, account.email != nil else { return }
    lists[explorer].showsOnlyMine = audience == .mine
    lists[explorer].isUndecided = audience == .mineIfAny
  }
}

extension ListsState {
  /// Takes an explorer's first list in, and whose posts it turned out to have.
  mutating func receiveBeginning(
    _ response: Result<PostPage, LoadFailure>, onlyMine: Bool, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    guard self[level.explorer].isUndecided else { return [] }
    if case .success = response {
      self[level.explorer].isUndecided = false
      self[level.explorer].showsOnlyMine = onlyMine
    }
    return [.send(.list(.postsResponse(level: level, response)))]
  }
}

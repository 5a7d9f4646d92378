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
  /// Chooses whose posts an explorer shows first, before the program starts.
  ///
  /// - `explains`: whether to say how to see everyone's posts where those of the user come first.
  public mutating func begin(
    _ explorer: Explorer, with audience: FirstAudience, explains: Bool = false
  ) {
    guard explorer != .users, account.email != nil else { return }
    lists[explorer].explainsAudience = explains
    lists[explorer].showsOnlyMine = audience == .mine
    lists[explorer].isUndecided = audience == .mineIfAny
  }

  /// Says once how to see everyone's posts, when the list in front has turned out to be the user's own.
  mutating func explainAudience() -> [Effect] {
    guard current.explainsAudience, current.showsOnlyMine, current.navigator.depth == 0,
      list.phase == .loaded, focus.isEmpty, note == nil
    else { return [] }
    lists.current.explainsAudience = false
    let words =
      "These are your own \(explorer.name). Press \(keyLabel("audience")) to see everyone's."
    return [.list(.recordAudienceExplained(explorer)), .send(.noted(words, inList: true))]
  }

  /// Chooses whose posts the explorers show from now on: the account has changed.
  mutating func showAudiences(
    _ audiences: [Explorer: FirstAudience], at now: Double
  ) -> [Effect] {
    var effects: [Effect] = []
    for (explorer, audience) in audiences.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      // What the user signed in for may concern the list in front, or a card in it.
      let isWanted =
        explorer == self.explorer
        && (focus.isWriting || focus.signIn?.purpose.map(\.concernsList) == true)
      guard !isWanted, lists.change(explorer, to: audience) else { continue }
      let root = lists[explorer].navigator.root.id
      effects.append(.cancelLevel(root))
      // The list in front is asked for after every sign-in.
      if explorer != self.explorer { effects += lists.loadRoot(explorer, context(at: now)) }
    }
    return effects
  }
}

extension Action {
  /// Whether it means something only in the list that is in front.
  fileprivate var concernsList: Bool { needsPosts || self == .list(.audiencePressed) }
}

extension ListsState {
  /// Chooses whose posts an explorer shows first, unless it shows them already.
  ///
  /// - Returns: whether its own list is now to be asked for.
  mutating func change(_ explorer: Explorer, to audience: FirstAudience) -> Bool {
    let (showsOnlyMine, isUndecided) = (audience == .mine, audience == .mineIfAny)
    let old = self[explorer]
    guard explorer != .users,
      (old.showsOnlyMine, old.isUndecided) != (showsOnlyMine, isUndecided)
    else { return false }
    self[explorer].showsOnlyMine = showsOnlyMine
    self[explorer].isUndecided = isUndecided
    let root = old.navigator.root
    var list = ListState()
    list.previousList = [ListState.PreviousList(old.rootList, at: root.position)]
    self[root.id] = list
    self[explorer].navigator.updatePosition(of: root.id) { $0 = Navigator.ListPosition() }
    return true
  }

  /// Takes an explorer's first list in, and whose posts it turned out to have.
  mutating func beginningAnswered(
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

import FireflyCore
import FireflyModel

extension ListsState {
  /// Sets the posts with which an explorer begins, before the program starts.
  ///
  /// - Parameter explains: whether a note explains how to see everyone's posts.
  mutating func begin(
    _ explorer: Explorer, with audience: FirstAudience, explains: Bool, at site: Site
  ) {
    guard explorer != .users, site.account.hasUser else { return }
    if explorer == .posts, !site.has(audience.shown) { return }
    self[explorer].explainsAudience = explains
    self[explorer].audience = audience.shown
    self[explorer].isUndecided = audience.isUndecided
  }

  /// Sets the list of the first tab where the user was, before the program starts.
  mutating func begin(with audience: Audience) {
    self[.posts].audience = audience
    self[.posts].isUndecided = false
  }

  /// Shows once how to see everyone's posts, if the current list has only the user's own, and keeps that it does.
  mutating func explainAudience(_ surroundings: Surroundings) -> [Effect] {
    guard current.explainsAudience, current.showsOnlyMine, current.navigator.depth == 0,
      list.phase == .loaded, surroundings.focus.isEmpty, surroundings.note == nil
    else { return [] }
    current.explainsAudience = false
    let key = surroundings.keyName(.list(.audiencePressed))
    let words =
      "These are your own \(explorer.name). Press \(key) to see everyone's."
    return [.list(.storeAudience(explorer, .mine)), .note(words, inList: true)]
  }

  /// Sets the posts that the explorers show after the account has changed.
  mutating func showAudiences(
    _ audiences: [Explorer: FirstAudience], _ surroundings: Surroundings
  ) -> [Effect] {
    let focus = surroundings.focus
    var effects: [Effect] = []
    for (explorer, audience) in audiences.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      // The purpose of the sign-in may concern the current list, or a card in it.
      let isWanted =
        explorer == self.explorer
        && (focus.isWriting || focus[SignIn.self]?.purpose.map(\.concernsList) == true)
      guard !isWanted, change(explorer, to: audience) else { continue }
      let root = self[explorer].navigator.root.id
      effects.append(.cancelLevel(root))
      // The current list is reloaded after every sign-in anyway.
      if explorer != self.explorer { effects += loadRoot(explorer, surroundings.context) }
    }
    return effects
  }
}

extension Action {
  /// Whether the action concerns the current list.
  fileprivate var concernsList: Bool { needsPosts || self == .list(.audiencePressed) }
}

extension ListsState {
  /// Changes the posts with which an explorer begins.
  ///
  /// - Returns: whether its root list must be loaded.
  mutating func change(_ explorer: Explorer, to audience: FirstAudience) -> Bool {
    let old = self[explorer]
    guard explorer != .users,
      (old.audience, old.isUndecided) != (audience.shown, audience.isUndecided)
    else { return false }
    self[explorer].isUndecided = audience.isUndecided
    let root = old.navigator.root
    var list = ListState()
    list.audience = audience.shown
    list.previousList = [ListState.PreviousList(old.rootList, at: root.position)]
    self[root.id] = list
    updatePosition(of: root.id) { $0 = Navigator.ListPosition() }
    return true
  }

  /// Handles the first root list, which decides whose posts are shown.
  mutating func beginningAnswered(
    _ response: Result<PostPage, LoadFailure>, onlyMine: Bool, _ level: LevelID, _ context: Context
  ) -> [Effect] {
    guard self[level.explorer].isUndecided else { return [] }
    if case .success(let page) = response {
      // More of the same list follows.
      self[level.explorer].isUndecided = page.isCut
      self[level.explorer].audience = onlyMine ? .mine : .everyone
    }
    return [.send(.list(.postsResponse(level: level, response)))]
  }
}

import FireflyCore

// Up to where the first list was read, which a place shares with the user's other devices.
extension ListsState {
  /// Begins at the post up to which the list was read on another device, if nobody has moved in it yet: what is newer
  /// stands above.
  mutating func begin(at id: Post.ID?, in level: LevelID, _ context: Context) {
    guard let id, !hasActed, level == self[.posts].navigator.root.id, let list = self[level],
      let index = list.index(of: id),
      index != list.index(of: self[.posts].navigator.root.position.selectedID)
    else { return }
    let top = restingLayout(of: list, context).top(of: index)
    updatePosition(of: level) { position in
      (position.selectedID, position.expandedID, position.scroll) = (id, nil, top)
    }
    self[level]?.isMarked = true
    self[level]?.unseen = Set(
      list.posts[..<index].lazy.filter { !$0.isLocal && !context.account.owns($0) }.map(\.id))
    scrollSelectionIntoView(of: level, context)
  }

  /// Tells the place up to which post the first list was seen, if that is news: the topmost one on the screen, after the
  /// user has done something there.
  mutating func tellSeen(_ context: Context) -> [Effect] {
    let list = self[.posts].rootList
    guard hasActed, context.site.has(.notices), context.account.isSignedIn, list.phase == .loaded,
      level == self[.posts].navigator.root.id,
      list.audience == .everyone, list.cachedAt == nil, list.standIn == nil
    else { return [] }
    let shown = restingLayout(of: list, context).visible(
      from: self[.posts].navigator.root.position.scroll, height: context.layout.windowHeight)
    guard
      let newest = list.posts[shown].first(where: {
        !$0.isLocal && !list.unseen.contains($0.id)
      })?.id, newest != toldSeen
    else { return [] }
    toldSeen = newest
    return [.list(.storeSeen(newest))]
  }
}

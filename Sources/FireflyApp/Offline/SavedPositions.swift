import FireflyCore
import FireflyModel

extension Surroundings {
  /// The current positions.
  package var savedPositions: SavedPositions {
    // What stands in for a list that the place ranks is by time.
    let isByTime = lists[.posts].rootList.standIn != nil
    var positions = SavedPositions(explorer: explorer.name, left: isByTime ? nil : Int(date))
    for explorer in Explorer.allCases {
      positions.paths[explorer.name] = savedPath(of: explorer)
    }
    return positions
  }

  /// Makes going back to where the user is among the posts the next thing to undo.
  var stepBack: Effect {
    let way = ListAction.returned(
      to: savedPath(of: .posts), in: lists[.posts].audience, of: explorer)
    return .send(.moving(.undoable(.send(.list(way)), note: "You are back.")))
  }

  /// Where the user is in an explorer, to go back there.
  func savedPath(of explorer: Explorer) -> SavedPositions.Path {
    let state = lists[explorer]
    let root = state.navigator.root
    let index = state.rootList.index(of: root.position.selectedID)
    return SavedPositions.Path(
      root: root.position.saved, row: index ?? state.initialRow,
      overhang: lists.overhang(of: root, context),
      open: site.hasOnlyUnread(state.audience, in: explorer)
        ? state.rootList.open(at: root.position) : nil,
      // A few more posts, so that the selection is not the last.
      length: max(ListsState.pageLength, index.map { $0 + 10 } ?? state.initialLength),
      // The rows of this program are made again, and no file has their IDs.
      levels: state.navigator.path.prefix { $0.destination?.isLocal != true }.compactMap { level in
        var parent = lists[level.id]?.parent
        parent?.children = nil
        parent?.ancestors = nil
        return level.destination.map {
          SavedPositions.Level(
            destination: $0, parent: parent, position: level.position.saved,
            overhang: lists.overhang(of: level, context),
            isThread: lists[level.id]?.wasEnteredAsThread == true ? true : nil)
        }
      })
  }
}

extension ListsState {
  /// Restores the positions; before `.started`.
  ///
  /// Hours after a place was left, a list that it ranks begins at its top.
  ///
  /// - Parameter date: the time, in seconds since 1970.
  /// - Returns: the path that is not restored; nil if all are.
  mutating func resume(
    _ positions: SavedPositions, at site: Site, _ date: Double
  ) -> SavedPositions.Path? {
    var left: SavedPositions.Path?
    for explorer in Explorer.allCases {
      if positions.explorer == explorer.name { self.explorer = explorer }
      guard let path = positions.paths[explorer.name] else { continue }
      if explorer == .posts, positions.isOutranked(at: date), site.ranks(self[.posts].audience) {
        left = path.isTop ? nil : path
      } else {
        self[explorer].resume(path)
      }
    }
    return left
  }

  /// What is said if the post at which the user was is gone.
  static var goneNote: Effect { .note("That post is no longer in this list.", inList: true) }

  /// Goes back to where the user was among the posts before the list began at its top.
  ///
  /// - Parameter audience: the list in which that was; the user may have gone to another one.
  mutating func goBack(
    to path: SavedPositions.Path, in audience: Audience, _ context: Context
  ) -> [Effect] {
    finishMotions()
    explorer = .posts
    let levels = current.navigator.popToRoot()
    var effects = keepThreads(levels) + levels.map { Effect.cancelLevel($0.id) }
    for level in levels { self[level.id] = nil }
    let (root, top) = (level, current.position)
    let isOther = current.audience != audience
    let isLoaded =
      !isOther && list.phase == .loaded && (list.posts.count >= path.length || !canLoadMore)
    current.resume(path)
    restoreThreads(context)
    if isLoaded, let open = path.open { self[root]?.insert(open) }
    if isOther { effects.append(.list(.storeAudience(.posts, audience))) }
    if isOther || self[root]?.index(of: path.root.selectedID) == nil {
      if isLoaded {
        // The list has changed since.
        current.navigator.updatePosition(of: root) { $0 = top }
        if current.navigator.depth == 0 { return effects + [Self.goneNote] }
      } else {
        // It was further down, or nothing has come yet.
        var list = ListState()
        (list.audience, list.hasOtherLists) = (audience, current.rootList.hasOtherLists)
        list.resumed = .init(path.root, path.overhang, path.open)
        self[root] = list
        awaitedPlace = path.root.selectedID
        // A first page that is still on its way may end before it.
        effects.append(.cancelLevel(root))
      }
    }
    if current.navigator.depth > 0 { return effects + load(current.navigator.current, context) }
    if awaitedPlace != nil {
      list.phase = .loading(since: context.now)
      return effects + [.list(request(for: current.navigator.root))]
    }
    let position = current.position
    current.position.expandedID = nil
    guard let opened = list.index(of: position.expandedID) else {
      return effects + restore(position, context)
    }
    effects += open(opened, context)
    list.resumed = .init(path.root, path.overhang, path.open)
    if list.index(of: position.selectedID) != nil {
      current.position.selectedID = position.selectedID
    }
    scrollSelectionIntoView(context)
    return effects
  }

  /// Returns the card that is open and selected at the root, and where the window is in it; nil for none.
  func openCard(_ context: Context) -> ListState.Resumed? {
    let root = current.navigator.root
    guard current.navigator.depth == 0, root.position.expandedID == root.position.selectedID,
      let open = current.rootList.open(at: root.position)
    else { return nil }
    return .init(root.position, overhang(of: root, context), open)
  }

  /// Returns how far the open card of a level, or the selected reply of a thread, begins above the window.
  fileprivate func overhang(of level: Navigator.Level, _ context: Context) -> Double? {
    guard let list = self[level.id] else { return nil }
    if let resumed = list.resumed { return resumed.overhang }
    return list.index(of: list.anchor(at: level.position)).map {
      level.position.scroll - restingLayout(of: list, context).top(of: $0)
    }
  }

  /// Returns where the window is in the open card, to open it there again; nil at its top, or if it was read to
  /// its end.
  func readPlace(_ context: Context) -> ListState.Resumed? {
    let (cards, position) = (restingLayout(context), current.position)
    guard let index = list.index(of: position.expandedID), position.scroll > cards.top(of: index),
      position.scroll + context.layout.windowHeight < cards.bottom(of: index)
    else { return nil }
    return .init(position, position.scroll - cards.top(of: index))
  }
}

extension ListState {
  /// Where the window was.
  struct Resumed: Equatable, Sendable {
    /// The open card, or in a thread the selected reply.
    let post: Post.ID
    /// How many points it began above the window.
    let overhang: Double
    /// The open card, if the list has it only while it is unread.
    let open: Post?

    /// Creates the place of a saved position.
    init?(_ position: Navigator.ListPosition, _ overhang: Double?, _ open: Post? = nil) {
      guard let overhang, overhang.isFinite, let post = position.expandedID ?? position.selectedID
      else { return nil }
      (self.post, self.overhang, self.open) = (post, overhang, open)
    }
  }

  /// Maximum bytes of the text of an open card that is kept with the positions; a longer one is loaded again.
  private static let maximumOpenText = 128 << 10

  /// The open card, without the posts around it, for a list that has it only while it is unread.
  fileprivate func open(at position: Navigator.ListPosition) -> Post? {
    guard var post = index(of: position.expandedID).map({ posts[$0] }) else { return resumed?.open }
    (post.children, post.ancestors) = (nil, nil)
    if post.body.utf8.count > Self.maximumOpenText {
      (post.body, post.facts.isExcerpt) = ("", true)
    }
    return post
  }

  /// The post by which the place of the window is kept: the open card, or in a thread the selected reply.
  fileprivate func anchor(at position: Navigator.ListPosition) -> Post.ID? {
    isThread ? position.selectedID : position.expandedID
  }

  /// Returns where the window was when the list was left; nil when the user has scrolled since.
  func resumedScroll(_ cards: ListLayout, at position: Navigator.ListPosition) -> Double? {
    guard let resumed, resumed.post == anchor(at: position), let index = index(of: resumed.post)
    else { return nil }
    return cards.top(of: index) + min(resumed.overhang, cards.height(of: index))
  }
}

extension ExplorerState {
  fileprivate mutating func resume(_ path: SavedPositions.Path) {
    navigator.updatePosition(of: navigator.root.id) { $0 = path.root.resumed }
    lists[navigator.root.id]?.resumed = .init(path.root, path.overhang, path.open)
    initialRow = path.row
    initialLength = min(ListsState.longPageLength, max(ListsState.pageLength, path.length))
    for level in path.levels.prefix(SavedPositions.maximumLevels) {
      let id = navigator.push(level.destination)
      navigator.updatePosition(of: id) { $0 = level.position.resumed }
      var list = ListState()
      list.parent = level.parent
      list.resumed = .init(level.position, level.overhang)
      list.wasEnteredAsThread = level.isThread == true
      lists[id] = list
    }
    slide = Animated(Double(navigator.depth))
  }
}

extension Navigator.Destination {
  /// Whether it is a list of this program.
  fileprivate var isLocal: Bool {
    if case .results(let id) = self { Post.isLocal(id) } else { false }
  }
}

extension Navigator.ListPosition {
  /// The position without unsaved posts.
  fileprivate var saved: Self {
    func saved(_ id: Post.ID?) -> Post.ID? {
      id.flatMap { Post.isUnsaved($0) || Post.isLocal($0) ? nil : $0 }
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

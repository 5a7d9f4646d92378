import FireflyCore
import FireflyModel

// The folds of threads.
extension ListsState {
  /// Folds or unfolds branches, by the same motion as that of cards.
  mutating func fold(
    _ ids: [Post.ID], _ isFolded: Bool, _ context: Context
  ) -> [Effect] {
    let before = restingLayout(context)
    let selected = list.index(of: current.position.selectedID)
    var scrolling = list.scrolling ?? Animated(current.position.scroll)
    let window = context.layout.windowHeight
    let end = current.position.scroll + window
    let room = ids.compactMap { list.index(of: $0) }.map { end - before.top(of: $0) }.max() ?? 0
    let row = ScreenLayout.pointsPerRow
    let moving = list.isMoving(at: context.now) ? list.thread?.motionRoom ?? 0 : 0
    list.thread?.motionRoom = max(4 * row, room - row, moving)
    for id in ids {
      list.expansions[id, default: Animated(1)].move(
        to: isFolded ? 0 : 1, at: context.now, duration: context.cardMotion)
    }
    list.layOutThread()
    let cards = restingLayout(context)
    var target = current.position.scroll
    if let selected {
      // The selected reply stays where it is on the screen.
      target += cards.top(of: selected) - before.top(of: selected)
      let shown = cards.shown(from: selected, -1) ?? selected
      current.position.selectedID = list.posts[shown].id
      target = cards.scrollToReveal(shown, from: target, window: window)
    }
    scrolling.move(
      to: cards.clampedScroll(target, window: window), at: context.now,
      duration: context.cardMotion)
    list.scrolling = scrolling
    current.position.scroll = scrolling.target
    list.removeFinishedMotions(at: context.now)
    return []
  }

  /// Folds all top replies; unfolds everything if that is so already, and leads back to the reply where the user was.
  mutating func foldAll(_ context: Context) -> [Effect] {
    guard let thread = list.thread else { return [] }
    let open = thread.rows.filter { $0.level == 1 && !list.isFolded($0.id) }.map(\.id)
    list.thread?.foldsNew = !open.isEmpty
    if !open.isEmpty {
      let selected = current.position.selectedID
      list.thread?.foldedFrom = selected
      list.checkedForFold.formUnion(list.posts.map(\.id))
      list.thread?.foldedOnArrival.formUnion(thread.rows.filter { $0.level == 1 }.map(\.id))
      return fold(open, true, context)
    }
    list.thread?.foldedOnArrival.subtract(thread.rows.filter { $0.level == 1 }.map(\.id))
    let top = current.position.selectedID
    let effects = fold(list.expansions.keys.filter { $0 != thread.top }, false, context)
    // Unless the user has gone to another top reply.
    guard let from = list.thread?.foldedFrom.take(), let index = list.index(of: from),
      let thread = list.thread, list.posts[thread.topReply(of: index)].id == top
    else { return effects }
    return effects + select(index, context)
  }

  /// Sets the reply that a new post answers, and unfolds it; nil for the parent.
  mutating func answerInThread(_ id: Post.ID?, _ context: Context) {
    guard list.isThread else { return }
    list.thread?.answered = id
    guard let id, let index = list.index(of: id) else { return }
    unfold(to: id, context)
    if list.isFolded(id) { _ = fold([id], false, context) }
    current.position.selectedID = list.posts[index].id
  }

  /// Unfolds the branches above a post, so that it is visible; without motion.
  ///
  /// - Parameter isWhole: whether to unfold its own branch, too.
  mutating func unfold(to id: Post.ID, isWhole: Bool = false, _ context: Context) {
    guard let thread = list.thread, let index = list.index(of: id) else { return }
    let above = thread.ancestors(of: index) + (isWhole ? [index] : [])
    let folded = above.map { thread.rows[$0].id }.filter {
      $0 != thread.top && list.expansions[$0] != nil
    }
    guard !folded.isEmpty else { return }
    keepPlace(in: level, context) { list in
      for id in folded { list.expansions[id] = nil }
      list.layOutThread()
    }
  }

  /// Folds the replies of the current thread that have come: muted ones, top replies if all were folded,
  /// and those that the user had folded; what leads to a post that is sought stays open.
  mutating func foldArrived(_ muted: Muted, _ context: Context) {
    guard let thread = list.thread, list.checkedForFold.count != list.posts.count,
      !muted.isEmpty || thread.foldsNew || !thread.keptFolded.isEmpty
        || list.posts.contains(where: { $0.service?.filter != nil || $0.isWarned })
    else { return }
    let (list, account) = (list, context.account)
    let sought = list.index(of: thread.sought).map { [$0] + thread.ancestors(of: $0) } ?? []
    let open = Set(sought.map { thread.rows[$0].id })
    var folded: [Post.ID] = []
    for (post, row) in zip(list.posts, thread.rows)
    where !list.checkedForFold.contains(post.id) && row.level > 0 && !post.isUnsaved {
      let isFolded =
        thread.foldsNew && row.level == 1
        || muted.closes(post, reader: account, isOpened: true)
      if isFolded { self.list.thread?.foldedOnArrival.insert(post.id) }
      let isKept =
        isFolded ? !thread.keptOpen.contains(post.id) : thread.keptFolded.contains(post.id)
      guard isKept, !open.contains(post.id) else {
        continue
      }
      folded.append(post.id)
    }
    self.list.checkedForFold = Set(list.posts.map(\.id))
    guard !folded.isEmpty else { return }
    keepPlace(in: level, context) { list in
      for id in folded { list.expansions[id] = Animated(0) }
      list.layOutThread()
    }
    let cards = restingLayout(context)
    guard let index = self.list.index(of: current.position.selectedID),
      let shown = cards.shown(from: index, -1), shown != index
    else { return }
    current.position.selectedID = self.list.posts[shown].id
  }
}

extension ListState {
  /// Returns the topmost folded branch with a post whose text is behind a warning or a filter; nil if nothing like
  /// that hides the post.
  func closedBranch(with id: Post.ID) -> Post.ID? {
    guard let thread, let index = index(of: id) else { return nil }
    return (thread.ancestors(of: index) + [index]).sorted().first {
      isFolded(posts[$0].id) && posts[$0].staysClosed
    }.map { posts[$0].id }
  }

  /// Returns the posts that stand in the row of a post: its branch, if that is folded behind a warning or a filter.
  func postsInRow(of index: Int) -> Range<Int> {
    guard let thread, posts.indices.contains(index), closedBranch(with: posts[index].id) != nil
    else { return index..<index + 1 }
    return index..<max(index + 1, thread.rows[index].end)
  }
}

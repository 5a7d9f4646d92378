import FireflyCore
import FireflyModel

// Navigation over several levels: to the first post, and to a line of the outline.
extension ListsState {
  /// Handles the path to a post: opens its levels, and loads the last one.
  mutating func pathAnswered(
    _ response: Result<[Post], LoadFailure>, _ context: Context
  ) -> [Effect] {
    let awaited = awaitedPath.take()
    switch response {
    case .failure(let failure):
      (selectsPathEnd, entersPathTop) = (false, false)
      if failure.kind == .signedOut, let awaited {
        return [.send(.signIn(.needed(for: .list(.pathWanted(to: awaited.post)))))]
      }
      return [.note(failure.sentence, isError: true)]
    case .success(let posts):
      guard !posts.isEmpty, context.writing == nil else { return [] }
      finishMotions()
      explorer = .posts
      // The user may have moved in the meantime: the path begins at the root.
      let left = current.navigator.popToRoot()
      let effects = keepThreads(left) + left.map { Effect.cancelLevel($0.id) }
      for level in left { self[level.id] = nil }
      let isStart = entersPathTop
      let isEntered = !selectsPathEnd || entersPathTop && posts.count == 1
      (selectsPathEnd, entersPathTop) = (false, false)
      guard !isEntered, let last = posts.last else {
        let down = goDown(through: posts, context)
        // It has just come, whole.
        return effects
          + down.filter { effect in
            guard case .list(.loadParent(let id, _)) = effect else { return true }
            return id != posts.last?.id
          }
      }
      guard posts.count > 1 else {
        if awaited?.enters != true, let index = list.index(of: last.id) {
          return effects + select(index, context)
        }
        // Alone, if the list is another's: selected from the first frame on, so that a restart
        // knows it.
        let down = goDown(to: .children(of: last.id), of: last, context.withThreads)
        current.position.selectedID = last.id
        return effects + down
      }
      // A thread has all levels below it.
      let parents = posts.dropLast()
      let thread =
        isStart
        ? nil
        : parents.firstIndex {
          $0.template == .post && context.opensThread(threadPlaces[$0.id])
        }
      let down = goDown(through: thread.map { parents[...$0] } ?? parents, context)
      seek(last.id)
      return effects + down
    }
  }

  /// Shows the replies to a post that could not be loaded: the path shows `...` (seed 000).
  mutating func showChildren(of id: Post.ID, _ context: Context) -> [Effect] {
    awaitedPath = nil
    guard context.writing == nil, current.navigator.depth == 0, explorer == .posts else {
      return []
    }
    return goDown(to: .children(of: id), of: nil, context)
  }

  /// Shows the selected post among its siblings: one that was found, or that its author's list has.
  mutating func showPlace(_ context: Context) -> [Effect] {
    guard let post = selectedPost, post.template == .post, !post.isUnsaved else { return [] }
    if case .children(let parent) = current.navigator.current.destination,
      post.parentID == parent || list.isReply(post.id)
    {
      return [.note("This is its place.", inList: true)]
    }
    if post.isRoot { return [.note("It is at the top level.", inList: true)] }
    (selectsPathEnd, awaitedPath) = (true, AwaitedPath(post: post.id, since: context.now))
    return [.list(.loadPath(to: post.id))]
  }

  /// Goes down along a path of posts, from the current level to the children of the last.
  private mutating func goDown(through posts: some Collection<Post>, _ context: Context) -> [Effect]
  {
    guard let first = posts.first else { return [] }
    var effects: [Effect] = []
    // Going back shows the posts of the path selected.
    if list.index(of: first.id) == nil {
      list.goal = .post(first.id)
    } else {
      current.position.selectedID = first.id
      scrollSelectionIntoView(context)
    }
    for post in posts {
      let destination: Navigator.Destination =
        post.template == .query ? .results(query: post.id) : .children(of: post.id)
      effects += goDown(to: destination, of: post, context)
    }
    // Only the last level is loaded; the others are when the user returns to them.
    effects = effects.filter { effect in
      guard case .list(let effect) = effect, let loaded = effect.level else { return true }
      return loaded == level
    }
    let path = current.navigator.path.suffix(posts.count)
    for (above, post) in zip(path, posts.dropFirst()) {
      if self[above.id]?.index(of: post.id) != nil {
        current.navigator.updatePosition(of: above.id) { $0.selectedID = post.id }
      }
      self[above.id]?.goal = .post(post.id)
      self[above.id]?.phase = .idle
    }
    current.slide = Animated(Double(current.navigator.depth))
    return effects
  }

  /// Selects a post of the current list when it arrives, unfolded.
  mutating func seek(_ id: Post.ID) {
    list.goal = .post(id)
    list.thread?.sought = id
  }

  /// The top of the current branch; nil if there is none.
  var outlineTop: Post? {
    list.parent.flatMap { $0.template != .query ? $0 : nil } ?? selectedPost
  }

  /// Goes to a post of a branch and selects it.
  ///
  /// - Parameter path: the posts from below the top to the target; empty for the top itself.
  /// - Returns: the effects to run.
  mutating func goDown(from top: Post, along path: [Post], _ context: Context) -> [Effect] {
    let wantsTop = current.navigator.current.destination != .children(of: top.id)
    guard let target = path.last else {
      // The top itself is in the list above.
      return wantsTop ? [] : goBack(context)
    }
    let parents = (wantsTop ? [top] : []) + path.dropLast()
    guard !parents.isEmpty else {
      return list.index(of: target.id).map { select($0, context) } ?? []
    }
    let effects = goDown(through: parents, context)
    seek(target.id)
    if list.index(of: target.id) != nil {
      current.position.selectedID = target.id
      scrollSelectionIntoView(context)
    }
    return effects
  }
}

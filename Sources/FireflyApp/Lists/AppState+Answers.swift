import FireflyCore

// Taking the answers for lists in.
extension AppState {
  /// Takes the posts of a level in, keeping the selected card where it is on the screen.
  mutating func receive(
    _ response: Response<PostPage>, _ level: Navigator.Level.ID, at now: Double
  ) -> [Effect] {
    guard let explorer = explorer(ofLevel: level), let old = explorers[explorer]?.lists[level]
    else {
      return []
    }
    switch response {
    case .failure(let reason):
      guard old.posts.isEmpty else {
        note(reason, isError: true, at: now)
        return []
      }
      updateList(level) { $0.phase = .failed(reason) }
      return []
    case .success(let page):
      // One empty answer is no proof that everything was deleted: such servers give them under load.
      if page.posts.isEmpty, !old.hasDoubted, !old.posts.isEmpty || old.parent?.hasChildren == true,
        let target = explorers[explorer]?.levels.first(where: { $0.id == level })
      {
        updateList(level) { $0.hasDoubted = true }
        return [request(for: target, of: explorer)]
      }
      return accept(page, level, of: explorer, at: now)
    }
  }

  private mutating func accept(
    _ page: PostPage, _ level: Navigator.Level.ID, of explorer: Explorer, at now: Double
  ) -> [Effect] {
    guard let old = explorers[explorer]?.lists[level],
      var position = explorers[explorer]?.levels.first(where: { $0.id == level })?.position
    else { return [] }
    let isRoot = explorers[explorer]?.navigator.root.id == level
    var list = old.replaced(by: page, isRoot: isRoot)
    find?.hopeless = nil
    let before = old.index(of: position.selectedID)
    let selected = list.place(wanted: old.wanted, selected: position.selectedID, before: before)
    position.selectedID = selected.map { list.posts[$0].id }
    if list.index(of: position.expandedID) == nil { position.expandedID = nil }
    list.keepMotions(isAnyExpanded: position.expandedID != nil)
    if let before, let selected {
      // The selected card stays where it is on the screen.
      let shift =
        restingLayout(of: list).top(of: selected) - restingLayout(of: old).top(of: before)
      position.scroll += shift
      list.scrolling?.shift(by: shift)
    }
    explorers[explorer]?.lists[level] = list
    explorers[explorer]?.navigator.updatePosition(of: level) { $0 = position }
    keepSelectionInView(of: level)
    let format: [Effect] =
      list.changedPost(position.expandedID, since: old).map {
        [.formatBody($0.body, post: $0.id, level: level, columns: layout.textColumns)]
      } ?? []
    return format + badgeRequest(page.posts)
      + loadPictures(of: explorer, level, isFirstTime: old.isExpectedForFirstTime, at: now)
  }

  /// Takes the next page of a root list in.
  mutating func receiveNextPage(
    _ response: Response<PostPage>, _ level: Navigator.Level.ID, at now: Double
  ) -> [Effect] {
    // A list that began anew in the meantime asks for its own pages.
    guard let explorer = explorer(ofLevel: level),
      explorers[explorer]?.lists[level]?.isLoadingMore == true
    else { return [] }
    var badges: [Effect] = []
    if case .success(let page) = response {
      badges = badgeRequest(page.posts)
    }
    updateList(level) { list in
      list.isLoadingMore = false
      // A plain server ignores the question and sends the first page again: then this is all.
      if case .success(let page) = response, list.appendPosts(page.posts) == 0 {
        list.isComplete = true
      }
    }
    // What was nowhere may be among the new ones.
    if case .success = response, level == current.navigator.current.id { find?.hopeless = nil }
    if case .failure(let reason) = response { note(reason, isError: true, at: now) }
    return badges + loadVisiblePictures()
  }

  /// Seconds for which the splash stays although another explorer's list is there already.
  private static let splashPatience = 0.5

  /// Notes that there is something to see in place of the splash.
  ///
  /// While the list in front is about to come there isn't, whatever the others have: a screen that says
  /// so would only flicker.
  mutating func noteFirstPosts(at now: Double) {
    guard !hasShownPosts, list.pictureDeadline == nil else { return }
    if case .loading(let since) = list.phase, now - since < Self.splashPatience { return }
    hasShownPosts = explorers.values.contains { explorer in
      explorer.lists.values.contains { list in
        switch list.phase {
        case .idle, .loading: !list.posts.isEmpty
        case .awaitingPicture: false
        case .loaded, .failed: true
        }
      }
    }
  }
}

extension ListState {
  /// The list with what a server sends of it now.
  fileprivate func replaced(by page: PostPage, isRoot: Bool) -> ListState {
    var list = self
    list.setPosts(page.posts)
    // A root list read anew begins as it did; what had been paged in after that stays.
    if isRoot, page.posts.count + page.skipped.count >= AppState.pageLength,
      let last = page.posts.last, let place = index(of: last.id)
    {
      list.appendPosts(Array(posts[(place + 1)...]))
    }
    list.skipped = page.skipped.count
    list.phase = .loaded
    list.hasDoubted = false
    list.isComplete = false
    list.wanted = nil
    return list
  }

  /// The place to select: that of a post asked for, else of the one selected before, wherever it is now;
  /// what is gone leaves its place to the next.
  fileprivate func place(wanted: Post.ID?, selected: Post.ID?, before: Int?) -> Int? {
    guard !posts.isEmpty else { return nil }
    return index(of: wanted) ?? index(of: selected) ?? min(before ?? 0, posts.count - 1)
  }

  /// Forgets the expansions and the bodies of posts that are gone.
  fileprivate mutating func keepMotions(isAnyExpanded: Bool) {
    expansions = expansions.filter {
      index(of: $0.key) != nil && (isAnyExpanded || $0.value.target == 0)
    }
    bodies = bodies.filter { expansions[$0.key] != nil }
  }

  /// A post of that number, if it is in both lists and its body is another now.
  fileprivate func changedPost(_ id: Post.ID?, since old: ListState) -> Post? {
    guard let new = index(of: id).map({ posts[$0] }), let was = old.index(of: id),
      old.posts[was].body != new.body
    else { return nil }
    return new
  }
}

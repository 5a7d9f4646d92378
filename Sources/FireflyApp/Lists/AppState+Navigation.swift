import FireflyCore

// Going from list to list: down, back, across, and to what is asked for at the start.
extension AppState {
  /// All three explorers load at once (seed 004).
  mutating func start(at post: Post.ID?, now: Double) -> [Effect] {
    let path: [Effect] = post.map { [.loadPath(to: $0)] } ?? []
    pathAwaitedSince = post == nil ? nil : now
    return path + Explorer.allCases.flatMap { loadRoot($0, at: now) }
  }

  /// Follows the child indicator of the selected card (seed 001).
  mutating func followIndicator(at now: Double) -> [Effect] {
    guard let post = selectedPost, let route = post.childIndicatorRoute(for: user?.email) else {
      return []
    }
    switch route {
    case .results(let query):
      // The server takes what is searched for as seen.
      badges[query.id] = false
      return goDown(to: .results(query: query.id), of: query, at: now)
    case .children(let parent), .firstChild(let parent):
      return goDown(to: .children(of: parent.id), of: parent, at: now)
    }
  }

  /// Goes to the profile of the selected post's author.
  mutating func showProfile(at now: Double) -> [Effect] {
    guard let email = selectedPost?.authorEmail, !email.isEmpty else {
      if selectedPost != nil { noteInList("This post tells no author.", at: now) }
      return []
    }
    guard current.navigator.current.destination != .profile(email: email) else {
      noteInList("This is the author's profile.", at: now)
      return []
    }
    let profile = selectedPost.map {
      Post(id: -1, title: $0.authorName ?? email, authorEmail: email, template: .profile)
    }
    return goDown(to: .profile(email: email), of: profile, at: now)
  }

  /// Goes one level down and loads it.
  ///
  /// - Parameter parent: what is known of the post above, for the capsule.
  mutating func goDown(
    to destination: Navigator.Destination, of parent: Post?, at now: Double
  ) -> [Effect] {
    find = nil
    var effects: [Effect] = []
    // Going down again while the last level still slides out: it goes at once.
    for level in current.departing {
      current.lists[level.id] = nil
      effects.append(.cancelRequests(level: level.id))
    }
    current.departing = []
    let level = current.navigator.push(destination)
    var list = ListState()
    list.parent = parent
    if case .children = destination, let children = parent?.children, !children.isEmpty {
      // The server nested them: they can be seen while they are fetched anew.
      list.setPosts(children)
      list.phase = .loaded
      current.position.selectedID = children.first?.id
    }
    current.lists[level] = list
    current.slide.move(to: Double(current.navigator.depth), at: now, duration: slideMotion)
    return effects + load(current.navigator.current, at: now) + loadVisiblePictures()
  }

  /// Goes one level up; at the root, collapses the expanded card.
  mutating func goBack(at now: Double) -> [Effect] {
    if find != nil {
      find = nil
      return []
    }
    guard let left = current.navigator.pop() else {
      guard current.position.expandedID != nil else { return [] }
      current.position.expandedID = nil
      moveCards(scrollTo: nil, at: now)
      return loadVisiblePictures()
    }
    return leave([left], at: now) + arrive(at: now)
  }

  /// Takes up a list that was left before: loads what must be, and lays the body out anew if the
  /// screen has another width now.
  private mutating func arrive(at now: Double) -> [Effect] {
    load(current.navigator.current, at: now) + reformatExpandedBody() + loadVisiblePictures()
  }

  /// Lets levels slide out; what they asked for is not waited for.
  private mutating func leave(_ levels: [Navigator.Level], at now: Double) -> [Effect] {
    current.departing = levels + current.departing
    current.slide.move(to: Double(current.navigator.depth), at: now, duration: slideMotion)
    if current.slide.isSettled(at: now) { dropDeparted() }
    return levels.map { .cancelRequests(level: $0.id) }
  }

  /// Forgets the levels that have slid out.
  mutating func dropDeparted() {
    for level in current.departing { current.lists[level.id] = nil }
    current.departing = []
  }

  /// Brings a tab to the front; the current one's key goes back to its root.
  mutating func press(_ pressed: Explorer, at now: Double) -> [Effect] {
    find = nil
    if pressed != explorer {
      finishMotions()
      explorer = pressed
      let failed = if case .failed = list.phase { true } else { false }
      let reload = failed || list.phase == .idle ? load(current.navigator.current, at: now) : []
      return reload + reformatExpandedBody() + loadVisiblePictures()
    }
    let left = current.navigator.popToRoot()
    guard !left.isEmpty else { return [] }
    return leave(left, at: now) + arrive(at: now)
  }

  /// Brings the next tab to the front.
  mutating func pressNextExplorer(at now: Double) -> [Effect] {
    let all = Explorer.allCases
    return press(all[(explorer.rawValue + 1) % all.count], at: now)
  }

  /// Shows everyone's posts, or only the user's own, in the two explorers that have both.
  mutating func toggleAudience(at now: Double) -> [Effect] {
    guard explorer != .users else { return [] }
    guard user != nil || current.showsOnlyMine else {
      note("Nobody is signed in on this server, so no post is yours.", at: now)
      return []
    }
    find = nil
    let left = current.navigator.popToRoot()
    let effects = leave(left, at: now)
    current.showsOnlyMine.toggle()
    current.list = ListState()
    current.position = Navigator.ListPosition()
    return effects + [.cancelRequests(level: current.navigator.root.id)]
      + loadRoot(explorer, at: now)
  }

  /// The way to a post is known: its levels are laid out, and it is loaded where one arrives.
  mutating func receivePath(_ response: Response<[Post]>, at now: Double) -> [Effect] {
    pathAwaitedSince = nil
    switch response {
    case .failure(let reason):
      note(reason, isError: true, at: now)
      return []
    case .success(let posts):
      guard !posts.isEmpty else { return [] }
      finishMotions()
      let outline = leaveOutline()
      // What lies over a list goes with it; what is about the program stays.
      if case .picture = overlay { overlay = nil }
      explorer = .posts
      // Wherever one has gone in the meantime: the way begins at the root.
      let effects = outline + leave(current.navigator.popToRoot(), at: now)
      dropDeparted()
      return effects + goDown(through: posts, at: now)
    }
  }

  /// Goes down from post to post, from the current level, into the children of the last one.
  mutating func goDown(through posts: [Post], at now: Double) -> [Effect] {
    guard let first = posts.first, let last = posts.last else { return [] }
    var effects: [Effect] = []
    // On the way back one finds the way one came selected.
    if list.index(of: first.id) == nil {
      list.wanted = first.id
    } else {
      current.position.selectedID = first.id
      keepSelectionInView()
    }
    for post in posts.dropLast() {
      effects += goDown(to: .children(of: post.id), of: post, at: now)
    }
    effects += goDown(to: .children(of: last.id), of: last, at: now)
    // Only the level one arrives at is loaded; the others are when one comes back to them.
    let level = current.navigator.current.id
    effects = effects.filter { $0.level == nil || $0.level == level }
    let path = current.navigator.path.suffix(posts.count)
    for (above, below) in zip(path, path.dropFirst()) {
      if case .children(let id) = below.destination {
        if current.lists[above.id]?.index(of: id) != nil {
          current.navigator.updatePosition(of: above.id) { $0.selectedID = id }
        }
        current.lists[above.id]?.wanted = id
        current.lists[above.id]?.phase = .idle
      }
    }
    current.slide = Animated(Double(current.navigator.depth))
    return effects
  }
}

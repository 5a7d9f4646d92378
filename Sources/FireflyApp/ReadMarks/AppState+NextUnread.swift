import FireflyCore

// Goes to the next unread post below the current level, in reading order.
extension AppState {
  /// Goes to the next unread post, which opens in the place of an open one; returns nil if there is none beside
  /// the selected one.
  mutating func showNextUnread(at now: Double) -> [Effect]? {
    let (list, index) = (list, readMarks.index)
    readMarks.continuesIn = nil
    guard countsUnread else { return nil }
    let start = list.index(of: current.position.selectedID)
    let isOpen = !list.isThread && current.position.expandedID == current.position.selectedID
    // A folded reply has not been read itself.
    if let start, list.isThread, case let id = list.posts[start].id, index.posts.contains(id),
      list.isFolded(id)
    {
      return [.send(.list(.postSelected(id)))]
    }
    // Below the selected post first, then through the list, which may have replies beside what they answer.
    if let start, let inside = enterBranch(of: list.posts[start], at: now) { return inside }
    for step in list.posts.indices {
      let place = ((start ?? -1) + 1 + step) % list.posts.count
      guard place != start else { continue }
      let post = list.posts[place]
      if index.posts.contains(post.id) {
        return [.send(.list(isOpen ? .openWanted(post.id) : .postSelected(post.id)))]
      }
      if let inside = enterBranch(of: post, at: now) { return inside }
    }
    if let next = unreadBeside.first(where: isElsewhere) { return showPath(to: next, at: now) }
    return nil
  }

  /// Goes on to the next unread post of the server from a level to which this key has led; nil elsewhere, and
  /// if there is none.
  mutating func showNextElsewhere(at now: Double) -> [Effect]? {
    guard source == nil, readMarks.led == lists.level, let floor = readMarks.marks?.floor,
      let next = readMarks.index.posts(below: nil).first(where: isElsewhere)
    else { return nil }
    let top = readMarks.index.ancestors(of: next).last ?? next
    guard readMarks.isTold == true, readMarks.index.count(below: top) > 1,
      !readMarks.index.posts.contains(top)
    else { return showPath(to: readMarks.index.posts.contains(top) ? top : next, at: now) }
    return [.readMarks(.findOrder(below: top, since: floor))]
  }

  /// Whether the current list has posts that can be unread.
  var countsUnread: Bool {
    explorer == .posts || current.navigator.depth > 0
      || explorer == .users && source?.isOfFeeds == true
  }

  /// The unread posts of the current level that its list need not have.
  private var unreadBeside: [Post.ID] {
    switch current.navigator.current.destination {
    case nil: source == nil ? readMarks.index.posts(below: nil) : []
    case .children(let top): readMarks.index.posts(below: top)
    case .results, .profile, .answers: []
    }
  }

  private func isElsewhere(_ id: Post.ID) -> Bool { list.index(of: id) == nil }

  /// Goes to the first unread post below another that is not in the list; returns nil if there is none.
  private mutating func enterBranch(of post: Post, at now: Double) -> [Effect]? {
    let new = readMarks.newReplies(to: post, isSource: source != nil)
    guard new > 0, !list.isThread else { return nil }
    if post.contents != nil { return enter(post, at: now) }
    let below = readMarks.index.posts(below: post.id).filter(isElsewhere)
    if below.count > 1, readMarks.isTold == true, let floor = readMarks.marks?.floor {
      return [.readMarks(.findOrder(below: post.id, since: floor))]
    }
    if let next = firstInStory(among: below) ?? below.first { return showPath(to: next, at: now) }
    // The replies that came since are not loaded yet.
    return new > readMarks.index.count(below: post.id) ? enter(post, at: now) : nil
  }

  /// Goes to what is below a post of the list, and to its first unread post when it is loaded.
  private mutating func enter(_ post: Post, at now: Double) -> [Effect]? {
    guard let place = list.index(of: post.id) else { return nil }
    let context = context(at: now)
    let effects = lists.select(place, context) + lists.followIndicator(context)
    readMarks.continuesIn = lists.level
    return effects
  }

  /// Returns the first of some replies to a story of a source, in reading order.
  private func firstInStory(among ids: [Post.ID]) -> Post.ID? {
    guard source != nil, !readMarks.storyOrder.isEmpty, ids.count > 1 else { return nil }
    let unread = Set(ids)
    return readMarks.storyOrder.first(where: unread.contains)
  }

  /// Goes to the first unread post below another, whose new posts the server has told.
  mutating func orderFound(_ order: [Post.ID], below top: Post.ID, at now: Double) -> [Effect] {
    let first = order.first { readMarks.index.posts.contains($0) && isElsewhere($0) }
    guard let next = first ?? readMarks.index.posts(below: top).first(where: isElsewhere) else {
      return []
    }
    return showPath(to: next, at: now)
  }

  /// Goes to a post wherever it is.
  private mutating func showPath(to id: Post.ID, at now: Double) -> [Effect] {
    (lists.selectsPathEnd, lists.pathAwaitedSince) = (true, now)
    readMarks.isLeading = true
    return [.list(.loadPath(to: id))]
  }

  /// Continues to the next unread post when the level that was entered for it is loaded.
  mutating func continueToNextUnread(
    in level: LevelID, isWhole: Bool = false, at now: Double
  ) -> [Effect] {
    guard readMarks.continuesIn == level, level == lists.level else { return [] }
    // Cards show one level of a story: its new replies follow.
    guard isWhole || !awaitsReplies(in: level) else { return [] }
    readMarks.continuesIn = nil
    guard let first = list.posts.first, readMarks.index.posts.contains(first.id) else {
      return showNextUnread(at: now) ?? nothingNew()
    }
    return [.send(.list(.postSelected(first.id)))]
  }

  /// Whether the cards of a level have new replies below them that are still being found.
  private func awaitsReplies(in level: LevelID) -> Bool {
    guard !list.isThread, let story = story(of: level), let post = lists.knownPost(story) else {
      return false
    }
    return readMarks.newReplies(to: post, isSource: true) > readMarks.index.count(below: story)
  }

  /// Says that there is nothing new beside the selected post, and how to go on.
  func nothingNew() -> [Effect] {
    let index = readMarks.index
    let isOne = current.position.selectedID.map { index.posts.contains($0) } ?? false
    let rest = index.posts.count - unreadCount
    let (back, next, refresh) = (keyName("back"), keyName("next-unread"), keyName("refresh"))
    let words = isOne ? "This is the only one." : "Nothing new here."
    let hint =
      if rest > 0, !countsUnread {
        " \(keyName("posts")), then \(next): \(rest) more there."
      } else if rest > 0, current.navigator.depth > 0 {
        " \(back), then \(next): \(rest) more above."
      } else {
        isOne ? "" : " \(refresh) loads what came since."
      }
    return [.note(words + hint, inList: true)]
  }
}

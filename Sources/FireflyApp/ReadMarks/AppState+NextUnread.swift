import FireflyCore

// Goes to the next unread post below the current level, in reading order.
extension AppState {
  /// Goes to the next unread post: in the current list and below it, or else where the key for the way back and
  /// this one again would lead; returns nil if there is none.
  mutating func showNextUnread(at now: Double) -> [Effect]? {
    if let next = nextInList(at: now) { return next }
    // Where the user is already does not come next.
    let selected = current.position.selectedID
    for depth in (0..<current.navigator.depth).reversed() {
      var above = self
      let isUnread = selected.map { above.readMarks.index.remove($0) } ?? false
      let left = above.lists.goUp(to: depth, context(at: now))
      guard let next = above.nextInList(isBack: true, at: now) else { continue }
      // What is reached by its path needs no way back.
      switch next.first {
      case .list(.loadPath(let id)): return showPath(to: id, at: now)
      case .readMarks(.findOrder): return next
      default: break
      }
      self = above
      if isUnread, let selected { readMarks.index.insert(selected) }
      return left + next
    }
    return nil
  }

  /// Goes to the next unread post of the current list, or below it; returns nil if there is none beside the
  /// selected one.
  ///
  /// - Parameters:
  ///   - isBack: whether the branch of the selected post was left, so that nothing is new in it.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: the effects to run; nil for none.
  private mutating func nextInList(isBack: Bool = false, at now: Double) -> [Effect]? {
    let (list, index) = (list, readMarks.index)
    (readMarks.continuesIn, readMarks.sought) = (nil, nil)
    guard countsUnread else { return nil }
    let start = list.index(of: current.position.selectedID)
    if let start {
      let post = list.posts[start]
      // Its own words first, if they are not shown yet.
      if index.posts.contains(post.id), !readMarks.isKeptUnread(post.id), !isOpen(post) {
        return show(post)
      }
      // Below the selected post, then through the list, which may have replies beside what they answer.
      if !isBack, let inside = enterBranch(of: post, at: now) { return inside }
    }
    for step in list.posts.indices {
      let place = ((start ?? -1) + 1 + step) % list.posts.count
      guard place != start else { continue }
      let post = list.posts[place]
      if index.posts.contains(post.id) { return show(post) }
      if let inside = enterBranch(of: post, at: now) { return inside }
    }
    switch current.navigator.current.destination {
    case .children(let top): return lead(below: top, at: now)
    case nil where site.has(.numbersRise):
      guard let next = index.posts(below: nil).first(where: isElsewhere) else { return nil }
      let top = index.ancestors(of: next).last ?? next
      if index.posts.contains(top), isElsewhere(top) { return showPath(to: top, at: now) }
      return lead(below: top, at: now) ?? showPath(to: next, at: now)
    case nil, .results, .profile, .answers: return nil
    }
  }

  /// Whether the words of a post of the list are shown once it is selected; what is unread was not spoken.
  private func isOpen(_ post: Post) -> Bool {
    if isSpoken { return false }
    return list.isThread
      ? !list.isFolded(post.id) : current.position.expandedID == post.id || post.hasNoText
  }

  /// Selects a post of the list and shows its words: its card opens, in the place of an open one.
  private mutating func show(_ post: Post) -> [Effect] {
    readMarks.sought = post.id
    let isRow = post.hasNoText && current.position.expandedID == nil
    return [.send(.list(list.isThread || isRow ? .postSelected(post.id) : .openWanted(post.id)))]
  }

  /// Whether the current list has posts that can be unread.
  var countsUnread: Bool {
    explorer == .posts || current.navigator.depth > 0
      || explorer == .users && site.has(.feeds)
  }

  private func isElsewhere(_ id: Post.ID) -> Bool { list.index(of: id) == nil }

  /// Goes to the first unread post below another that is not in the list; returns nil if there is none.
  private mutating func enterBranch(of post: Post, at now: Double) -> [Effect]? {
    let new = readMarks.newReplies(to: post, at: site)
    guard new > 0, !list.isThread else { return nil }
    if post.contents != nil { return enter(post, at: now) }
    if let next = lead(below: post.id, at: now) { return next }
    // The replies that came since are not loaded yet.
    return new > readMarks.index.count(below: post.id) ? enter(post, at: now) : nil
  }

  /// Goes to the first unread post below another, in reading order if the server tells it, that is not in the
  /// list; returns nil if there is none.
  private mutating func lead(below top: Post.ID, at now: Double) -> [Effect]? {
    let below = readMarks.index.posts(below: top).filter(isElsewhere)
    if below.count > 1, readMarks.isTold == true, let floor = readMarks.marks?.floor {
      return [.readMarks(.findOrder(below: top, since: floor))]
    }
    return (firstInStory(among: below) ?? below.first).map { showPath(to: $0, at: now) }
  }

  /// Goes to what is below a post of the list, and to its first unread post when it is loaded.
  private mutating func enter(_ post: Post, at now: Double) -> [Effect]? {
    guard let place = list.index(of: post.id) else { return nil }
    let context = context(at: now)
    let effects = lists.select(place, context) + lists.followIndicator(context)
    (readMarks.continuesIn, readMarks.sought) = (lists.level, nil)
    return effects
  }

  /// Returns the first of some replies to a story of a source, in reading order.
  private func firstInStory(among ids: [Post.ID]) -> Post.ID? {
    guard !site.has(.numbersRise), !readMarks.storyOrder.isEmpty, ids.count > 1 else { return nil }
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
    readMarks.sought = id
    return [.list(.loadPath(to: id))]
  }

  /// Shows the words of the post to which a path has led, when its list has come.
  mutating func pathShown(to id: Post.ID?) -> [Effect] {
    guard let id, readMarks.sought == id, !list.isThread else { return [] }
    readMarks.continuesIn = lists.level
    return showSought()
  }

  /// Shows the words of the post that was gone to, if the current list has it by now.
  private mutating func showSought() -> [Effect] {
    guard let post = selectedPost, post.id == readMarks.sought else { return [] }
    readMarks.continuesIn = nil
    return readMarks.index.posts.contains(post.id) ? show(post) : []
  }

  /// Continues to the next unread post when the level that was entered for it is loaded.
  mutating func continueToNextUnread(
    in level: LevelID, isWhole: Bool = false, at now: Double
  ) -> [Effect] {
    guard readMarks.continuesIn == level, level == lists.level else { return [] }
    guard readMarks.sought == nil else { return showSought() }
    // Cards show one level of a story: its new replies follow.
    guard isWhole || !awaitsReplies(in: level) else { return [] }
    readMarks.continuesIn = nil
    if let first = list.posts.first, readMarks.index.posts.contains(first.id) { return show(first) }
    return nextInList(at: now) ?? nothingNew()
  }

  /// Whether the cards of a level have new replies below them that are still being found.
  private func awaitsReplies(in level: LevelID) -> Bool {
    guard !list.isThread, let story = story(of: level), let post = lists.knownPost(story) else {
      return false
    }
    return readMarks.newReplies(to: post, at: site) > readMarks.index.count(below: story)
  }

  /// Seconds for which it is said what counts as read.
  private static let firstDay = 86_400.0

  /// Says that there is nothing new but the post where the user is, if that is, and where more is.
  func nothingNew(isOne: Bool = false) -> [Effect] {
    let rest = readMarks.index.posts.count - unreadCount
    let words = isOne ? "Nothing else is new." : "Nothing new here."
    let hint =
      if rest > 0, explorer != .posts {
        " \(keyName("posts")), then \(keyName("next-unread")): \(rest) more there."
      } else if isOne {
        ""
      } else if let since = readMarks.marks?.since, epoch + readMarks.now - since < Self.firstDay {
        " What was there when you first came counts as read; \(keyName("expand")) reads on."
      } else {
        " \(keyName("refresh")) loads what came since."
      }
    return [.note(words + hint, inList: true)]
  }
}

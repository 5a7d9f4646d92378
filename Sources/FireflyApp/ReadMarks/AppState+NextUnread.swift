import FireflyCore

// Goes to the next unread post below the current level, in reading order.
extension AppState {
  mutating func showNextUnread(at now: Double) -> [Effect] {
    let (list, index) = (list, readMarks.index)
    readMarks.continuesIn = nil
    let start = list.index(of: current.position.selectedID)
    let isRoot = current.navigator.depth == 0
    // The branch of the selected post first, unless the list has replies beside what they answer.
    let isFlat = isRoot && source == nil || list.isThread
    if let start, !isFlat, let inside = enterBranch(of: list.posts[start], at: now) {
      return inside
    }
    for step in 0..<list.posts.count {
      let place = ((start ?? -1) + 1 + step) % list.posts.count
      let post = list.posts[place]
      if index.posts.contains(post.id), place != start {
        return [.send(.list(.postSelected(post.id)))]
      }
      if !isFlat, place != start, let inside = enterBranch(of: post, at: now) { return inside }
    }
    let top = isRoot ? nil : list.parent?.id
    if let next = index.posts(below: top).first(where: { list.index(of: $0) == nil }) {
      return showPath(to: next, at: now)
    }
    return nothingNew()
  }

  /// Goes to the first unread post below another; returns nil if there is none.
  private mutating func enterBranch(of post: Post, at now: Double) -> [Effect]? {
    let below = readMarks.index.posts(below: post.id)
    if below.count > 1, readMarks.isTold == true, let floor = readMarks.marks?.floor {
      return [.readMarks(.findOrder(below: post.id, since: floor))]
    }
    if let next = firstInStory(among: below) ?? below.first { return showPath(to: next, at: now) }
    guard readMarks.newReplies(to: post, isSource: source != nil) > 0,
      let place = list.index(of: post.id)
    else { return nil }
    // The replies that came since are not loaded yet.
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
    let first = order.first { readMarks.index.posts.contains($0) }
    guard let next = first ?? readMarks.index.posts(below: top).first else { return [] }
    return showPath(to: next, at: now)
  }

  /// Goes to a post wherever it is.
  private mutating func showPath(to id: Post.ID, at now: Double) -> [Effect] {
    (lists.selectsPathEnd, lists.pathAwaitedSince) = (true, now)
    return [.list(.loadPath(to: id))]
  }

  /// Continues to the next unread post when the level that was entered for it is loaded.
  mutating func continueToNextUnread(in level: LevelID, at now: Double) -> [Effect] {
    guard readMarks.continuesIn == level, level == lists.level else { return [] }
    readMarks.continuesIn = nil
    guard let first = list.posts.first, readMarks.index.posts.contains(first.id) else {
      return showNextUnread(at: now)
    }
    return [.send(.list(.postSelected(first.id)))]
  }

  /// Says that there is nothing new, and how to go on.
  func nothingNew() -> [Effect] {
    let rest = readMarks.index.posts.count
    let isBelow = current.navigator.depth > 0
    let (back, next, refresh) = (keyName("back"), keyName("next-unread"), keyName("refresh"))
    let hint =
      isBelow && rest > 0
      ? " Press \(back) and then \(next): \(rest) more above."
      : " \(refresh) loads what came since."
    return [.note("Nothing new here.\(hint)", inList: true)]
  }
}

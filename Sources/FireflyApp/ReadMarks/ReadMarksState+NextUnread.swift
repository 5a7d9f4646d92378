import FireflyCore

// Goes to the next unread post below the current level, in reading order.
extension ReadMarksState {
  /// The step that leads back to where the user is among the posts; none if this key has led there, since the
  /// step before leads to where it was pressed first.
  func wayBack(_ surroundings: Surroundings) -> [Effect] {
    guard surroundings.explorer == .posts else { return [] }
    let isLed = sought != nil && sought == surroundings.selectedPost?.id
    if isLed, case .marking(.send(.list(.returned)), _)? = surroundings.moving.undo.steps.last {
      return []
    }
    return [surroundings.stepBack]
  }

  /// Goes to the next unread post: in the current list and below it, or else where the key for the way back and
  /// this one again would lead; returns nil if there is none.
  mutating func showNextUnread(_ surroundings: Surroundings) -> [Effect]? {
    var lists = surroundings.lists
    if let next = nextInList(lists, surroundings) { return next }
    // Where the user is already does not come next.
    let selected = lists.current.position.selectedID
    let context = surroundings.context
    for depth in (0..<lists.current.navigator.depth).reversed() {
      var above = self
      let isUnread = selected.map { above.index.remove($0) } ?? false
      _ = lists.goUp(to: depth, context)
      guard let next = above.nextInList(lists, isBack: true, surroundings) else { continue }
      if isUnread, let selected { above.index.insert(selected) }
      self = above
      // What is reached by its path needs no way back.
      switch next.first {
      case .send(.list(.pathWanted)), .readMarks(.findOrder): return next
      default: return [.send(.list(.pathPressed(depth: depth)))] + next
      }
    }
    guard let search = searchFurther(in: lists, surroundings) else { return nil }
    let isBelow = surroundings.current.navigator.depth > 0
    return (isBelow ? [.send(.list(.pathPressed(depth: 0)))] : []) + search
  }

  /// Looks for what is unread behind the part of a list that is loaded, where the place knows all of it; returns nil if
  /// nothing can be there.
  private mutating func searchFurther(
    in lists: ListsState, _ surroundings: Surroundings
  ) -> [Effect]? {
    let list = lists.list
    guard lists.explorer == .posts, lists.current.navigator.depth == 0,
      lists.canLoadMore || list.isPartial, let unread = surroundings.site.unreadList
    else { return nil }
    if let toldNew, !toldNew.contains(where: { list.index(of: $0) == nil }) { return nil }
    guard !list.isPartial else {
      continuesIn = lists.level
      return [.note("The list is still loading.", inList: true)]
    }
    return marks?.told == nil
      ? [.readMarks(.findUnread(in: unread, level: lists.level))] : goOn(in: lists.level)
  }

  /// Loads more of a list, which is searched again then.
  private mutating func goOn(in level: LevelID) -> [Effect] {
    continuesIn = level
    return [.send(.list(.moreWanted))]
  }

  /// Goes on to an unread post behind the part of a list that is loaded.
  mutating func unreadFound(
    _ post: Post.ID?, in level: LevelID, _ surroundings: Surroundings
  ) -> [Effect] {
    let lists = surroundings.lists
    guard level == lists.level else { return [] }
    guard let post, lists.list.index(of: post) == nil, lists.canLoadMore else {
      return nothingNew(surroundings)
    }
    return goOn(in: level)
  }

  /// Goes to the next unread post of a list, or below it; returns nil if there is none beside the selected one.
  ///
  /// - Parameters:
  ///   - lists: the lists, of which the current one is searched.
  ///   - isBack: whether the branch of the selected post was left, so that nothing is new in it.
  ///   - surroundings: what else is known.
  /// - Returns: the effects to run; nil for none.
  private mutating func nextInList(
    _ lists: ListsState, isBack: Bool = false, _ surroundings: Surroundings
  ) -> [Effect]? {
    let (list, site) = (lists.list, surroundings.site)
    (continuesIn, sought) = (nil, nil)
    guard lists.canBeUnread(at: site) else { return nil }
    let start = list.index(of: lists.current.position.selectedID)
    if let start {
      let post = list.posts[start]
      // Its own words first, if they are not shown yet.
      if index.posts.contains(post.id), !isKeptUnread(post.id),
        surroundings.isSpoken || !lists.showsWords(of: post) && !post.staysClosed
      {
        return show(post, in: lists)
      }
      // Below the selected post, then through the list, which may have replies beside what they answer.
      if !isBack, let inside = enterBranch(of: post, in: list, at: site) { return inside }
    }
    // What is behind a warning where the user is stays there.
    let here = start.map(list.postsInRow)
    for step in list.posts.indices {
      let place = ((start ?? -1) + 1 + step) % list.posts.count
      guard here?.contains(place) != true else { continue }
      let post = list.posts[place]
      if index.posts.contains(post.id) { return show(post, in: lists) }
      if let inside = enterBranch(of: post, in: list, at: site) { return inside }
    }
    switch lists.current.navigator.current.destination {
    case .children(let top): return lead(below: top, outside: list, at: site)
    case nil where site.has(.numbersRise):
      guard let next = index.posts(below: nil).first(where: { list.index(of: $0) == nil }) else {
        return nil
      }
      let top = index.ancestors(of: next).last ?? next
      if index.posts.contains(top), list.index(of: top) == nil { return showPath(to: top) }
      return lead(below: top, outside: list, at: site) ?? showPath(to: next)
    case nil, .results, .profile, .answers: return nil
    }
  }

  /// Selects a post of the list and shows its words: its card opens, in the place of an open one.
  ///
  /// Behind a warning they stay.
  private mutating func show(_ post: Post, in lists: ListsState) -> [Effect] {
    sought = post.id
    if lists.list.isThread { return [.send(.list(.matchFound(post.id)))] }
    let isRow = post.hasNoText && lists.current.position.expandedID == nil
    return [.send(.list(isRow || post.staysClosed ? .postSelected(post.id) : .openWanted(post.id)))]
  }

  /// Goes to the first unread post below another that is not in the list; returns nil if there is none.
  private mutating func enterBranch(of post: Post, in list: ListState, at site: Site) -> [Effect]? {
    let new = newReplies(to: post, at: site)
    guard new > 0, !list.isThread else { return nil }
    if post.contents == nil {
      if let next = lead(below: post.id, outside: list, at: site) { return next }
      // The replies that came since are not loaded yet.
      guard new > index.count(below: post.id) else { return nil }
    }
    return [
      .send(.list(.postSelected(post.id))), .send(.list(.childIndicatorPressed)),
      .send(.readMarks(.branchEntered)),
    ]
  }

  /// Goes to the first unread post below another, in reading order if the server tells it, that is not in the
  /// list; returns nil if there is none.
  private mutating func lead(
    below top: Post.ID, outside list: ListState, at site: Site
  ) -> [Effect]? {
    let below = index.posts(below: top).filter { list.index(of: $0) == nil }
    if below.count > 1, isTold == true, let floor = marks?.floor {
      return [.readMarks(.findOrder(below: top, since: floor))]
    }
    return (firstInStory(among: below, at: site) ?? below.first).map { showPath(to: $0) }
  }

  /// Returns the first of some replies to a story of a source, in reading order.
  private func firstInStory(among ids: [Post.ID], at site: Site) -> Post.ID? {
    guard !site.has(.numbersRise), !storyOrder.isEmpty, ids.count > 1 else { return nil }
    let unread = Set(ids)
    return storyOrder.first(where: unread.contains)
  }

  /// Goes to the first unread post below another, whose new posts the server has told.
  mutating func orderFound(
    _ order: [Post.ID], below top: Post.ID, outside list: ListState
  ) -> [Effect] {
    let isElsewhere = { list.index(of: $0) == nil }
    let first = order.first { index.posts.contains($0) && isElsewhere($0) }
    let next = first ?? index.posts(below: top).first(where: isElsewhere)
    return next.map { showPath(to: $0) } ?? []
  }

  /// Goes to a post wherever it is.
  private mutating func showPath(to id: Post.ID) -> [Effect] {
    sought = id
    return [.send(.list(.pathWanted(to: id)))]
  }

  /// Shows the words of the post to which a path has led, when its list has come.
  mutating func pathShown(_ path: [Post], _ surroundings: Surroundings) -> [Effect] {
    learnMuted(path, surroundings)
    guard let id = path.last?.id, sought == id else { return [] }
    // Its text says only now that it is muted.
    guard !index.muted.contains(id) else {
      return showNextUnread(surroundings) ?? nothingNew(surroundings)
    }
    guard !surroundings.list.isThread else { return [] }
    continuesIn = surroundings.lists.level
    return showSought(surroundings)
  }

  /// Shows the words of the post that was gone to, if the current list has it by now.
  private mutating func showSought(_ surroundings: Surroundings) -> [Effect] {
    guard let post = surroundings.selectedPost, post.id == sought else { return [] }
    continuesIn = nil
    return index.posts.contains(post.id) ? show(post, in: surroundings.lists) : []
  }

  /// Continues to the next unread post when the level that was entered for it is loaded.
  mutating func continueToNextUnread(
    in level: LevelID, isWhole: Bool = false, _ surroundings: Surroundings
  ) -> [Effect] {
    guard continuesIn == level, level == surroundings.lists.level else { return [] }
    guard sought == nil else { return showSought(surroundings) }
    let lists = surroundings.lists
    // Cards show one level of a story: its new replies follow.
    if !isWhole, !lists.list.isThread, let story = surroundings.story(of: level),
      let post = lists.knownPost(story),
      newReplies(to: post, at: surroundings.site) > index.count(below: story)
    {
      return []
    }
    continuesIn = nil
    if let first = lists.list.posts.first, index.posts.contains(first.id) {
      return show(first, in: lists)
    }
    return nextInList(lists, surroundings) ?? searchFurther(in: lists, surroundings)
      ?? nothingNew(surroundings)
  }

  /// Seconds for which it is said what counts as read.
  private static let firstDay = 86_400.0

  /// Says that there is nothing new but the post where the user is, if that is, and where more is.
  func nothingNew(isOne: Bool = false, _ surroundings: Surroundings) -> [Effect] {
    let rest = index.posts.count - unreadCount(surroundings)
    let words = isOne ? "Nothing else is new." : "Nothing new here."
    let key = { (action: Action) in surroundings.keyName(action) }
    // What is loaded so far is no number of all.
    let more = isComplete ? "\(rest) more" : "more"
    let hint =
      if rest > 0, surroundings.explorer != .posts {
        " \(key(.list(.explorerPressed(.posts)))), then \(key(.readMarks(.nextPressed))): \(more) there."
      } else if isOne {
        ""
      } else if let marks, !marks.isAnyRead, surroundings.date - marks.since < Self.firstDay {
        " What was there when you first came counts as read; \(key(.list(.readOnPressed))) reads on."
      } else {
        " \(key(.list(.refreshPressed))) loads what came since."
      }
    return [.note(words + hint, inList: true)]
  }
}

extension ListsState {
  /// Whether the current list has posts that can be unread.
  func canBeUnread(at site: Site) -> Bool {
    explorer == .posts || current.navigator.depth > 0
      || explorer == .users && site.has(.unreadUsers)
  }

  /// Whether the words of a post of the list are shown once it is selected.
  fileprivate func showsWords(of post: Post) -> Bool {
    list.isThread
      ? !list.isFolded(post.id) : current.position.expandedID == post.id || post.hasNoText
  }
}

extension Post {
  /// Whether only the user's own key opens it: its text is behind a warning or a filter.
  var staysClosed: Bool { isWarned || filterRemark != nil }
}

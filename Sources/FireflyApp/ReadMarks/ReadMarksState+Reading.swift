import FireflyCore
import FireflyModel
import FireflyScreen

// What counts as read: a post whose words were on the screen while it was selected.
extension ReadMarksState {
  /// Marks the selected post read when its words were shown long enough, or when the user goes on.
  mutating func updateReading(_ context: Context, _ surroundings: Surroundings) -> [Effect] {
    guard marks != nil else { return [] }
    let (now, level, position) = (
      context.now, surroundings.lists.level, surroundings.current.position
    )
    // The words of the post that is being answered stand above the editor.
    var answered: Post.ID?
    if case .newPost(below: let id?) = surroundings.focus.editor?.target { answered = id }
    if surroundings.isSpoken {
      _ = update(selected: position.selectedID, isOpen: false, at: now)
      return markRead([answered].compactMap(\.self), in: level, surroundings)
    }
    let isInFront = surroundings.focus.isListInFront
    let post = isInFront ? surroundings.selectedPost : nil
    let isShown = post.map {
      index.posts.contains($0.id) && surroundings.showsWords(of: $0, context)
    }
    let before = reading?.id
    let read = update(selected: post?.id, isOpen: isShown == true, at: now)
    let left = before.flatMap { id in
      // What was gone to as the next unread post is read when it is left, whichever way.
      let isLeft = id == sought && isInFront && (id != post?.id || isShown != true)
      return isLeft || surroundings.goesOn(from: id, to: post?.id) ? id : nil
    }
    return markRead(
      Set([read, left, answered].compactMap(\.self)).sorted(), in: level, surroundings)
  }

  /// Where the user is, before reading on.
  struct Reach {
    fileprivate let level: LevelID
    fileprivate let open: Post.ID?
    fileprivate let position: Navigator.ListPosition
    fileprivate let place: Int
    /// The part of the list that the window shows, in points.
    fileprivate let window: Range<Double>
  }

  /// Returns where the user is.
  func reach(_ surroundings: Surroundings) -> Reach {
    let (list, position) = (surroundings.list, surroundings.current.position)
    return Reach(
      level: surroundings.lists.level, open: reading?.id, position: position,
      place: list.index(of: position.selectedID) ?? 0, window: surroundings.window)
  }

  /// Learns that the user has read on: a card that was closed at its end is read, and in a thread the replies
  /// that were all on the screen are, too.
  mutating func readOn(from before: Reach, _ surroundings: Surroundings) -> [Effect] {
    let (list, position) = (surroundings.list, surroundings.current.position)
    let open = [before.open].compactMap(\.self)
    guard position.selectedID != before.position.selectedID else {
      guard before.position.expandedID == before.position.selectedID, position.expandedID == nil
      else { return [] }
      return markRead(open, in: before.level, surroundings)
        + (surroundings.lists.hasMore ? [] : [.note("This is the last one.", inList: true)])
    }
    let end = list.index(of: position.selectedID) ?? before.place
    let read =
      marks == nil
      ? [] : surroundings.repliesShown(before.place..<max(before.place, end), since: before.window)
    return markRead(Set(open + read).sorted(), in: before.level, surroundings)
  }

  /// Records that the selected story was opened: its article or its link.
  mutating func markOpened(_ surroundings: Surroundings) -> [Effect] {
    guard !surroundings.site.has(.numbersRise), let post = surroundings.selectedPost,
      post.hasReadMark, marks?.isOpened(post.id) == false || index.posts.contains(post.id)
    else { return [] }
    guard post.isRoot else {
      return markRead([post.id], in: surroundings.lists.level, surroundings)
    }
    index.remove(post.id)
    return change([.read([post.id])])
  }

  /// Marks posts read.
  ///
  /// - Parameters:
  ///   - level: the level in which they were read.
  ///   - surroundings: what else is known.
  /// - Returns: the effects to run.
  mutating func markRead(
    _ ids: [Post.ID], in level: LevelID, _ surroundings: Surroundings
  ) -> [Effect] {
    let new = ids.filter { index.posts.contains($0) }
    guard !new.isEmpty else { return [] }
    var changes: [ReadMarks.Change] = [.read(new)]
    if let story = surroundings.story(of: level) {
      changes.append(.repliesRead(new.count, of: story))
    }
    new.forEach { index.remove($0) }
    // Everything new has been read, wherever that was.
    let isAll = isComplete && index.posts.isEmpty
    return change(changes) + (isAll ? [.send(.badges(.allRead))] : [])
  }
}

extension Surroundings {
  /// Whether the user goes on from a post that is being read: to a later reply of the thread, to a later
  /// card from an open one.
  fileprivate func goesOn(from before: Post.ID, to post: Post.ID?) -> Bool {
    let (list, position) = (list, current.position)
    guard let post, before != post,
      list.isThread || position.expandedID == post || position.expandedID == before,
      let place = list.index(of: before)
    else { return false }
    return place < list.index(of: post) ?? 0
  }

  /// The part of the list that the window shows, in points.
  fileprivate var window: Range<Double> {
    let start = current.position.scroll
    return start..<start + layout.windowHeight
  }

  /// Returns those replies of a part of a thread of which all words were in one window, or in two that follow
  /// each other.
  fileprivate func repliesShown(
    _ places: Range<Int>, since first: Range<Double>
  ) -> [Post.ID] {
    let (list, row, second) = (list, ScreenLayout.pointsPerRow, window)
    guard list.isThread else { return [] }
    let cards = lists.restingLayout(context)
    let follow = second.lowerBound <= first.upperBound
    let end = max(first.upperBound, second.upperBound)
    let windows = follow ? [first.lowerBound..<end] : [first, second]
    return places.filter { place in
      let (top, height, id) = (cards.top(of: place), cards.height(of: place), list.posts[place].id)
      return list.isReply(id) && list.bodies[id] != nil && !list.isFolded(id) && height > row
        && windows.contains { top >= $0.lowerBound && top + height - row <= $0.upperBound }
    }.map { list.posts[$0].id }
  }

  /// Whether words of a post of the current list are on the screen: of its text, if it has one.
  fileprivate func showsWords(of post: Post, _ context: Context) -> Bool {
    let (list, position) = (list, current.position)
    guard let index = list.index(of: post.id) else { return false }
    let cards = lists.restingLayout(context)
    let (row, height) = (ScreenLayout.pointsPerRow, cards.height(of: index))
    // From the top of its slot.
    var words = 0..<height
    if list.isReply(post.id) {
      guard list.bodies[post.id] != nil, !list.isFolded(post.id), height > row else { return false }
      if !post.hasNoText { words = row..<max(row, height - row) }
    } else if list.isThread || position.expandedID == post.id {
      guard let text = list.bodies[post.id] else { return false }
      let body = context.cardLayout(for: post, in: list).bodyFrame(at: 1)
      if !text.lines.isEmpty, !post.hasNoText { words = body.y..<body.y + max(0, body.height) }
    } else {
      guard post.hasNoText else { return false }
    }
    let top = cards.top(of: index) - position.scroll
    return top + words.lowerBound < context.layout.windowHeight && top + words.upperBound > 0
  }
}

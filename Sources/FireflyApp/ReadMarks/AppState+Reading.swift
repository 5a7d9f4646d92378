import FireflyCore
import FireflyScreen

// What counts as read: a post whose words were on the screen while it was selected.
extension AppState {
  /// Marks the selected post read when its words were shown long enough, or when the user goes on.
  mutating func updateReading(_ context: Context) -> [Effect] {
    let now = context.now
    guard readMarks.marks != nil else { return [] }
    if isSpoken {
      _ = readMarks.update(selected: current.position.selectedID, isOpen: false, at: now)
      return markRead([answered].compactMap(\.self), in: lists.level)
    }
    let post = isListInFront ? selectedPost : nil
    let isShown = post.map { readMarks.index.posts.contains($0.id) && showsWords(of: $0, context) }
    let before = readMarks.reading?.id
    let read = readMarks.update(selected: post?.id, isOpen: isShown == true, at: now)
    let left = before.flatMap { id in
      // What was gone to as the next unread post is read when it is left, whichever way.
      let isLeft = id == readMarks.sought && isListInFront && (id != post?.id || isShown != true)
      return isLeft || goesOn(from: id, to: post?.id) ? id : nil
    }
    return markRead(Set([read, left, answered].compactMap(\.self)).sorted(), in: lists.level)
  }

  /// The post that is being answered: its words stand above the editor.
  private var answered: Post.ID? {
    if case .newPost(below: let id?) = focus.editor?.target { id } else { nil }
  }

  /// Whether the user goes on from a post that is being read: to a later reply of the thread, to a later
  /// card from an open one.
  private func goesOn(from before: Post.ID, to post: Post.ID?) -> Bool {
    let (list, position) = (list, current.position)
    guard let post, before != post,
      list.isThread || position.expandedID == post || position.expandedID == before,
      let place = list.index(of: before)
    else { return false }
    return place < list.index(of: post) ?? 0
  }

  /// Opens the selected card, shows its next page, or goes on at its end: then it is read, and in a thread
  /// the replies that were all on the screen are, too.
  mutating func readOn(at now: Double) -> [Effect] {
    let (level, open, before) = (lists.level, readMarks.reading?.id, current.position)
    let place = list.index(of: before.selectedID) ?? 0
    let first = window(at: now)
    let effects = lists.reduce(.readOnPressed, context(at: now))
    let position = current.position
    guard position.selectedID != before.selectedID else {
      guard before.expandedID == before.selectedID, position.expandedID == nil else {
        return effects
      }
      return effects + markRead([open].compactMap(\.self), in: level)
        + (lists.hasMore ? [] : [.note("This is the last one.", inList: true)])
    }
    let passed = place..<max(place, list.index(of: position.selectedID) ?? place)
    let read = repliesShown(passed, in: first, window(at: now), at: now)
    return effects + markRead(Set([open].compactMap(\.self) + read).sorted(), in: level)
  }

  /// The part of the list that the window shows, in points.
  private func window(at now: Double) -> Range<Double> {
    let start = current.position.scroll
    return start..<start + context(at: now).layout.windowHeight
  }

  /// Returns those replies of a part of a thread of which all words were in one window, or in two that follow
  /// each other.
  private func repliesShown(
    _ places: Range<Int>, in first: Range<Double>, _ second: Range<Double>, at now: Double
  ) -> [Post.ID] {
    guard list.isThread, readMarks.marks != nil else { return [] }
    let (list, row) = (list, ScreenLayout.pointsPerRow)
    let cards = lists.restingLayout(context(at: now))
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
  private func showsWords(of post: Post, _ context: Context) -> Bool {
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
      let remark = muted.remark(on: post, reader: account, isOpened: list.isBelowPost)
      guard post.hasNoText, remark == nil else { return false }
    }
    let top = cards.top(of: index) - position.scroll
    return top + words.lowerBound < context.layout.windowHeight && top + words.upperBound > 0
  }

  /// Records that the selected story was opened: its article or its link.
  mutating func markOpened() -> [Effect] {
    guard !site.has(.numbersRise), let post = selectedPost, post.hasReadMark,
      readMarks.marks?.isOpened(post.id) == false || readMarks.index.posts.contains(post.id)
    else { return [] }
    guard post.isRoot else { return markRead([post.id], in: lists.level) }
    readMarks.index.remove(post.id)
    return change([.read([post.id])])
  }

  /// Removes the badge of the posts when everything new has been read, wherever that was.
  private mutating func seeNews() -> [Effect] {
    guard readMarks.isComplete, readMarks.index.posts.isEmpty,
      badges.news.remove(.posts) != nil
    else { return [] }
    return [.badges(.recordViewed(.posts, newest: nil))]
  }

  /// Marks posts read.
  ///
  /// - Parameter level: the level in which they were read.
  /// - Returns: the effects to run.
  mutating func markRead(_ ids: [Post.ID], in level: LevelID) -> [Effect] {
    let new = ids.filter { readMarks.index.posts.contains($0) }
    guard !new.isEmpty else { return [] }
    var changes: [ReadMarks.Change] = [.read(new)]
    if let story = story(of: level) { changes.append(.repliesRead(new.count, of: story)) }
    new.forEach { readMarks.index.remove($0) }
    return change(changes) + seeNews()
  }
}

import FireflyCore
import FireflyModel

// Marks posts read and unread by keys.
extension ReadMarksState {
  /// Applies changes to the marks, and stores them.
  mutating func change(_ changes: [ReadMarks.Change]) -> [Effect] {
    guard marks != nil else { return [] }
    for change in changes { marks?.apply(change) }
    return [.readMarks(.store(changes))]
  }

  /// Marks everything below the current level's post read; at a root, everything, or what is below the selected
  /// feed or folder.
  mutating func markBranchRead(_ surroundings: Surroundings) -> [Effect] {
    guard surroundings.lists.canBeUnread(at: surroundings.site) else {
      return nothingNew(surroundings)
    }
    let (current, site) = (surroundings.current, surroundings.site)
    let isTop = current.navigator.depth == 0
    let row = surroundings.selectedPost.flatMap { isTop && $0.contents != nil ? $0 : nil }
    let isRoot = isTop && row == nil
    var top = row?.id
    if top == nil, case .children(let parent) = current.navigator.current.destination {
      top = parent
    }
    let told = toldCount(surroundings)
    // Of a place that tells what is unread, a further list is marked as far as it is loaded.
    let isAll = isRoot && (told != nil || marks?.told == nil)
    var ids =
      isAll || top != nil
      ? index.posts(below: top)
      : unreadBranches(surroundings).flatMap { [$0.id] + index.posts(below: $0.id) }
    if let top { ids.append(top) }
    ids = ids.filter(index.posts.contains)
    let others = isRoot && marks?.told == nil ? entriesOutside(surroundings) : []
    // What the place says is unread may not be loaded yet.
    if isRoot, told != nil {
      ids = marks?.told ?? []
    } else {
      ids.removeAll(where: others.contains)
    }
    let stories = row == nil ? unreadStories(top: isRoot ? nil : top, surroundings) : []
    let isKnownByIDs = row != nil || wholeFeeds(surroundings) != nil
    let known = isKnownByIDs ? ids.count : max(ids.count, unreadCount(surroundings))
    let count = isRoot ? told ?? known : known
    guard count > 0 else { return nothingNew(surroundings) }
    var changes: [ReadMarks.Change] = [.read(ids)]
    var undo: [ReadMarks.Change] = [.unread(ids)]
    if isRoot {
      let highest = surroundings.list.posts.lazy.map(\.id).max() ?? 0
      // What came since then was not in the list.
      let date = surroundings.list.arrivedAt ?? surroundings.date
      changes.append(
        site.has(.numbersRise) ? .readAll(upTo: max(highest, ids.max() ?? 0)) : .readBefore(date))
      if !others.isEmpty { changes.append(.unread(Array(others))) }
    }
    for story in stories {
      guard let old = marks?.stories[story.id] else { continue }
      changes.append(
        .story(story.id, .init(since: surroundings.date, count: old.count + story.new)))
      undo.append(.story(story.id, old))
    }
    ids.forEach { index.remove($0) }
    let posts = Counted.words(count, site.post.one, site.post.many)
    let place = row.map { " of \($0.title.shortened(to: 40))" } ?? ""
    // How many are on further pages is known only if the list of feeds has come.
    let isKnown =
      told != nil || site.has(.numbersRise)
      || site.has(.subscriptions) && surroundings.lists[.users].rootList.phase == .loaded
    let isAnyMore = isRoot && !isKnown && surroundings.lists.canLoadMore
    let rest = isAnyMore ? ", and all further down" : ""
    return change(changes)
      + noted(
        "Marked \(posts)\(place) read\(rest).", undo: undo, "Unread again: \(posts).", surroundings)
  }

  /// Returns the unread entries of feeds of which a list that has come as a whole shows none, such as of one that
  /// was just followed: the user has not seen that there are any.
  private func entriesOutside(_ surroundings: Surroundings) -> Set<Post.ID> {
    let (lists, list) = (surroundings.lists, surroundings.list)
    guard surroundings.site.has(.subscriptions), !lists.canLoadMore, !list.isPartial else {
      return []
    }
    let feeds = Set(list.posts.lazy.compactMap(\.feedID))
    return index.posts.filter { id in
      list.index(of: id) == nil
        && !index.ancestors(of: id).contains { feeds.contains($0) || list.index(of: $0) != nil }
    }
  }

  mutating func markUnread(_ surroundings: Surroundings) -> [Effect] {
    guard let post = surroundings.selectedPost, !post.isUnsaved else { return [] }
    guard post.hasReadMark else {
      let posts = surroundings.site.post.many
      return [.note("Only \(posts) can be marked unread.", inList: true)]
    }
    guard !index.posts.contains(post.id) else { return [.note("It is unread.", inList: true)] }
    guard !index.isQuiet(post.id) else {
      return [.note("What is muted or silenced is never new.", inList: true)]
    }
    index.learn([(post.id, post.parentID)]) { _ in true }
    keepUnread(post.id)
    return change([.unread([post.id])])
      + noted("Marked unread.", undo: [.read([post.id])], "Read again.", surroundings)
  }

  /// Says what was done, and records what undoes it.
  private func noted(
    _ words: String, undo: [ReadMarks.Change], _ undone: String, _ surroundings: Surroundings
  ) -> [Effect] {
    let key = surroundings.keySentence(.moving(.undoPressed), "undoes it.")
    return [
      .send(.moving(.undoable(.send(.readMarks(.undone(undo))), note: undone))),
      .note(words + key, inList: true),
    ]
  }

  /// Applies changes that undo others.
  mutating func undo(by changes: [ReadMarks.Change]) -> [Effect] {
    for change in changes {
      switch change {
      case .read(let ids): ids.forEach { index.remove($0) }
      case .unread(let ids): ids.forEach { index.insert($0) }
      default: break
      }
    }
    return change(changes)
  }
}

import FireflyCore

// Marks posts read and unread by keys.
extension AppState {
  /// Applies changes to the marks, and stores them.
  mutating func change(_ changes: [ReadMarks.Change]) -> [Effect] {
    guard readMarks.marks != nil else { return [] }
    for change in changes { readMarks.marks?.apply(change) }
    return [.readMarks(.store(changes))]
  }

  /// Marks everything below the current level's post read; at a root, everything, or what is below the selected
  /// feed or folder.
  mutating func markBranchRead(at now: Double) -> [Effect] {
    guard countsUnread else { return nothingNew() }
    let isTop = current.navigator.depth == 0
    let row = selectedPost.flatMap { isTop && $0.contents != nil ? $0 : nil }
    let isRoot = isTop && row == nil
    var top = row?.id
    if top == nil, case .children(let parent) = current.navigator.current.destination {
      top = parent
    }
    var ids =
      isRoot || top != nil
      ? readMarks.index.posts(below: top)
      : unreadBranches.flatMap { [$0.id] + readMarks.index.posts(below: $0.id) }
    if let top { ids.append(top) }
    ids = ids.filter(readMarks.index.posts.contains)
    let stories = row == nil ? unreadStories(top: isRoot ? nil : top) : []
    let count = row == nil ? max(ids.count, unreadCount) : ids.count
    guard count > 0 else { return nothingNew() }
    var changes: [ReadMarks.Change] = [.read(ids)]
    var undo: [ReadMarks.Change] = [.unread(ids)]
    if isRoot {
      let highest = list.posts.lazy.map(\.id).max() ?? 0
      changes.append(
        site.has(.numbersRise)
          ? .readAll(upTo: max(highest, ids.max() ?? 0)) : .readBefore(epoch + now))
    }
    for story in stories {
      guard let old = readMarks.marks?.stories[story.id] else { continue }
      changes.append(.story(story.id, .init(since: epoch + now, count: old.count + story.new)))
      undo.append(.story(story.id, old))
    }
    ids.forEach { readMarks.index.remove($0) }
    undoStack.record(.marking(.init(changes: undo, note: "Unread again: \(posts(count)).")))
    let key = keyLabel("undo").map { " \($0) undoes it." } ?? ""
    let place = row.map { " of \($0.title.shortened(to: 40))" } ?? ""
    return change(changes) + [.note("Marked \(posts(count))\(place) read.\(key)", inList: true)]
  }

  mutating func markUnread() -> [Effect] {
    guard let post = selectedPost, !post.isUnsaved else { return [] }
    guard post.hasReadMark else {
      return [.note("Only \(site.post.many) can be marked unread.", inList: true)]
    }
    guard !readMarks.index.posts.contains(post.id) else {
      return [.note("It is unread.", inList: true)]
    }
    readMarks.index.learn([(post.id, post.parentID)]) { _ in true }
    readMarks.keepUnread(post.id)
    undoStack.record(.marking(.init(changes: [.read([post.id])], note: "Read again.")))
    let key = keyLabel("undo").map { " \($0) undoes it." } ?? ""
    return change([.unread([post.id])]) + [.note("Marked unread.\(key)", inList: true)]
  }

  /// Undoes a change of marks.
  mutating func undo(_ step: ReadMarksState.Step) -> [Effect] {
    let effects = change(step.changes)
    for change in step.changes {
      switch change {
      case .read(let ids): ids.forEach { readMarks.index.remove($0) }
      case .unread(let ids): ids.forEach { readMarks.index.insert($0) }
      default: break
      }
    }
    return effects + (step.effect.map { [$0] } ?? []) + [.note(step.note, inList: true)]
  }

  private func posts(_ count: Int) -> String {
    Counted.words(count, site.post.one, site.post.many)
  }
}

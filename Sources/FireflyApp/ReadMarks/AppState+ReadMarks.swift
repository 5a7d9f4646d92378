import FireflyCore

// Marks posts read and unread, and goes from one unread post to the next.
extension AppState {
  /// Sets the marks of the account, before the program starts.
  public mutating func setReadMarks(_ marks: ReadMarks) { readMarks.replace(marks) }

  mutating func reduceReadMarks(_ action: ReadMarksAction, at now: Double) -> [Effect] {
    switch action {
    case .loaded(let marks):
      readMarks.replace(marks)
      return lists.allLevels.flatMap { learn(lists[$0.id]?.posts ?? [], in: $0.id) }
    case .newestFound(let id):
      readMarks.isFindingNewest = false
      guard let id else { return [] }
      // The newest post needs not have the highest number, such as after an import.
      let loaded =
        readMarks.marks?.restarts == true
        ? [] : lists.allLevels.compactMap { lists[$0.id]?.posts.lazy.map(\.id).max() }
      return change([.firstContact(highest: max(id, loaded.max() ?? id))])
    case .newPostsFound(let posts):
      newPostsFound(posts)
      return []
    case .orderFound(let top, let order): return orderFound(order, below: top, at: now)
    case .repliesFound(let posts, let level):
      guard lists[level] != nil else { return [] }
      readMarks.storyOrder = posts.map(\.id)
      return learn(posts, in: level, isWholeStory: true)
    case .answersPressed: return showAnswers(at: now)
    case .answersFound(let posts):
      guard readMarks.marks != nil else { return [] }
      readMarks.answers.formUnion(posts.map(\.id))
      return learn(posts, in: lists[.posts].navigator.root.id)
    case .answered(let post):
      let effects =
        settings.notify && !badges.watch.isFocused
        ? [Effect.terminal(.notify("You have a reply."))] : []
      guard let marks = readMarks.marks else { return effects }
      guard marks.isUnread(post.id, createdAt: nil) else { return [] }
      readMarks.answers.insert(post.id)
      readMarks.index.learn([(post.id, post.parent)]) { _ in true }
      return effects
    case .nextPressed, .readPressed, .unreadPressed:
      guard readMarks.marks != nil else {
        return [.note("Read marks are off (read-marks: false).", inList: true)]
      }
    }
    switch action {
    case .nextPressed: return showNextUnread(at: now)
    case .readPressed: return markBranchRead(at: now)
    default: return markUnread()
    }
  }

  // MARK: Counts

  /// Number of unread posts in the current list and below it, as far as is known.
  var unreadCount: Int {
    guard explorer != .users || current.navigator.depth > 0 else { return 0 }
    let isSource = source != nil
    guard current.navigator.depth == 0 else {
      return list.parent.map { readMarks.newReplies(to: $0, isSource: isSource) } ?? 0
    }
    guard isSource else { return explorer == .posts ? readMarks.index.posts.count : 0 }
    return list.posts.reduce(0) {
      $0 + readMarks.newReplies(to: $1, isSource: true)
        + (readMarks.index.posts.contains($1.id) ? 1 : 0)
    }
  }

  /// The same in words, with a + if there may be more; nil for none.
  var unreadLabel: String? {
    guard readMarks.marks != nil else { return nil }
    let count = unreadCount
    return count == 0 ? nil : readMarks.isComplete || source != nil ? "\(count)" : "\(count)+"
  }

  // MARK: Posts that arrive

  /// Learns which posts of a response are unread.
  ///
  /// - Parameters:
  ///   - posts: the posts.
  ///   - level: their level.
  ///   - isWholeStory: whether they are all replies to a story of a source.
  /// - Returns: the effects to run.
  mutating func learn(
    _ posts: [Post], in level: LevelID, isWholeStory: Bool = false
  ) -> [Effect] {
    guard let marks = readMarks.marks else { return [] }
    let posts = posts.flatMap(\.withNested)
    let story = story(of: level)
    var effects: [Effect] = []
    if let story, marks.stories[story] == nil, let count = storyCount(story, in: level) {
      // On the first visit nothing is new.
      effects = change([.story(story, .init(since: epoch + readMarks.now, count: count))])
    }
    if let story, readMarks.index.remove(story) { effects += change([.read([story])]) }
    let known = readMarks.marks ?? marks
    let (email, isSource) = (account.email, source != nil)
    readMarks.index.learn(posts.lazy.map { ($0.id, $0.parentID) }) { index in
      let post = posts[index]
      guard post.hasReadMark, isSource || !post.isOwned(by: email) else {
        return known.isMarkedUnread(post.id)
      }
      let story = post.isRoot ? nil : story ?? post.ancestors?.last?.id ?? -1
      return known.isUnread(post.id, createdAt: post.readMarkDate, story: story, isSource: isSource)
    }
    if isWholeStory, let story { effects += settle(story, with: posts) }
    if let story, !isWholeStory, lists[level]?.isThread == false,
      let post = lists.knownPost(story), readMarks.newReplies(to: post, isSource: true) > 0
    {
      // Cards show one level, and count the new replies below.
      effects.append(.readMarks(.findReplies(to: story, level: level)))
    }
    guard !isSource, level.explorer == .posts else { return effects }
    let own = posts.lazy.filter { $0.isOwned(by: email) && known.isUnread($0.id, createdAt: nil) }
      .filter { !known.isMarkedUnread($0.id) }.map(\.id)
    // The server's numbers don't tell whose posts they are.
    if !own.isEmpty { effects += change([.read(Array(own))]) }
    guard marks.first != nil else { return effects + findNewest(in: level) }
    let unread = readMarks.index.posts
    let answers = posts.filter { unread.contains($0.id) && isAnswer($0) }.map(\.id)
    readMarks.answers.formUnion(answers)
    effects += findAnswers()
    let isRoot = level == lists[.posts].navigator.root.id
    return effects + (isRoot || readMarks.isTold == nil ? findNew() : [])
  }

  /// Asks for the highest number, once; everyone's list tells it as far as lists do.
  private mutating func findNewest(in level: LevelID) -> [Effect] {
    let list = level == lists[.posts].navigator.root.id ? lists[level] : nil
    let everyones = list?.audience == .everyone && list?.cachedAt == nil ? list : nil
    // The rest of the list follows.
    guard let marks = readMarks.marks, !readMarks.isFindingNewest, everyones?.isPartial != true
    else { return [] }
    readMarks.isFindingNewest = true
    guard !marks.restarts else { return [.readMarks(.findNewestAt(marks.since))] }
    return [.readMarks(.findNewest(known: everyones.map { $0.posts.map(\.id).max() ?? 0 }))]
  }

  /// Asks for all new posts by others.
  private func findNew() -> [Effect] {
    guard let marks = readMarks.marks, readMarks.isTold != false else { return [] }
    return [.readMarks(.findNew(since: marks.floor))]
  }

  private mutating func newPostsFound(_ posts: [UnreadPost]?) {
    readMarks.isTold = posts != nil
    guard let marks = readMarks.marks else { return }
    // Those that the user has marked unread may be anywhere.
    readMarks.index.learn(marks.marked.lazy.map { (id: $0, parent: Post.ID?.none) }) { _ in true }
    guard let posts else { return }
    let unread = posts.filter { marks.isUnread($0.id, createdAt: nil) }
    readMarks.index.learn(unread.lazy.map { ($0.id, $0.parent) }) { _ in true }
    readMarks.isComplete = true
  }

  /// The effect that reads the marks again, if any are kept.
  var reloadReadMarks: [Effect] { readMarks.marks == nil ? [] : [.readMarks(.load)] }

  // MARK: Reading

  /// Marks the open post read when it was open long enough.
  mutating func updateReading(at now: Double) -> [Effect] {
    readMarks.now = now
    guard readMarks.marks != nil else { return [] }
    let (list, position) = (list, current.position)
    let post = isListInFront ? list.selectedPost(at: position) : nil
    let isOpen = post.map { post in
      position.expandedID == post.id ? list.bodies[post.id] != nil : post.hasNoText
    }
    let before = readMarks.reading?.id
    let read = readMarks.update(
      selected: post?.id, isOpen: isOpen == true || list.isThread, at: now)
    // A reply of a thread is read as well when the selection goes on to a later one.
    let left = before.flatMap { before in
      list.isThread && before != post?.id
        && list.index(of: before).map { $0 < list.index(of: post?.id) ?? 0 } == true
        ? before : nil
    }
    return markRead([read, left].compactMap(\.self))
  }

  /// Marks posts read.
  mutating func markRead(_ ids: [Post.ID]) -> [Effect] {
    let new = ids.filter { readMarks.index.posts.contains($0) }
    guard !new.isEmpty else { return [] }
    var changes: [ReadMarks.Change] = [.read(new)]
    if let story = story(of: lists.level) { changes.append(.repliesRead(new.count, of: story)) }
    new.forEach { readMarks.index.remove($0) }
    return change(changes)
  }

  /// Applies changes to the marks, and stores them.
  mutating func change(_ changes: [ReadMarks.Change]) -> [Effect] {
    guard readMarks.marks != nil else { return [] }
    for change in changes { readMarks.marks?.apply(change) }
    return [.readMarks(.store(changes))]
  }

  /// Marks everything below the current level's post read; at a root, everything.
  private mutating func markBranchRead(at now: Double) -> [Effect] {
    guard explorer == .posts || current.navigator.depth > 0 else { return nothingNew() }
    let top = list.parent?.id
    let isRoot = current.navigator.depth == 0
    var ids = readMarks.index.posts(below: isRoot ? nil : top)
    if let top, readMarks.index.posts.contains(top) { ids.append(top) }
    let stories = unreadStories(top: isRoot ? nil : top)
    let count = ids.count + stories.reduce(0) { $0 + $1.new }
    guard count > 0 else { return nothingNew() }
    var changes: [ReadMarks.Change] = [.read(ids)]
    var undo: [ReadMarks.Change] = [.unread(ids)]
    if isRoot {
      let highest = list.posts.lazy.map(\.id).max() ?? 0
      changes.append(
        source == nil
          ? .readAll(upTo: max(highest, ids.max() ?? 0)) : .readBefore(epoch + now))
    }
    for story in stories {
      guard let old = readMarks.marks?.stories[story.id] else { continue }
      changes.append(.story(story.id, .init(since: epoch + now, count: old.count + story.new)))
      undo.append(.story(story.id, old))
    }
    ids.forEach { readMarks.index.remove($0) }
    readMarks.record(
      .init(
        changes: undo, note: "Unread again: \(Self.posts(count)).", steps: moving.undoSteps.count))
    let key = keyLabel("undo").map { " \($0) undoes it." } ?? ""
    return change(changes) + [.note("Marked \(Self.posts(count)) read.\(key)", inList: true)]
  }

  private mutating func markUnread() -> [Effect] {
    guard let post = selectedPost, !post.isUnsaved, post.hasReadMark else { return [] }
    guard !readMarks.index.posts.contains(post.id) else {
      return [.note("It is unread.", inList: true)]
    }
    readMarks.index.learn([(post.id, post.parentID)]) { _ in true }
    readMarks.keepUnread(post.id)
    readMarks.record(
      .init(changes: [.read([post.id])], note: "Read again.", steps: moving.undoSteps.count))
    let key = keyLabel("undo").map { " \($0) undoes it." } ?? ""
    return change([.unread([post.id])]) + [.note("Marked unread.\(key)", inList: true)]
  }

  /// Undoes the last change of marks if it was made after the last move or deletion; returns nil if
  /// there is none.
  mutating func undoReadMarks() -> [Effect]? {
    guard let step = readMarks.steps.last, step.steps >= moving.undoSteps.count else { return nil }
    _ = readMarks.popStep()
    let effects = change(step.changes)
    for change in step.changes {
      switch change {
      case .read(let ids): ids.forEach { readMarks.index.remove($0) }
      case .unread(let ids): ids.forEach { readMarks.index.insert($0) }
      default: break
      }
    }
    return effects + [.note(step.note, inList: true)]
  }

  private static func posts(_ count: Int) -> String { count == 1 ? "1 post" : "\(count) posts" }
}

extension Post {
  /// Whether it can be unread: saved searches, profiles and deleted posts can't.
  var hasReadMark: Bool {
    template != .query && template != .profile && template != .deleted && !isUnsaved
  }

  /// The post and those nested in it.
  fileprivate var withNested: [Post] {
    guard let children, !children.isEmpty else { return [self] }
    var (found, waiting) = ([Post](), [self])
    while let post = waiting.popLast() {
      found.append(post)
      waiting += post.children ?? []
    }
    return found
  }

  /// Whether there is nothing to read in it but its title: no text, or only a link.
  var hasNoText: Bool {
    let text = body.utf8.prefix(2_048)
    guard !text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) else { return true }
    guard body.utf8.count <= 2_000 else { return false }
    let words = body.split(whereSeparator: \.isWhitespace)
    return words.count == 1 && (words[0].contains("://") && !isExcerpt)
  }
}

import FireflyCore

// Marks posts read and unread, and goes from one unread post to the next.
extension AppState {
  /// Sets the marks of the account, before the program starts.
  package mutating func setReadMarks(_ marks: ReadMarks) {
    readMarks.replace(marks, of: account.key)
  }

  mutating func reduceReadMarks(_ action: ReadMarksAction, at now: Double) -> [Effect] {
    switch action {
    case .loaded(let marks):
      readMarks.replace(marks, of: account.key)
      return lists.allLevels.flatMap { learn(lists[$0.id]?.posts ?? [], in: $0.id) }
    case .changedElsewhere(let marks):
      guard let known = readMarks.marks else { return [] }
      // The server's posts are known; what counts as new must be the same.
      guard site.has(.numbersRise), known.first != nil, known.first == marks.first else {
        return reduceReadMarks(.loaded(marks), at: now)
      }
      readMarks.marks = marks
      for id in readMarks.index.posts where !marks.isUnread(id, createdAt: nil) {
        readMarks.index.remove(id)
      }
      return lists.allLevels.flatMap { learn(lists[$0.id]?.posts ?? [], in: $0.id) }
    case .newestFound(let id):
      readMarks.isFindingNewest = false
      guard let id else { return [] }
      // The newest post needs not have the highest number, such as after an import.
      let loaded =
        readMarks.marks?.restarts == true
        ? [] : lists.allLevels.compactMap { lists[$0.id]?.posts.lazy.map(\.id).max() }
      return change([.firstContact(highest: max(id, loaded.max() ?? id))])
    case .newPostsFound(let posts): return newPostsFound(posts) + findPlaces(of: posts ?? [])
    case .placesFound(let posts):
      readMarks.index.learnPlaces(posts)
      return []
    case .orderFound(let top, let order): return orderFound(order, below: top, at: now)
    case .repliesFound(let posts, let level):
      guard lists[level] != nil else { return [] }
      readMarks.storyOrder = posts.map(\.id)
      return learn(posts, in: level, isWholeStory: true)
        + continueToNextUnread(in: level, isWhole: true, at: now)
    case .announced(let title):
      let words = "New: \(title.shortened(to: 100))"
      return badges.watch.isFocused ? [.note(words)] : [.terminal(.notify(words))]
    case .spoken(let id): return markRead([id], in: lists.level)
    case .answersPressed: return showAnswers(at: now)
    case .branchesMarked(let branches, let isMoreNew):
      readMarks.index.learn(branches)
      readMarks.answers.formUnion(readMarks.index.posts.filter(isFollowed))
      return isMoreNew ? reloadReadMarks : []
    case .answersFound(let posts):
      guard readMarks.marks != nil else { return [] }
      readMarks.answers.formUnion(posts.map(\.id))
      return learn(posts, in: lists[.posts].navigator.root.id)
    case .replied(let level): return ownReplyIsKnown(in: level)
    case .answered(let post):
      guard !isMarked(post.id, below: post.parent, as: .silenced) else { return [] }
      let effects =
        settings.notify && !badges.watch.isFocused
        ? [Effect.terminal(.notify("You have a reply."))] : []
      guard let marks = readMarks.marks else { return effects }
      // Where the time counts, the post tells it.
      if !site.has(.numbersRise) { return effects + [.readMarks(.findAnswers)] }
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
    case .nextPressed:
      // What was open is read: the user goes on.
      let isOne = current.position.selectedID.map(readMarks.index.posts.contains) ?? false
      let read = markRead([readMarks.reading?.id].compactMap(\.self), in: lists.level)
      return read + (showNextUnread(at: now) ?? nothingNew(isOne: isOne))
    case .readPressed: return markBranchRead(at: now)
    default: return markUnread()
    }
  }

  // MARK: Counts

  /// Number of unread posts in the current list and below it, as far as is known: those that
  /// `next-unread` goes to.
  var unreadCount: Int {
    guard countsUnread else { return 0 }
    let index = readMarks.index
    switch current.navigator.current.destination {
    case nil where site.has(.numbersRise): return index.posts.count
    case .children(let top):
      let parent = list.parent ?? lists.knownPost(top)
      let below = parent.map { readMarks.newReplies(to: $0, at: site) }
      return (below ?? index.count(below: top))
        + (list.isThread && index.posts.contains(top) ? 1 : 0)
    default:
      return unreadBranches.reduce(0) {
        $0 + readMarks.newReplies(to: $1, at: site)
          + (index.posts.contains($1.id) ? 1 : 0)
      }
    }
  }

  /// The posts of the current list that are unread or have unread replies, without those that are below
  /// others of them.
  var unreadBranches: [Post] {
    let (list, index) = (list, readMarks.index)
    return list.posts.filter { post in
      (index.posts.contains(post.id) || readMarks.newReplies(to: post, at: site) > 0)
        && !index.ancestors(of: post.id).contains { list.index(of: $0) != nil }
    }
  }

  /// The same in words, with a + if there may be more; nil for none.
  var unreadLabel: String? {
    guard readMarks.marks != nil else { return nil }
    let count = unreadCount
    return count == 0
      ? nil : readMarks.isComplete || !site.has(.numbersRise) ? "\(count)" : "\(count)+"
  }

  // MARK: Posts that arrive

  /// Learns which posts of a response are unread.
  ///
  /// - Parameter isWholeStory: whether they are all replies to a story of a source.
  /// - Returns: the effects to run.
  mutating func learn(
    _ posts: [Post], in level: LevelID, isWholeStory: Bool = false
  ) -> [Effect] {
    let posts = posts.flatMap(\.withNested)
    guard let marks = readMarks.marks else {
      // What silenced branches hide is known without marks, too.
      guard !mute.branches.tops.isEmpty else { return [] }
      readMarks.index.learnPlaces(
        posts.map { UnreadPost(id: $0.id, parent: $0.feedID ?? $0.parentID) })
      return learnBranches(of: posts.lazy.map(\.id))
    }
    let story = story(of: level)
    var effects: [Effect] = []
    let isFirst = story.map { marks.stories[$0] == nil } ?? false
    if isFirst, let story, let count = storyCount(story, in: level) {
      // On the first visit nothing is new.
      effects = change([.story(story, .init(since: epoch + readMarks.now, count: count))])
    }
    if let story, readMarks.index.remove(story) { effects += change([.read([story])]) }
    let known = readMarks.marks ?? marks
    let (account, byDate) = (account, !site.has(.numbersRise))
    learnContents(of: posts, known)
    readMarks.index.learn(posts.lazy.map { ($0.id, $0.feedID ?? $0.parentID) }) { index in
      let post = posts[index]
      guard post.hasReadMark, byDate && !account.isSignedIn || !account.owns(post) else {
        return known.isMarkedUnread(post.id)
      }
      let story = post.isRoot ? nil : story ?? post.ancestors?.last?.id ?? -1
      return known.isUnread(post.id, createdAt: post.readMarkDate, story: story, byDate: byDate)
    }
    if let story, !isWholeStory, lists[level]?.isThread == false,
      let post = lists.knownPost(story),
      isFirst || readMarks.newReplies(to: post, at: site) > 0
    {
      // Cards show one level, and count the new replies below; the first time, what is there.
      effects.append(.readMarks(.findReplies(to: story, level: level)))
    }
    effects += learnBranches(of: posts.lazy.map(\.id))
    if byDate { effects += agree(on: story, with: posts, in: level, isWhole: isWholeStory) }
    guard !byDate, level.explorer == .posts else { return effects }
    let own = posts.lazy.filter { account.owns($0) && known.isUnread($0.id, createdAt: nil) }
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

  /// Learns which entries of feeds, and of feeds in folders, are unread.
  private mutating func learnContents(of posts: [Post], _ marks: ReadMarks) {
    for case let contents? in posts.lazy.map(\.contents) {
      let items = contents.items
      readMarks.index.learn(items.lazy.map { ($0.id, $0.parent) }) {
        marks.isUnread(items[$0].id, createdAt: items[$0].arrivedAt, byDate: true)
      }
    }
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
    // An empty one may still be loading, or come from a server under load.
    return [.readMarks(.findNewest(known: everyones?.posts.map(\.id).max()))]
  }

  /// Asks for all new posts by others.
  private func findNew() -> [Effect] {
    guard let marks = readMarks.marks, readMarks.isTold != false else { return [] }
    return [.readMarks(.findNew(since: marks.floor))]
  }

  private mutating func newPostsFound(_ posts: [UnreadPost]?) -> [Effect] {
    readMarks.isTold = posts != nil
    guard let marks = readMarks.marks else { return [] }
    // Those that the user has marked unread may be anywhere.
    readMarks.index.learn(marks.marked.lazy.map { (id: $0, parent: Post.ID?.none) }) { _ in true }
    guard let posts else { return [] }
    let unread = posts.filter { marks.isUnread($0.id, createdAt: nil) }
    readMarks.index.learn(unread.lazy.map { ($0.id, $0.parent) }) { _ in true }
    // A read reply stands between its unread ones and their thread.
    readMarks.index.learnPlaces(posts)
    // At first, what is new came while nothing was watched.
    let tells = readMarks.isComplete
    readMarks.isComplete = true
    return learnBranches(of: unread.lazy.map(\.id), tells: tells)
  }

  /// Maximum number of posts of which it is asked at a time what they answer.
  private static let maximumPlaces = 30

  /// Asks what those posts answer that were read before and have new replies: these count in their thread.
  private mutating func findPlaces(of posts: [UnreadPost]) -> [Effect] {
    let told = Set(posts.lazy.map(\.id))
    var parents: [Post.ID] = []
    for case let parent? in posts.lazy.map(\.parent)
    where parents.count < Self.maximumPlaces && parent > 0 && !told.contains(parent)
      && !readMarks.index.knowsPlace(of: parent) && lists.knownPost(parent)?.isRoot != true
      && readMarks.askedPlaces.insert(parent).inserted
    { parents.append(parent) }
    return parents.isEmpty ? [] : [.readMarks(.findPlaces(of: parents))]
  }

  /// The effect that reads the marks again, if any are kept.
  var reloadReadMarks: [Effect] { readMarks.marks == nil ? [] : [.readMarks(.load)] }
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
    guard !isExcerpt, body.utf8.count <= 2_000, body.hasBytes("://") else { return false }
    return !body.trimmed.contains(where: \.isWhitespace)
  }
}

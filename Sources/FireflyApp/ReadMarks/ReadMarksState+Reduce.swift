import FireflyCore
import FireflyModel

// Marks posts read and unread, and goes from one unread post to the next.
extension ReadMarksState {
  mutating func reduce(_ action: ReadMarksAction, in surroundings: Surroundings) -> [Effect] {
    let (lists, badges) = (surroundings.lists, surroundings.badges)
    switch action {
    case .loaded(let marks):
      replace(marks, of: surroundings.account.key)
      return learnLists(surroundings)
    case .changedElsewhere(let new):
      guard let known = marks else { return [] }
      // The server's posts are known; what counts as new must be the same.
      guard surroundings.site.has(.numbersRise), known.first != nil, known.first == new.first else {
        let feeds = new.told == nil ? [] : lists.reloadRoot(.users)
        return reduce(.loaded(new), in: surroundings) + feeds
      }
      marks = new
      for id in index.posts where !new.isUnread(id, createdAt: nil) { index.remove(id) }
      return learnLists(surroundings)
    case .sharingOffered: return marks == nil ? [] : [.readMarks(.agree(version: nil))]
    case .sharingRefused:
      let key = surroundings.keyName(.signIn(.pressed))
      return [
        .note(
          "Your sign-in is no longer accepted by \(surroundings.site.name): what you read and save stays on this machine (\(key) signs in).",
          isError: true)
      ]
    case .newestFound(let id):
      isFindingNewest = false
      guard let id else { return [] }
      // The newest post needs not have the highest number, such as after an import.
      let loaded =
        marks?.restarts == true
        ? [] : lists.allLevels.compactMap { lists[$0.id]?.posts.lazy.map(\.id).max() }
      return change([.firstContact(highest: max(id, loaded.max() ?? id))])
    case .newPostsFound(let posts):
      return newPostsFound(posts, surroundings) + findPlaces(of: posts ?? [], lists)
    case .placesFound(let posts):
      index.learnPlaces(posts)
      return []
    case .orderFound(let top, let order):
      return orderFound(order, below: top, outside: lists.list)
    case .branchEntered:
      (continuesIn, sought) = (lists.level, nil)
      return []
    case .repliesFound(let posts, let level):
      guard lists[level] != nil else { return [] }
      storyOrder = posts.map(\.id)
      return learn(posts, in: level, isWholeStory: true, surroundings)
        + continueToNextUnread(in: level, isWhole: true, surroundings)
    case .muteChanged:
      forgetMuted()
      return learnLists(surroundings)
    case .textsFound(let posts, let isNews): return textsFound(posts, isNews: isNews, surroundings)
    case .announced(let title):
      let words = "New: \(title.shortened(to: 100))"
      return badges.watch.isFocused ? [.note(words)] : [.terminal(.notify(words))]
    case .storyOpened: return markOpened(surroundings)
    case .spoken(let id): return markRead([id], in: lists.level, surroundings)
    case .answersPressed: return showAnswers(surroundings)
    case .undone(let changes): return undo(by: changes)
    case .branchesMarked(let branches, let isMoreNew):
      index.learn(branches)
      answers.formUnion(newlyFollowed(surroundings))
      return isMoreNew ? reload : []
    case .answersFound(let posts):
      guard marks != nil else { return [] }
      answers.formUnion(posts.map(\.id))
      return learn(posts, in: lists[.posts].navigator.root.id, surroundings)
    case .unreadFound(let post, let level): return unreadFound(post, in: level, surroundings)
    case .replied(let level): return ownReplyIsKnown(in: level, surroundings)
    case .answered(let post):
      guard !surroundings.mute.isMarked(post.id, below: post.parent, as: .silenced, index) else {
        return []
      }
      let effects =
        surroundings.settings.notify && !badges.watch.isFocused
        ? [Effect.terminal(.notify("You have a reply."))] : []
      guard let marks else { return effects }
      // Where the time counts, the post tells it.
      if !surroundings.site.has(.numbersRise) { return effects + [.readMarks(.findAnswers)] }
      guard marks.isUnread(post.id, createdAt: nil) else { return [] }
      answers.insert(post.id)
      index.learn([(post.id, post.parent)]) { _ in true }
      return effects + findTexts(of: [post.id], surroundings)
    case .nextPressed, .readPressed, .unreadPressed:
      if surroundings.list.isMembersOnly { return [.note(surroundings.membersOnly, inList: true)] }
      guard marks != nil else {
        return [.note("Read marks are off (\(SettingName.readMarks): false).", inList: true)]
      }
      if action == .readPressed { return markBranchRead(surroundings) }
      if action == .unreadPressed { return markUnread(surroundings) }
      // What was open is read: the user goes on.
      let isOne = lists.current.position.selectedID.map(index.posts.contains) ?? false
      let read = markRead([reading?.id].compactMap(\.self), in: lists.level, surroundings)
      let way = wayBack(surroundings)
      return read
        + (showNextUnread(surroundings).map { way + $0 } ?? nothingNew(isOne: isOne, surroundings))
    }
  }

  // MARK: Counts

  /// Returns the number of unread posts in the current list and below it, as far as is known: those that
  /// `next-unread` goes to.
  func unreadCount(_ surroundings: Surroundings) -> Int {
    let (list, site) = (surroundings.list, surroundings.site)
    guard surroundings.lists.canBeUnread(at: site) else { return 0 }
    if let told = toldCount(surroundings) { return told }
    if let feeds = wholeFeeds(surroundings) {
      return feeds.reduce(0) { $0 + newReplies(to: $1, at: site) }
    }
    switch surroundings.current.navigator.current.destination {
    case nil where site.has(.numbersRise): return index.posts.count
    case .children(let top):
      let parent = list.parent ?? surroundings.lists.knownPost(top)
      let below = parent.map { newReplies(to: $0, at: site) }
      return (below ?? index.count(below: top))
        + (list.isThread && index.posts.contains(top) ? 1 : 0)
    default:
      return unreadBranches(surroundings).reduce(0) {
        $0 + newReplies(to: $1, at: site) + (index.posts.contains($1.id) ? 1 : 0)
      }
    }
  }

  /// Returns the number of all unread posts, as the place tells them, at the top of its own lists; nil elsewhere.
  func toldCount(_ surroundings: Surroundings) -> Int? {
    let current = surroundings.current
    guard surroundings.explorer == .posts, current.navigator.depth == 0 else { return nil }
    if case .list = current.audience { return nil }
    guard let marks, let count = marks.toldCount else { return nil }
    return count - index.muted.count(where: marks.isMarkedUnread)
  }

  /// Returns the posts of the current list that are unread or have unread replies, without those that are below
  /// others of them.
  func unreadBranches(_ surroundings: Surroundings) -> [Post] {
    let (list, site) = (surroundings.list, surroundings.site)
    return list.posts.filter { post in
      (index.posts.contains(post.id) || newReplies(to: post, at: site) > 0)
        && !index.ancestors(of: post.id).contains { list.index(of: $0) != nil }
    }
  }

  // MARK: Posts that arrive

  /// Learns which posts of all lists are unread.
  private mutating func learnLists(_ surroundings: Surroundings) -> [Effect] {
    let lists = surroundings.lists
    return lists.allLevels.flatMap { learn(lists[$0.id]?.posts ?? [], in: $0.id, surroundings) }
  }

  /// Learns which posts of a response are unread.
  ///
  /// - Parameters:
  ///   - isWholeStory: whether they are all replies to a story of a source.
  ///   - surroundings: what else is known.
  /// - Returns: the effects to run.
  mutating func learn(
    _ posts: [Post], in level: LevelID, isWholeStory: Bool = false, _ surroundings: Surroundings
  ) -> [Effect] {
    let posts = posts.flatMap(\.withNested)
    let (lists, site, account) = (surroundings.lists, surroundings.site, surroundings.account)
    guard let marks else {
      // What silenced branches hide is known without marks, too.
      guard !surroundings.mute.branches.tops.isEmpty else { return [] }
      index.learnPlaces(posts.map { UnreadPost(id: $0.id, parent: $0.feedID ?? $0.parentID) })
      return learnBranches(of: posts.lazy.map(\.id), surroundings)
    }
    let story = surroundings.story(of: level)
    var effects: [Effect] = []
    let isFirst = story.map { marks.stories[$0] == nil } ?? false
    if isFirst, let story, let post = lists.knownPost(story) {
      // On the first visit nothing is new.
      let count = post.replyCount(at: site) ?? 0
      effects = change([.story(story, .init(since: surroundings.date, count: count))])
    }
    if let story, index.remove(story) { effects += change([.read([story])]) }
    let known = self.marks ?? marks
    let byDate = !site.has(.numbersRise)
    learnMuted(posts, surroundings)
    effects += learnContents(of: posts, known, surroundings)
    index.learn(posts.lazy.map { ($0.id, $0.feedID ?? $0.parentID) }) { index in
      let post = posts[index]
      guard post.hasReadMark, byDate && !account.isSignedIn || !account.owns(post) else {
        return known.isMarkedUnread(post.id)
      }
      let story = post.isRoot ? nil : story ?? post.ancestors?.last?.id ?? -1
      return known.isUnread(post.id, createdAt: post.readMarkDate, story: story, byDate: byDate)
    }
    if let story, !isWholeStory, lists[level]?.isThread == false,
      let post = lists.knownPost(story), isFirst || newReplies(to: post, at: site) > 0
    {
      // Cards show one level, and count the new replies below; the first time, what is there.
      effects.append(.readMarks(.findReplies(to: story, level: level)))
    }
    effects += learnBranches(of: posts.lazy.map(\.id), surroundings)
    if byDate {
      effects += agree(on: story, with: posts, in: level, isWhole: isWholeStory, surroundings)
    }
    guard !byDate, level.explorer == .posts else { return effects }
    let own = posts.lazy.filter { account.owns($0) && known.isUnread($0.id, createdAt: nil) }
      .filter { !known.isMarkedUnread($0.id) }.map(\.id)
    // The server's numbers don't tell whose posts they are.
    if !own.isEmpty { effects += change([.read(Array(own))]) }
    guard marks.first != nil else { return effects + findNewest(in: level, lists) }
    let unread = index.posts
    answers.formUnion(
      posts.filter { unread.contains($0.id) && surroundings.isAnswer($0) }.map(\.id))
    effects += findAnswers(surroundings)
    let isRoot = level == lists[.posts].navigator.root.id
    return effects + (isRoot || isTold == nil ? findNew() : [])
  }

  /// Asks for the highest number, once; everyone's list tells it as far as lists do.
  private mutating func findNewest(in level: LevelID, _ lists: ListsState) -> [Effect] {
    let list = level == lists[.posts].navigator.root.id ? lists[level] : nil
    let everyones = list?.audience == .everyone && list?.cachedAt == nil ? list : nil
    // The rest of the list follows.
    guard let marks, !isFindingNewest, everyones?.isPartial != true else { return [] }
    isFindingNewest = true
    guard !marks.restarts else { return [.readMarks(.findNewestAt(marks.since))] }
    // An empty one may still be loading, or come from a server under load.
    return [.readMarks(.findNewest(known: everyones?.posts.map(\.id).max()))]
  }

  /// Asks for all new posts by others.
  private func findNew() -> [Effect] {
    guard let marks, isTold != false else { return [] }
    return [.readMarks(.findNew(since: marks.floor))]
  }

  private mutating func newPostsFound(
    _ posts: [UnreadPost]?, _ surroundings: Surroundings
  ) -> [Effect] {
    isTold = posts != nil
    guard let marks else { return [] }
    // Those that the user has marked unread may be anywhere.
    index.learn(marks.marked.lazy.map { (id: $0, parent: Post.ID?.none) }) { _ in true }
    guard let posts else { return [] }
    let unread = posts.filter { marks.isUnread($0.id, createdAt: nil) }
    index.learn(unread.lazy.map { ($0.id, $0.parent) }) { _ in true }
    // A read reply stands between its unread ones and their thread.
    index.learnPlaces(posts)
    // At first, what is new came while nothing was watched.
    let tells = isComplete
    isComplete = true
    return findTexts(of: unread.lazy.map(\.id), surroundings)
      + learnBranches(of: unread.lazy.map(\.id), tells: tells, surroundings)
  }

  /// Maximum number of posts of which it is asked at a time what they answer.
  private static let maximumPlaces = 30

  /// Asks what those posts answer that were read before and have new replies: these count in their thread.
  private mutating func findPlaces(of posts: [UnreadPost], _ lists: ListsState) -> [Effect] {
    let told = Set(posts.lazy.map(\.id))
    var parents: [Post.ID] = []
    for case let parent? in posts.lazy.map(\.parent)
    where parents.count < Self.maximumPlaces && parent > 0 && !told.contains(parent)
      && !index.knowsPlace(of: parent) && lists.knownPost(parent)?.isRoot != true
      && askedPlaces.insert(parent).inserted
    { parents.append(parent) }
    return parents.isEmpty ? [] : [.readMarks(.findPlaces(of: parents))]
  }

  /// The effect that reads the marks again, if any are kept.
  var reload: [Effect] { marks == nil ? [] : [.readMarks(.load)] }
}

extension Surroundings {
  /// Number of new posts that are known; nil if none are counted.
  package var newPosts: Int? { readMarks.marks == nil ? nil : readMarks.unreadCount(self) }
}

extension Post {
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
}

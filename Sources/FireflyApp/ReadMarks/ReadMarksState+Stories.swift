import FireflyCore
import FireflyModel

// The stories of sources: which of their replies are new.
extension ReadMarksState {
  /// Counts the replies to an opened story again when its tree is loaded, which may have more than
  /// the list said.
  mutating func storyLoaded(
    _ post: Post, in level: LevelID, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let story = marks?.stories[post.id], surroundings.story(of: level) == post.id,
      surroundings.date - story.since < Self.firstVisit,
      let count = post.replyCount(at: surroundings.site), count != story.count
    else { return [] }
    return change([.story(post.id, .init(since: story.since, count: count, seen: story.seen))])
  }

  /// Counts the user's own reply to a story of a source as known.
  mutating func ownReplyIsKnown(in level: LevelID, _ surroundings: Surroundings) -> [Effect] {
    guard let story = surroundings.story(of: level), var kept = marks?.stories[story] else {
      return []
    }
    kept.count += 1
    return change([.story(story, kept)])
  }

  /// Counts as new in a story what is new in its whole tree, which is loaded now: replies without a date,
  /// and those that its list counts but that are not there, are new no longer.
  ///
  /// On the first visit it also keeps which of the last replies are there.
  mutating func agree(
    on story: Post.ID?, with posts: [Post], in level: LevelID, isWhole: Bool,
    _ surroundings: Surroundings
  ) -> [Effect] {
    guard let story, let post = surroundings.lists.knownPost(story),
      let kept = marks?.stories[story],
      isWhole || surroundings.lists[level]?.hasWholeThread(below: story) == true,
      let count = post.replyCount(at: surroundings.site)
    else { return [] }
    let new = index.count(below: story)
    var changed = kept
    if max(0, count - kept.count) != new { changed.count = count - new }
    if kept.seen == nil, surroundings.date - kept.since < Self.firstVisit {
      let first = kept.since - ReadMarks.lateness
      let last = posts.filter { $0.createdAt.map { $0.timeIntervalSince1970 > first } == true }
      if last.count <= Self.maximumSeen { changed.seen = last.map(\.id) }
    }
    return changed == kept ? [] : change([.story(story, changed)])
  }

  /// Maximum number of late replies that are kept of a story.
  private static let maximumSeen = 100
  /// Seconds for which the first visit of a story lasts at least.
  private static let firstVisit = 30.0

  /// Returns the stories of the current source with replies that came since they were opened.
  func unreadStories(
    top: Post.ID?, _ surroundings: Surroundings
  ) -> [(id: Post.ID, new: Int)] {
    let site = surroundings.site
    guard !site.has(.numbersRise) else { return [] }
    let posts =
      top.map { [surroundings.lists.knownPost($0)].compactMap { $0 } } ?? surroundings.list.posts
    return posts.compactMap { post in
      let new = newReplies(to: post, at: site)
      return new > 0 ? (post.id, new) : nil
    }
  }

  /// Returns the number of unread posts below a post: on a source, of replies that came since the
  /// story was opened, of a feed or a folder, of its entries.
  func newReplies(to post: Post, at site: Site) -> Int {
    guard !site.has(.numbersRise), post.isRoot, post.contents == nil else {
      return index.count(below: post.id)
    }
    guard !index.silenced.contains(post.id), !index.muted.contains(post.id) else { return 0 }
    guard let marks, let story = marks.stories[post.id],
      let count = post.replyCount(at: site)
    else { return 0 }
    return max(0, count - story.count)
  }

  /// Returns the number of unread posts in words, with a + if there may be more; nil for none.
  func unreadLabel(_ surroundings: Surroundings) -> String? {
    guard marks != nil else { return nil }
    let count = unreadCount(surroundings)
    guard count > 0 else { return nil }
    let (site, lists) = (surroundings.site, surroundings.lists)
    let isPartial =
      site.has(.numbersRise)
      ? !isComplete
      : lists.explorer == .users && lists.list.posts.contains { $0.contents?.isPartial == true }
        || site.has(.subscriptions) && lists.canLoadMore && toldCount(surroundings) == nil
          && wholeFeeds(surroundings) == nil
    return isPartial ? "\(count)+" : "\(count)"
  }
}

extension Surroundings {
  /// Returns the story of a source whose replies a level shows; nil elsewhere.
  func story(of level: LevelID) -> Post.ID? {
    guard !site.has(.numbersRise) else { return nil }
    let levels = lists[level.explorer].levels
    guard let index = levels.firstIndex(where: { $0.id == level }) else { return nil }
    for level in levels[...index] {
      if case .children(let id) = level.destination, level.id.explorer != .users { return id }
    }
    return nil
  }

  /// Returns whether a page has all replies to the story of a source whose thread a level shows.
  func isWholeStory(_ page: PostPage, in level: LevelID) -> Bool {
    guard let story = story(of: level), lists[level]?.isThread == true else { return false }
    return lists.shownLevel(level)?.destination == .children(of: story) && page.next == nil
      && !page.isCut && !page.isBroken
  }
}

extension ReadMarksState {
  /// Learns which entries of feeds, and of feeds in folders, are unread.
  mutating func learnContents(
    of posts: [Post], _ marks: ReadMarks, _ surroundings: Surroundings
  ) -> [Effect] {
    var ids: Set<Post.ID> = []
    for case let items? in posts.lazy.map(\.contents?.items) {
      index.learn(items.lazy.map { ($0.id, $0.parent) }) {
        marks.isUnread(items[$0].id, createdAt: items[$0].arrivedAt, byDate: true)
      }
      ids.formUnion(items.lazy.map(\.id))
    }
    return findTexts(of: ids, surroundings)
  }

  /// Returns the feeds and folders that the user follows, at the top of their entries, if all that these have is known;
  /// nil elsewhere.
  func wholeFeeds(_ surroundings: Surroundings) -> [Post]? {
    let (current, feeds) = (surroundings.current, surroundings.lists[.users].rootList)
    guard surroundings.site.has(.subscriptions), !surroundings.isOneFeed,
      surroundings.explorer == .posts, current.navigator.depth == 0, feeds.phase == .loaded,
      !feeds.hasMore, !feeds.posts.isEmpty,
      !feeds.posts.contains(where: { $0.contents?.isPartial == true })
    else { return nil }
    if case .list = current.audience { return nil }
    return feeds.posts
  }
}

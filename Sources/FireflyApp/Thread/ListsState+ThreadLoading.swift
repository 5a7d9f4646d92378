import FireflyCore
import FireflyModel
import FireflyScreen

// Loads what is near the window of a thread: replies, and formatted texts.
extension ListsState {
  /// Maximum number of requests for replies at a time.
  private static let maximumRequests = 4
  /// Maximum number of formatted texts that are kept away from the window.
  private static let maximumTexts = 400

  /// Returns the effects that format texts and load replies near the window of the current thread.
  mutating func fillThread(_ context: Context) -> [Effect] {
    guard list.isThread, !list.posts.isEmpty else { return [] }
    resizeThread(context)
    let list = list
    let cards = restingLayout(of: list, context)
    let window = context.layout.windowHeight
    // A window above and below, for scrolling.
    let near = cards.visible(
      from: max(0, current.position.scroll - window), height: 3 * window
    ).filter { cards.height(of: $0) > 0 }
    let texts = wantedTexts(near, list, context)
    let effects: [Effect] =
      texts.isEmpty ? [] : [.thread(.formatTexts(texts, level: level))]
    // What is in view first, then what is below it.
    let first = cards.visible(from: current.position.scroll, height: window).lowerBound
    let open = (near.filter { $0 >= first } + near.filter { $0 < first })
      .filter { !list.isFolded(list.posts[$0].id) }
    return effects + wantedParentText(list) + wantedReplies(among: open, list)
      + wantedPage(near, list)
  }

  /// Lays the thread out for another width; the selected reply stays in view.
  private mutating func resizeThread(_ context: Context) {
    let posts = list.posts
    guard list.thread?.resize(columns: context.layout.textColumns, posts) == true else { return }
    list.bodies = [:]
    list.thread?.awaitedTexts = []
    list.layOutThread()
    scrollSelectionIntoView(context)
  }

  private mutating func wantedTexts(
    _ near: [Int], _ list: ListState, _ context: Context
  ) -> [ThreadText] {
    guard let thread = list.thread else { return [] }
    let texts = near.compactMap { index -> ThreadText? in
      let row = thread.rows[index]
      let columns = thread.textColumns(of: row)
      let body = list.bodies[row.id]
      let isStale = !context.showsPictures && body?.pictures.isEmpty == false
      guard body?.width != columns || isStale, !thread.awaitedTexts.contains(row.id),
        context.writing?.card != row.id
      else { return nil }
      return ThreadText(
        list.posts[index], isCard: row.level == 0, columns: columns, symbols: context.symbols,
        showsPictures: context.showsPictures)
    }
    guard !texts.isEmpty else { return [] }
    if list.bodies.count > Self.maximumTexts {
      let kept = Set(near.map { thread.rows[$0].id })
      self.list.bodies = list.bodies.filter { kept.contains($0.key) }
    }
    self.list.thread?.awaitedTexts.formUnion(texts.map(\.id))
    return texts
  }

  /// Requests the whole text of the parent, if its list had only a part.
  private mutating func wantedParentText(_ list: ListState) -> [Effect] {
    guard list.thread?.hasAskedForText == false, list.phase == .loaded,
      let parent = list.posts.first,
      parent.isExcerpt, !list.isReply(parent.id)
    else { return [] }
    self.list.thread?.hasAskedForText = true
    return textRequest(parent.id, level)
  }

  /// Requests the next page of a thread if its end is near the window.
  private mutating func wantedPage(_ near: [Int], _ list: ListState) -> [Effect] {
    guard let thread = list.thread, let last = near.last,
      list.seeksEnd || list.pendingSelection != nil || thread.rows[last].end >= list.nextPlace
    else { return [] }
    // What is folded and goes on with the next page is left out.
    let end = list.nextPlace - 1
    let skipped = ([end] + thread.ancestors(of: end)).map { thread.rows[$0].id }
      .last { $0 != thread.top && list.isFolded($0) }
    return nextPage(of: list, skipping: skipped)
  }

  /// Loads more of the current thread for a search, wherever it is.
  mutating func loadMoreReplies() -> [Effect] {
    let list = list
    let page = nextPage(of: list)
    return page.isEmpty ? wantedReplies(among: list.posts.indices, list) : page
  }

  /// Requests the next page of the current thread.
  private mutating func nextPage(
    of list: ListState, skipping skipped: Post.ID? = nil
  ) -> [Effect] {
    guard let thread = list.thread, let next = thread.next, !next.isLoading, !next.hasFailed,
      list.phase == .loaded, list.hasRoomForReplies
    else { return [] }
    self.list.thread?.next?.isLoading = true
    return [.list(.loadBranch(of: thread.top, level: level, after: next.key, skipping: skipped))]
  }

  /// Appends the next page of a thread.
  mutating func nextBranchAnswered(
    _ response: Result<PostPage, LoadFailure>, skipped: Post.ID?, _ level: LevelID,
    _ context: Context
  ) -> [Effect] {
    guard let list = self[level], list.thread?.next?.isLoading == true else { return [] }
    switch response {
    case .failure(let failure):
      self[level]?.thread?.next?.isLoading = false
      self[level]?.thread?.next?.hasFailed = true
      if self[level]?.seeksEnd == true { self[level]?.goal = .none }
      return [.note(failure.sentence, isError: true)]
    case .success(let page):
      let start = list.nextPlace
      let rest = list.rest(from: start, after: page.posts)
      self[level]?.thread?.next = page.next.map {
        ThreadShape.NextPage(key: $0, after: rest.isEmpty ? nil : page.posts.last?.id)
      }
      self[level]?.thread?.known.formUnion(page.posts.compactMap(\.parentID))
      if let skipped { self[level]?.thread?.known.remove(skipped) }
      let new = page.posts.filter { list.index(of: $0.id) == nil }
      let fitting = new.prefix(list.roomForReplies)
      let left = Set(new[fitting.endIndex...].map(\.id))
      let received = page.posts.filter { post in
        !left.contains(post.id) && list.index(of: post.id).map { $0 >= start } != false
      }
      keepPlace(in: level, context) { $0.setPosts(list.posts[..<start] + received + rest) }
      let isFull = fitting.count < new.count || self[level]?.hasRoomForReplies == false
      let note = isFull && page.next != nil ? fullThreadNote : []
      guard level == self.level else { return note }
      let hasMore = page.next != nil && !isFull
      if let pending = self.list.pendingSelection {
        if let index = self.list.index(of: pending) { return note + select(index, context) }
        if !hasMore { self.list.dropPendingSelection() }
      }
      guard self.list.seeksEnd else { return note }
      let effects = select(self.list.posts.count - 1, showsEnd: true, context)
      self.list.goal = hasMore ? .end : .none
      return note + effects
    }
  }

  /// The note about a thread that has as many replies as it can have.
  var fullThreadNote: [Effect] {
    [.note("Only the first \(ThreadLimits.posts) replies are shown.", inList: true)]
  }

  private mutating func wantedReplies(
    among indices: some Sequence<Int>, _ list: ListState
  ) -> [Effect] {
    guard let thread = list.thread, list.phase == .loaded, !thread.requested.contains(thread.top),
      list.hasRoomForReplies
    else { return [] }
    let count = max(0, Self.maximumRequests - thread.requested.count)
    let lacking = indices.lazy.filter { list.lacksReplies(at: $0) }.prefix(count)
    let next = lacking.map { list.posts[$0].id }
    self.list.thread?.requested.formUnion(next)
    return next.map { .list(.loadReplies(to: $0, level: level)) }
  }

  /// Handles the replies to a post of a thread; the selected reply stays where it is.
  mutating func repliesAnswered(
    _ response: Result<PostPage, LoadFailure>, to id: Post.ID, _ level: LevelID,
    _ context: Context
  ) -> [Effect] {
    guard let list = self[level], let (index, row) = list.threadRow(of: id) else { return [] }
    self[level]?.thread?.requested.remove(id)
    switch response {
    case .failure:
      self[level]?.thread?.failed.insert(id)
      return []
    case .success(let page):
      // What came since the last time is new; the first time, everything is.
      if list.thread?.known.contains(id) == true {
        let account = context.account
        let came = page.posts.filter { list.index(of: $0.id) == nil && !account.owns($0) }
        self[level]?.unseen.formUnion(came.map(\.id))
      }
      self[level]?.thread?.known.formUnion([id] + page.posts.compactMap(\.parentID))
      guard !page.posts.isEmpty else { return [] }
      let all = list.withOldBranches(page.posts)
      let replies = all.prefix(list.roomForReplies + row.end - index - 1)
      let kept = list.posts[(index + 1)..<row.end].filter(\.isUnsaved)
      keepPlace(in: level, context) {
        $0.setPosts(list.posts[...index] + kept + replies + list.posts[row.end...])
      }
      return replies.count < all.count ? fullThreadNote : []
    }
  }

  /// Returns a note if a thread is longer than its limit.
  func threadLimitNote(_ page: PostPage, _ level: LevelID) -> [Effect] {
    guard page.isCut, self[level]?.isThread == true else { return [] }
    return [.note("Only the first \(page.posts.count) replies are shown.", inList: true)]
  }

  /// Handles the parent of a level; it is the first post of a thread.
  mutating func parentLoaded(_ post: Post, _ level: LevelID, _ context: Context) {
    self[level]?.parent = post
    guard let list = self[level], list.isThread, !list.posts.isEmpty else { return }
    let isAtStart = shownLevel(level)?.position == .init(selectedID: list.posts[0].id)
    keepPlace(in: level, context) { list in
      if list.posts[0].id == post.id {
        list.replacePost(at: 0, with: post)
      } else {
        list.setPosts(list.posts)
      }
    }
    if isAtStart { updatePosition(of: level) { $0 = .init(selectedID: post.id) } }
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen

// A list that shows a whole thread.
extension ListState {
  /// Whether the list shows a whole thread.
  var isThread: Bool { thread != nil }

  /// Whether the list has no posts; a thread has its parent.
  var hasNoReplies: Bool { posts.count <= (isThread ? 1 : 0) }

  /// Whether a post is a reply in a thread, which is not drawn as a card.
  func isReply(_ id: Post.ID) -> Bool { isThread && thread?.top != id }

  func threadRow(of id: Post.ID?) -> (index: Int, row: ThreadShape.Row)? {
    guard let thread, let index = index(of: id) else { return nil }
    return (index, thread.rows[index])
  }

  /// Returns the index of the card that shows its whole picture: in a thread the parent's.
  func openCard(at position: Navigator.ListPosition) -> Int? {
    index(of: isThread ? posts.first?.id : position.expandedID)
  }

  /// Whether a branch of a thread is folded, or about to be.
  func isFolded(_ id: Post.ID) -> Bool { expansions[id]?.target == 0 }

  /// The folded posts of a thread, in reading order.
  var folded: [Post.ID] {
    isThread
      ? expansions.keys.filter(isFolded).sorted { index(of: $0) ?? 0 < index(of: $1) ?? 0 } : []
  }

  /// Returns the factors of the branches that are not open.
  private func folds(_ factor: (Animated) -> Double) -> [Int: Double] {
    var folds: [Int: Double] = [:]
    for (id, expansion) in expansions {
      if let index = index(of: id) { folds[index] = factor(expansion) }
    }
    return folds
  }

  /// Lays out the thread again, after posts, texts or folds have changed.
  mutating func layOutThread() {
    guard let thread else { return }
    let tops = thread.tops(folding: folds(\.target))
    self.thread?.tops = tops
  }

  /// Returns where each row of a thread begins at a time; nil for another list.
  func threadTops(at now: Double) -> [Double]? {
    guard let thread else { return nil }
    let isAtRest = expansions.values.allSatisfy { $0.isSettled(at: now) }
    return isAtRest ? thread.tops : thread.tops(folding: folds { $0.value(at: now) })
  }

  /// Records formatted texts, and keeps those that are near the window only if there are many.
  mutating func threadTextsFormatted(_ texts: [Post.ID: FormattedText]) {
    for (id, text) in texts {
      // Without a copy of the thread: its rows would be copied for each text.
      guard let (index, row) = threadRow(of: id), let columns = thread?.textColumns(of: row)
      else { continue }
      thread?.awaitedTexts.remove(id)
      guard text.width == columns else { continue }
      bodies[id] = text
      thread?.measured(text.lines.count, at: index)
    }
    layOutThread()
  }

  /// Forgets the formatted text of a post that has changed.
  mutating func threadTextChanged(_ id: Post.ID) {
    bodies[id] = nil
    thread?.textChanged(id)
  }

  /// Returns posts with the parent first, and unsaved posts right below those that they answer.
  func inThreadOrder(_ posts: [Post]) -> [Post] {
    guard let thread, !posts.isEmpty else { return posts }
    let unsaved = posts.filter(\.isUnsaved)
    let known =
      posts.first { $0.id == thread.top } ?? parent.flatMap { $0.id == thread.top ? $0 : nil }
    if unsaved.isEmpty, posts.first?.id == known?.id { return posts }
    var ordered = [known].compactMap(\.self)
    ordered += posts.filter { !$0.isUnsaved && $0.id != thread.top }
    for post in unsaved.reversed() {
      let above = ordered.firstIndex { $0.id == post.parentID }
      ordered.insert(post, at: above.map { $0 + 1 } ?? min(1, ordered.count))
    }
    return ordered
  }

  /// Returns received posts, each with the branch that the list already has below it unless one was
  /// received.
  func withOldBranches(_ received: [Post]) -> [Post] {
    guard let thread, posts.count > 1 else { return received }
    let parents = Set(received.compactMap(\.parentID))
    let ids = Set(received.map(\.id))
    return received.flatMap { post in
      guard post.hasChildren, !parents.contains(post.id), let index = index(of: post.id) else {
        return [post]
      }
      let branch = posts[(index + 1)..<thread.rows[index].end]
      return [post] + branch.filter { !ids.contains($0.id) && !$0.isUnsaved }
    }
  }

  /// The index at which the next page of the thread belongs.
  var nextPlace: Int {
    index(of: thread?.next?.after).map { $0 + 1 } ?? posts.count
  }

  /// Returns the loaded posts from an index on that stay after those of a page: what stood after the last
  /// one of them, and below a post where others may follow.
  func rest(from start: Int, after page: [Post]) -> [Post] {
    guard isThread, let end = page.last, start < posts.count else { return [] }
    let last = page.lazy.compactMap { self.index(of: $0.id) }.last { $0 >= start }
    let parents = Dictionary(
      (posts + page).map { ($0.id, $0.parentID) }, uniquingKeysWith: { $1 })
    var open: Set<Post.ID> = []
    var above: Post.ID? = end.id
    while let id = above, open.insert(id).inserted { above = parents[id] ?? nil }
    let ids = Set(page.map(\.id))
    let isKnown = index(of: end.id) != nil
    return posts[(last.map { $0 + 1 } ?? start)...]
      .drop { !isKnown && $0.parentID.map(open.contains) != true }
      .filter { !ids.contains($0.id) && !$0.isUnsaved }
  }

  /// Returns the loaded posts after the end of a page that begins the thread again.
  private func rest(after page: PostPage) -> [Post] {
    page.next == nil ? [] : rest(from: 0, after: page.posts)
  }

  /// Returns the posts of the thread with a page that begins it, which may be only a part; without
  /// replies, its parent alone.
  func thread(with page: PostPage) -> [Post] {
    if page.posts.isEmpty, let parent, parent.id == thread?.top { return [parent] }
    let received = withOldBranches(page.posts)
    let ids = Set(received.map(\.id))
    return received + rest(after: page).filter { !ids.contains($0.id) && !$0.isUnsaved }
  }

  /// Records that a page that begins the thread has been received.
  mutating func threadReceived(_ page: PostPage, before old: ListState) {
    let (next, known) = (thread?.next, thread?.known ?? [])
    thread?.received(page)
    guard !old.rest(after: page).isEmpty else { return }
    let end = page.posts.last?.id
    // What has come since may be longer than the page: it goes on before what is shown.
    if old.index(of: end) == nil { thread?.next?.after = end } else { thread?.next = next }
    thread?.known.formUnion(known)
  }

  /// Number of replies for which the thread has room.
  var roomForReplies: Int { max(0, ThreadLimits.posts + 1 - posts.count) }

  /// Whether the thread has room for more replies.
  var hasRoomForReplies: Bool { roomForReplies > 0 }

  /// Whether the replies to a post of the thread are missing and can be requested.
  func lacksReplies(at index: Int) -> Bool {
    let post = posts[index]
    guard let thread, post.hasChildren, post.template != .query, !thread.known.contains(post.id),
      !thread.requested.contains(post.id), !thread.failed.contains(post.id)
    else { return false }
    // The last branches go on with the next page.
    return thread.next == nil || thread.rows[index].end != nextPlace
  }

  /// Whether all that is below a post is loaded.
  func hasWholeThread(below top: Post.ID) -> Bool {
    guard let thread, thread.top == top, thread.next == nil, !isPartial, phase == .loaded else {
      return false
    }
    return !posts.indices.contains { lacksReplies(at: $0) }
  }

  /// Whether more of the thread is loading or can be requested.
  var canLoadReplies: Bool {
    guard let thread, phase == .loaded, hasRoomForReplies else { return false }
    if !thread.requested.isEmpty { return true }
    if let next = thread.next { return !next.hasFailed }
    return posts.indices.contains { lacksReplies(at: $0) }
  }

  /// Returns the index at which a new post belongs in the thread: right below the post that it
  /// answers; nil if that is not in the thread.
  func threadIndex(ofNew post: Post) -> Int? {
    guard isThread, let above = index(of: post.parentID) else { return nil }
    return above + 1 + posts[(above + 1)...].prefix { $0.isUnsaved }.count
  }

  /// Returns the posts below a post of a thread; none in another list.
  func threadBranch(at index: Int) -> [Post] {
    thread.map { Array(posts[(index + 1)..<$0.rows[index].end]) } ?? []
  }

  /// Returns where a removed post is inserted again: at its index, if the list allows it there.
  func place(ofRestored post: Post, _ index: Int) -> Int {
    let index = min(index, posts.count)
    guard let thread, let above = self.index(of: post.parentID) else { return index }
    let end = thread.rows[above].end
    guard index > above, index < end else { return index >= end ? end : above + 1 }
    // Not into the branch of a sibling.
    return thread.rows[index].parent == above ? index : above + 1
  }
}

import FireflyCore
import FireflyModel

// Root lists that are loaded again: from their first page on, until that reaches what is shown.
extension ListsState {
  /// Maximum number of posts that are loaded to reach those that are shown.
  private static let maximumHead = 2_000

  /// Requests what is missing between the first pages of a root list and the posts that are shown, which
  /// stay until it has arrived: with a gap, they could not be told from posts that are gone.
  ///
  /// - Returns: the requests; nil if nothing is missing.
  mutating func completing(_ page: PostPage, _ level: LevelID) -> [Effect]? {
    if self[level]?.head != nil { self[level]?.furtherPage = .none }
    let explorer = self[level.explorer]
    guard let old = self[level], level == explorer.navigator.root.id, level.explorer != .users,
      old.phase == .loaded, !old.isPartial, !page.isCut, !page.isBroken,
      old.cachedAt == nil || explorer.navigator.root.position.expandedID != nil,
      page.posts.count < Self.maximumHead, old.lacksPosts(after: page)
    else { return nil }
    if case .list = explorer.audience { return nil }
    // It takes the place of a request for the page at the end.
    self[level]?.furtherPage = .afterHead(page)
    let length = min(Self.longPageLength, max(Self.pageLength, page.posts.count))
    return requestFurtherPage(level, length: length)
  }

  /// Adds a page to the first pages of a root list that is loaded again.
  mutating func headAnswered(
    _ response: Result<PostPage, LoadFailure>, _ head: PostPage, _ level: LevelID,
    _ context: Context
  ) -> [Effect] {
    switch response {
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let page):
      let known = Set(head.posts.map(\.id))
      let new = page.posts.filter { !known.contains($0.id) }
      var longer = head
      longer.posts += new
      longer.skipped += page.skipped
      if !new.isEmpty { return postsAnswered(.success(longer), level, context) }
      if page.posts.isEmpty || self[level]?.pagesByLimit == true {
        return accept(longer, level, context, isWhole: true)
      }
      // A plain server has sent its first page again.
      self[level]?.pagesByLimit = true
      self[level]?.furtherPage = .afterHead(head)
      return requestFurtherPage(level, length: Self.pageLength)
    }
  }
}

extension ListState {
  /// Whether the server may have posts between the end of its first pages and those that are shown.
  fileprivate func lacksPosts(after page: PostPage) -> Bool {
    let shown = posts.filter { !$0.isUnsaved && !$0.isLocal }
    guard !shown.isEmpty, !page.posts.isEmpty else { return false }
    let meets = page.posts.contains { index(of: $0.id) != nil }
    if page.posts.count + page.skipped.count >= ListsState.pageLength { return !meets }
    // A short page is all there is, unless the service could not send more.
    return shown.count > ListsState.pageLength && (!meets || !rest(below: page).isEmpty)
  }

  /// Returns the posts of later pages that stay below the first ones: those after the last one that was
  /// shown; below that, others may have arrived late.
  func rest(below page: PostPage) -> [Post] {
    guard let last = page.posts.lazy.compactMap({ self.index(of: $0.id) }).last else { return [] }
    return posts[(last + 1)...].filter { !$0.isLocal }
  }

  /// Keeps posts of the list as it was before, which may only have left its first page.
  mutating func keep(_ ids: [Post.ID?], of old: ListState) {
    for case let id? in ids where index(of: id) == nil {
      guard let place = old.index(of: id), !old.posts[place].isUnsaved else { continue }
      let above = old.posts[..<place].last { index(of: $0.id) != nil }
      var kept = posts
      kept.insert(old.posts[place], at: index(of: above?.id).map { $0 + 1 } ?? 0)
      setPosts(kept)
    }
  }

  /// Inserts a post, if it is missing, above those that are older.
  mutating func insert(_ post: Post) {
    guard index(of: post.id) == nil else { return }
    var all = posts
    let date = post.createdAt ?? .distantPast
    let older = all.firstIndex { ($0.createdAt ?? .distantFuture) < date }
    all.insert(post, at: older ?? all.count)
    setPosts(all)
  }
}

import FireflyCore

/// The posts that unread replies of flat lists answer, asked for by number while their rows are in sight.
struct AnsweredParents: Equatable, Sendable {
  /// Maximum number of requests at a time, in a list, and of names that are kept.
  static let (atOnce, inList, maximum) = (4, 30, 2_000)

  /// The names of posts.
  private(set) var labels: [Post.ID: String] = [:]
  /// The posts that were asked for in a level, and those of them that are awaited.
  private var asked: [LevelID: Set<Post.ID>] = [:]
  private var awaited: [LevelID: Set<Post.ID>] = [:]

  /// Returns those of some posts to ask for now.
  mutating func next(of parents: [Post.ID], in level: LevelID) -> [Post.ID] {
    let known = asked[level] ?? []
    let count = min(Self.atOnce - (awaited[level]?.count ?? 0), Self.inList - known.count)
    var next: [Post.ID] = []
    for id in parents where next.count < count && !known.contains(id) && !next.contains(id) {
      next.append(id)
    }
    guard !next.isEmpty else { return [] }
    asked[level, default: []].formUnion(next)
    awaited[level, default: []].formUnion(next)
    return next
  }

  func awaited(in level: LevelID) -> Set<Post.ID> { awaited[level] ?? [] }

  /// Records an answer; without a post, the parent stays unnamed.
  mutating func answered(_ id: Post.ID, _ post: Post?, in level: LevelID) {
    awaited[level]?.remove(id)
    guard let post else { return }
    if labels.count >= Self.maximum { labels = [:] }
    labels[id] = post.headline
  }

  /// Forgets the requests of a level, which were cancelled.
  mutating func cancelled(_ level: LevelID) {
    asked[level]?.subtract(awaited[level] ?? [])
    awaited[level] = nil
  }

  /// Forgets levels that were left.
  mutating func keep(_ levels: some Sequence<LevelID>) {
    let levels = Set(levels)
    asked = asked.filter { levels.contains($0.key) }
    awaited = awaited.filter { levels.contains($0.key) }
  }
}

extension ListsState {
  /// Asks for the posts that the unread replies in sight answer, and one's own, after the list has been shown.
  mutating func askForParents(_ context: Context) -> [Effect] {
    let list = list
    let isMine = list.audience == .mine
    guard !context.site.has(.wholeThreads), hasShownPosts,
      isMine || !context.readMarks.index.posts.isEmpty, !list.isThread, list.phase == .loaded,
      list.cachedAt == nil
    else { return [] }
    let visible = restingLayout(context)
      .visible(from: current.position.scroll, height: context.layout.windowHeight)
    let parents = list.posts[visible].compactMap { post in
      (isMine || context.isUnread(post.id)) && parentLabel(of: post, in: list) == nil
        ? post.realParentID.flatMap { $0 == list.parent?.id || $0 == post.id ? nil : $0 } : nil
    }
    guard !parents.isEmpty else { return [] }
    let level = level
    return answeredParents.next(of: parents, in: level)
      .map { .list(.loadAnswered($0, level: level)) }
  }
}

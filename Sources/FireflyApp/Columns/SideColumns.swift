import FireflyCore
import FireflyModel

// What the side columns show.
extension ExplorerState {
  /// Returns the level above another; nil at the root.
  func level(above level: Navigator.Level) -> Navigator.Level? {
    let levels = levels
    guard let index = levels.firstIndex(where: { $0.id == level.id }), index > 0 else { return nil }
    return levels[index - 1]
  }

  /// Returns the reply at the top of a level that is its thread, if the list above is not the one that the reply
  /// stands in; nil for other levels.
  func topOfPath(_ level: Navigator.Level) -> Post? {
    guard let list = lists[level.id], list.isThread, let top = list.parent,
      top.template == .post, let parent = top.realParentID, let above = self.level(above: level),
      lists[above.id]?.parent?.id != parent
    else { return nil }
    return top
  }

  /// Returns what leads to the reply at the top of a level, with the reply, the root first; nil where the left column
  /// has the list above.
  func path(to level: Navigator.Level, _ columns: ColumnsState) -> [Post]? {
    topOfPath(level).flatMap { top in
      columns.paths[top.id].flatMap { $0.isEmpty ? nil : $0 + [top] }
    }
  }
}

extension ListScene {
  /// Returns what stands at the left of a level: the path to its reply, or the posts of the list above; and which of
  /// them is selected.
  ///
  /// - Parameters:
  ///   - level: the level.
  ///   - above: the level above.
  ///   - rows: the rows of the column.
  /// - Returns: the visible posts; the parent alone if the list above is not loaded.
  func leftColumn(
    of level: Navigator.Level, below above: Navigator.Level, rows: Int
  ) -> (posts: [Post], selected: Post.ID?) {
    if let path = explorer.path(to: level, columns) {
      let top = path.last?.id
      // Where it is longer than the column, its end.
      return (path.suffix(max(1, rows)).map { shown($0, isOpened: $0.id == top) }, top)
    }
    let selected = above.position.selectedID
    guard let list = explorer.lists[above.id], !list.posts.isEmpty else {
      let parent = explorer.lists[level.id]?.parent
      return (parent.map { [$0] } ?? [], parent?.id)
    }
    let index = list.index(of: selected) ?? 0
    let first = columns.firstRow(selected: index, of: list.posts.count, rows: rows, in: above)
    let posts = list.posts[first...].prefix(max(0, rows))
      .map { shown($0, isOpened: list.isBelowPost) }
    return (posts, selected)
  }

  /// Returns what a level shows, in words.
  func name(of level: Navigator.Level) -> String {
    switch level.destination {
    case nil: rootName
    case .answers: site.answersName
    case .profile, .children, .results: explorer.lists[level.id]?.parent?.label ?? "..."
    }
  }

  /// Returns what the right column shows beside a list.
  func rightColumn(
    of list: ListState, _ position: Navigator.ListPosition, _ context: Context
  ) -> (post: Post, content: RightColumn)? {
    // What is answered stands above the editor.
    if list.isThread, editor != nil { return nil }
    return RightColumn.beside(list, position, in: lists, columns, context, muted)
  }
}

/// What the right column shows for a selected post: what the user would read next.
enum RightColumn: Equatable {
  /// The first posts below it: its replies, the entries of a feed, the results of a search that was visited.
  case below([Post])
  /// The first posts below those in view, because its card has all of its text, open or closed.
  case after([Post])
  case text
  /// Nothing: its replies or results are not loaded, or nothing comes after what is in view.
  case nothing

  /// Maximum posts that stand in a column instead of a list.
  static let maximumPosts = 8

  /// Returns the post that the column beside a list is about, and what it shows of it: in a thread the text that
  /// the selected reply answers, of a muted post nothing.
  static func beside(
    _ list: ListState, _ position: Navigator.ListPosition, in lists: ListsState,
    _ columns: ColumnsState, _ context: Context, _ muted: Muted
  ) -> (post: Post, content: RightColumn)? {
    guard let post = list.selectedPost(at: position), list.showsPosts else { return nil }
    guard list.isThread else {
      guard
        position.expandedID == post.id
          || !muted.closes(post, reader: context.site.account, isOpened: list.isBelowPost)
      else { return (post, .nothing) }
      let isOpen = position.expandedID == post.id
      let content = RightColumn(
        post, isOpen: isOpen, below: columns.posts(below: post, in: lists),
        columns.articles[post.id] != nil
          && !(isOpen && columns.repeatingArticles.contains(post.id)),
        context.settings)
      guard content == .after([]) else { return (post, content) }
      let end = lists.restingLayout(of: list, context).visible(
        from: position.scroll, height: context.layout.windowHeight
      ).upperBound
      let after = list.posts[min(end, list.posts.count)...].prefix(Self.maximumPosts)
      return (post, after.isEmpty ? .nothing : .after(Array(after)))
    }
    guard let index = post.parentID.flatMap(list.index(of:)) else { return nil }
    return (list.posts[index], .text)
  }

  /// Creates what is shown, but for the posts after it.
  ///
  /// - Parameters:
  ///   - isOpen: whether its card is open.
  ///   - below: the posts below it that are known.
  ///   - hasArticle: whether the article of its page is loaded.
  private init(
    _ post: Post, isOpen: Bool, below: [Post], _ hasArticle: Bool, _ settings: Settings
  ) {
    if settings.preview == .article, hasArticle {
      self = .text
    } else if !below.isEmpty {
      self = .below(below)
    } else if post.template == .query || post.canLoadAhead(settings) || post.isUnsaved {
      // Loading the results of a search changes something on the server.
      self = .nothing
    } else if !hasArticle,
      isOpen || post.fitsCard || post.template == .profile && !post.hasPreview
    {
      self = .after([])
    } else {
      self = .text
    }
  }
}

extension ListsState {
  /// Returns whether a list has a column at its right: in all tabs, if one of their lists can use it, so that the
  /// list stays where it is.
  func hasRightColumn(beside list: ListState, _ settings: Settings) -> Bool {
    list.hasRightColumn(settings)
      || Explorer.allCases.contains { self[$0].rootList.hasPreviews(settings) }
  }
}

extension Post {
  /// The post as a column shows it, whose first row names the author: its excerpt doesn't again, nor a feed of that
  /// name.
  var namedOnce: Post {
    guard let name = byline else { return self }
    var post = self
    post.restate { facts in
      if facts.place == name { facts.place = nil }
      if facts.author == name { facts.author = nil }
    }
    return post
  }

  /// Returns an entry without the name of its feed, beside the card of that.
  func shown(below feed: Post) -> Post {
    guard feed.contents?.isFolder == false, feedID == feed.id else { return self }
    var post = self
    if byline == feed.title { (post.authorName, post.authorEmail) = (nil, nil) }
    post.restate { facts in
      facts.place = nil
      if facts.author == feed.title { facts.author = nil }
    }
    return post
  }
}

extension Post {
  /// Whether a post is an entry of the feed, or by the person, whose profile this is.
  fileprivate func hasWritten(_ post: Post) -> Bool {
    post.template == .post && (post.feedID == id || authorKey != nil && post.authorKey == authorKey)
  }
}

extension Post {
  /// Whether its replies can be loaded ahead of the reader.
  ///
  /// Never of searches and profiles: asking for them changes something on the server.
  func canLoadAhead(_ settings: Settings) -> Bool {
    settings.prefetch && template != .query && template != .profile && !isUnsaved
      && hasChildren && children == nil
  }

  /// Whether a column beside the list has something to show of it, but for the article of its page.
  var hasPreview: Bool {
    guard template != .query, !isUnsaved else { return false }
    if template != .profile, hasChildren { return true }
    // The summary of a profile stands in the list.
    return !fitsCard && (!body.isEmpty || template != .profile && !summary.isEmpty)
  }

  /// Maximum bytes of a text that a closed card shows whole.
  private static let shortText = 72

  /// Whether its closed card has all of its words: a text of a few words, or its summary alone.
  var fitsCard: Bool {
    let words = body.isEmpty ? summary : body
    guard words.utf8.count <= Self.shortText, !words.contains(where: \.isNewline) else {
      return false
    }
    return body.isEmpty || summary.isEmpty || summary == title || summaryRepeatsBody
  }
}

extension ColumnsState {
  /// Posts of the first list among which those of a feed or a person are sought.
  private static let searchedPosts = 200

  /// Returns the posts below another that are known without a request: its replies, the results that were visited,
  /// or what stands in the first list of the feed or person of a profile.
  func posts(below post: Post, in lists: ListsState) -> [Post] {
    if post.template != .query, let children = post.children { return children }
    if post.template == .post {
      return firstReplies?.post == post.id ? firstReplies?.replies ?? [] : []
    }
    if let visited = visited[post.id] { return visited }
    // Why a feed failed is said by its text.
    guard post.template == .profile, post.facts.failure == nil else { return [] }
    // Not a whole long list for each frame.
    return Array(
      lists[.posts].rootList.posts.prefix(Self.searchedPosts).lazy.filter(post.hasWritten)
        .prefix(RightColumn.maximumPosts))
  }

  /// Returns the index of the first post in the left column: the selected post is in the middle, if
  /// there are more posts than rows, unless the column was scrolled.
  func firstRow(selected: Int, of count: Int, rows: Int, in level: Navigator.Level) -> Int {
    let isSame = left?.level == level.id && left?.post == level.position.selectedID
    let scrolled = isSame ? left?.rows ?? 0 : 0
    return max(0, min(count - rows, max(0, min(count - rows, selected - rows / 2)) + scrolled))
  }

  /// Returns how many rows of the right column are scrolled away.
  func rows(skippedBeside post: Post.ID, in level: LevelID) -> Int {
    right?.level == level && right?.post == post ? right?.rows ?? 0 : 0
  }
}

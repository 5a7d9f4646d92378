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
}

extension ListState {
  /// The top of a thread that is itself a reply, so that a path leads to it; nil for other lists.
  var topOfPath: Post? {
    guard isThread, let parent, parent.realParentID != nil, parent.template == .post else {
      return nil
    }
    return parent
  }
}

extension ListScene {
  /// Returns the posts of the left column, and its selected post: of the list above, or the path to a thread that is
  /// not what that list's posts begin.
  ///
  /// - Parameters:
  ///   - level: the level that it shows.
  ///   - rows: the rows of the column.
  /// - Returns: the visible posts. The parent alone if its list is not loaded.
  func leftColumn(_ level: Navigator.Level, rows: Int) -> (posts: [Post], selected: Post.ID?) {
    let (list, selected) = (explorer.lists[level.id], level.position.selectedID)
    if let top = explorer.list.topOfPath, let path = columns.paths[top.id], !path.isEmpty {
      // Where it is longer than the column, its end.
      let posts = (path + [top]).suffix(max(1, rows)).map { shown($0, isOpened: $0.id == top.id) }
      return (posts, top.id)
    }
    guard let list, !list.posts.isEmpty else {
      let parent = explorer.list.parent
      return (parent.map { [$0] } ?? [], parent?.id)
    }
    let index = list.index(of: selected) ?? 0
    let first = columns.firstRow(selected: index, of: list.posts.count, rows: rows, in: level)
    let posts = list.posts[first...].prefix(max(0, rows))
      .map { shown($0, isOpened: list.isBelowPost) }
    return (posts, selected)
  }

  /// Returns what a level shows, in words.
  func name(of level: Navigator.Level) -> String {
    switch level.destination {
    case nil: rootName
    case .answers: "replies to you"
    case .profile, .children, .results: explorer.lists[level.id]?.parent?.label ?? "..."
    }
  }

  /// Returns what the right column shows beside a list.
  func rightColumn(
    of list: ListState, _ position: Navigator.ListPosition, _ settings: Settings
  ) -> (post: Post, content: RightColumn)? {
    // What is answered stands above the editor.
    if list.isThread, editor != nil { return nil }
    return RightColumn.beside(list, position, columns, settings, at: site, muted)
  }
}

/// What the right column shows for a selected post.
enum RightColumn: Equatable {
  /// Its replies, or the first ones.
  case replies([Post])
  case text
  /// Nothing: its replies are not loaded yet, or its text is open in the list.
  case nothing
  /// A hint: loading the results of a saved search changes something on the server.
  case search

  /// Returns the post that the column beside a list is about, and what it shows of it: in a thread the text that
  /// the selected reply answers, of a muted post nothing.
  static func beside(
    _ list: ListState, _ position: Navigator.ListPosition, _ columns: ColumnsState,
    _ settings: Settings, at site: Site, _ muted: Muted
  ) -> (post: Post, content: RightColumn)? {
    guard let post = list.selectedPost(at: position), list.showsPosts else { return nil }
    guard list.isThread else {
      let isFolded =
        position.expandedID != post.id
        && (post.isWarned
          || muted.remark(on: post, reader: site.account, isOpened: list.isBelowPost) != nil)
      guard !isFolded else { return (post, .nothing) }
      return (post, RightColumn(post, position, columns, settings))
    }
    guard let index = post.parentID.flatMap(list.index(of:)) else { return nil }
    return (list.posts[index], .text)
  }

  private init(
    _ post: Post, _ position: Navigator.ListPosition, _ columns: ColumnsState, _ settings: Settings
  ) {
    let first = columns.firstReplies
    if post.template == .query {
      self = post.isLocal ? .nothing : .search
    } else if settings.preview == .article, columns.article(for: post) != nil {
      self = .text
    } else if let children = post.children ?? (first?.post == post.id ? first?.replies : nil),
      !children.isEmpty
    {
      self = .replies(children)
    } else if post.canLoadAhead(settings) || post.isUnsaved {
      self = .nothing
    } else if position.expandedID == post.id, columns.article(for: post) == nil {
      // Its text is open in the list.
      self = .nothing
    } else {
      self = .text
    }
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

  /// Whether a column beside the list has something to show of it.
  var hasPreview: Bool {
    guard template != .query, !isUnsaved else { return false }
    return hasChildren && template != .profile || !body.isEmpty || !summary.isEmpty
  }
}

extension ColumnsState {
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

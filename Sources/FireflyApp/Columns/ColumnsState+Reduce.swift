import FireflyCore
import FireflyModel
import FireflyScreen

// The side columns of a wide screen.
extension ColumnsState {
  mutating func reduce(_ action: ColumnsAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .parentTapped(let id):
      let depth = surroundings.current.navigator.depth - 1
      guard depth >= 0 else { return [] }
      if surroundings.current.path(to: surroundings.current.navigator.current, self) != nil {
        return [.send(.list(.pathWanted(to: id)))]
      }
      return [.send(.list(.pathPressed(depth: depth))), .send(.list(.postSelected(id)))]
    case .replyTapped(let id):
      return [.send(.list(.childIndicatorPressed)), .send(.list(.openWanted(id)))]
    case .wheelTurned(let side, let notches):
      scroll(side, by: notches * surroundings.settings.tunables.wheelRows, surroundings)
      return []
    case .firstRepliesLoaded(let id, let replies):
      firstReplies = .init(post: id, replies: replies)
      return []
    case .resultsFound(let id, let posts):
      if resultsAsked == id { resultsAsked = nil }
      keep(posts, of: id)
      return []
    case .articleLoaded(let id, let markdown):
      if articleAsked == id { articleAsked = nil }
      if articles.count >= ColumnsState.maximumTexts { (articles, repeatingArticles) = ([:], []) }
      articles[id] = markdown
      let list = surroundings.list
      if let index = list.index(of: id), list.posts[index].repeats(markdown) {
        repeatingArticles.insert(id)
      }
      return []
    case .failed(let id, let what, let reason):
      guard reason.kind != .cancelled else { return [] }
      let sentence = reason.sentence(triedAgainBy: surroundings.keyLabel(.list(.refreshPressed)))
      failure = .init(post: id, words: "\(what) not loaded. \(sentence)")
      return []
    case .pathLoaded(let id, let posts):
      if pathAsked == id { pathAsked = nil }
      if paths.count >= ColumnsState.maximumTexts { paths = [:] }
      paths[id] = posts
      return []
    case .textFormatted(let id, let text):
      guard texts[id]?.request.columns == text.width else { return [] }
      texts[id]?.formatted = text
      return []
    }
  }

  private mutating func scroll(
    _ side: ColumnsAction.Side, by rows: Int, _ surroundings: Surroundings
  ) {
    let (current, layout) = (surroundings.current, surroundings.layout)
    let level = current.navigator.current
    let window = { ColumnsView.rows(of: layout.side($0), layout).height }
    switch side {
    case .left:
      // The end of a path is the thread.
      guard let span = layout.columns.left, let above = current.level(above: level),
        current.path(to: level, self) == nil, let list = surroundings.lists[above.id],
        let index = list.index(of: above.position.selectedID)
      else { return }
      let height = window(span)
      func first(_ columns: ColumnsState) -> Int {
        columns.firstRow(selected: index, of: list.posts.count, rows: height, in: above)
      }
      let wanted = first(self) + rows
      left = nil
      let limit = max(0, list.posts.count - height)
      left = .init(
        level: above.id, post: above.position.selectedID,
        rows: min(limit, max(0, wanted)) - first(self))
    case .right:
      guard let span = layout.columns.right,
        let (post, rest) = surroundings.rightContent(in: window(span))
      else { return }
      let skipped = self.rows(skippedBeside: post, in: level.id)
      let limit = max(0, rest - window(span) + failure(of: post, columns: span.count).count)
      right = .init(
        level: level.id, post: post, rows: min(limit, max(0, skipped + rows)))
    }
  }

  /// Returns the effects that load and format what the columns show.
  mutating func update(in surroundings: Surroundings) -> [Effect] {
    let right = surroundings.rightColumn
    if failure?.post != right?.post.id { failure = nil }
    keepVisited(surroundings.list)
    return loadPath(surroundings) + loadArticle(beside: right, surroundings)
      + findResults(beside: right?.post, surroundings)
      + formatText(beside: right, surroundings)
  }

  /// Keeps the first posts of a search, a feed or a person, to show them beside it afterwards.
  private mutating func keepVisited(_ list: ListState) {
    guard let parent = list.parent, parent.template != .post, !list.posts.isEmpty else { return }
    keep(list.posts, of: parent.id)
  }

  private mutating func keep(_ posts: [Post], of id: Post.ID) {
    let first = Array(posts.prefix(RightColumn.maximumPosts))
    guard visited[id] != first else { return }
    if visited.count >= ColumnsState.maximumTexts { visited = [:] }
    visited[id] = first
  }

  /// Asks for the results of the selected search, once it has been so for a moment; a moving selection cancels that.
  ///
  /// Not of a service, which belongs to others.
  private mutating func findResults(beside post: Post?, _ surroundings: Surroundings) -> [Effect] {
    var wanted: Post?
    if let post, post.isSearch, !post.isUnsaved, visited[post.id] == nil,
      surroundings.layout.columns.right != nil, surroundings.site.has(.fireflyPosts),
      surroundings.settings.prefetch
    {
      wanted = post
    }
    guard wanted?.id != resultsAsked else { return [] }
    resultsAsked = wanted?.id
    guard let wanted else { return [.cancel(.columnResults)] }
    let hasWords = wanted.summary.contains { $0.isLetter || $0.isNumber }
    return [
      .columns(
        .findResults(
          of: wanted.id, words: hasWords ? wanted.summary : wanted.title, after: ListsState.rest))
    ]
  }

  /// Asks what leads to a thread, where the list above doesn't say it: it was entered at a reply.
  private mutating func loadPath(_ surroundings: Surroundings) -> [Effect] {
    let current = surroundings.current
    let top = current.topOfPath(current.navigator.current)?.id
    let wanted =
      surroundings.layout.columns.left == nil || top.map { paths[$0] != nil } == true
      ? nil : top
    guard wanted != pathAsked else { return [] }
    pathAsked = wanted
    return [wanted.map { .columns(.loadPath(to: $0)) } ?? .cancel(.columnPath)]
  }

  /// Asks for the article of the selected post, once it has been so for a moment; a moving selection cancels that.
  private mutating func loadArticle(
    beside right: (post: Post, content: RightColumn)?, _ surroundings: Surroundings
  ) -> [Effect] {
    let isAsked = surroundings.settings.preview == .article
    var wanted: (id: Post.ID, page: String)?
    var content = right?.content
    if case .after = content { content = .text }
    // While it is read, it comes onto the disk.
    if surroundings.layout.columns.right != nil, !surroundings.list.isThread,
      surroundings.focus[ArticleSheet.self] == nil,
      let post = right?.post, let page = post.pageAddress,
      isAsked || content == .text
        || content == .nothing && !post.canLoadAhead(surroundings.settings),
      articles[post.id] == nil
    {
      wanted = (post.id, page)
    }
    guard wanted?.id != articleAsked else { return [] }
    articleAsked = wanted?.id
    guard let wanted else { return [.cancel(.columnArticle)] }
    return [
      .columns(
        .loadArticle(wanted.id, page: wanted.page, isAsked: isAsked, after: ListsState.rest))
    ]
  }

  private mutating func formatText(
    beside right: (post: Post, content: RightColumn)?, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let span = surroundings.layout.columns.right,
      case (var post, .text)? = right
    else { return [] }
    if !surroundings.list.isThread, let article = articles[post.id] { post.body = article }
    let text = ThreadText(
      post, hasCard: true, columns: span.count - ColumnsView.margins, symbols: surroundings.symbols)
    guard texts[post.id]?.request != text else { return [] }
    // The next request cancels those that are not formatted yet.
    texts = texts.filter { $0.value.formatted != nil }
    if texts.count >= ColumnsState.maximumTexts { texts = [:] }
    texts[post.id] = .init(request: text)
    return [.columns(.formatText(text))]
  }
}

extension Post {
  /// Letters of an article that are looked for in a text.
  private static let compared = 40

  /// Returns whether its text has all of an article, as far as the letters at some places of that tell.
  fileprivate func repeats(_ article: String) -> Bool {
    func letters(_ text: String) -> String { text.filter { $0.isLetter } }
    let (own, other) = (letters(body), Array(letters(article)))
    // The page may have a name or a date beside it.
    return [1, 2, 3].count { place in
      let start = min(other.count * place / 4, max(0, other.count - Self.compared))
      return own.contains(String(other[start...].prefix(Self.compared)))
    } >= 2
  }
}

extension Surroundings {
  /// Returns the side column at a point; nil for none.
  func sideColumn(at point: Point) -> ColumnsAction.Side? {
    let layout = layout
    func contains(_ span: Range<Int>?) -> Bool {
      span.map { layout.side($0).contains(point) } ?? false
    }
    if contains(layout.columns.left) { return .left }
    return contains(layout.columns.right) ? .right : nil
  }

  /// The post that the right column shows, and the rows of its content.
  fileprivate func rightContent(in height: Int) -> (post: Post.ID, rows: Int)? {
    guard let (post, content) = rightColumn else { return nil }
    switch content {
    case .below(let posts), .after(let posts):
      return (post.id, posts.count * ColumnsView.rowsOfReply(posts.count, in: height))
    case .text: return (post.id, self.columns.texts[post.id]?.formatted?.lines.count ?? 0)
    case .nothing: return (post.id, 0)
    }
  }

  fileprivate var rightColumn: (post: Post, content: RightColumn)? {
    // What is answered stands above the editor.
    list.isThread && focus.isWriting
      ? nil
      : RightColumn.beside(
        list, current.position, in: lists, self.columns, context, self.muted)
  }
}

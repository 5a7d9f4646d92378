import FireflyCore

/// Reads a feed, newest first.
struct FeedList: SQLPostList {
  private let request: FeedRequest
  private var position = PostPosition.start
  private var left: Int
  private var hasBegun = false
  /// The remaining time for the searches of all pages.
  private var searchTime = SearchTime()
  private(set) var isComplete = true

  init(_ request: FeedRequest) {
    self.request = request
    left = min(request.limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 }

  var searcher: String? { request.searcher }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    if !hasBegun {
      if let before = request.before {
        guard let post = try db.post(before) else { return [] }
        position = .after(post)
      }
      hasBegun = true
    }
    guard left > 0 else { return [] }
    let page = try db.page(
      where: condition(db), after: position, limit: min(left, FeedRequest.pageLength))
    if let last = page.posts.last { position = .after(last) }
    left = page.isLast ? 0 : left - page.posts.count
    let posts = request.isTagged ? try tagged(page.posts, db) : page.posts
    return posts.map { PostListPage.Entry(post: $0) }
  }

  private func condition(_ db: any SQLSession) throws -> SQLCondition {
    var condition = SQLCondition()
    if let after = request.after {
      condition.add("p.created_at > ?", StoredTime.milliseconds(after))
    }
    switch request.templates.count {
    case 0: condition.add("p.template_name <> ?", Post.Template.deleted.name)
    // For one template, there is an index in the order of the feed.
    case 1: condition.add("p.template_name = ?", request.templates.first)
    default:
      let list = request.templates.map { condition.placeholder($0) }.joined(separator: ", ")
      condition.add("p.template_name IN (\(list))")
    }
    if request.hasProfiles {
      condition.add(
        "(p.template_name <> 'profile' OR \(StoredPost.isComplete) OR p.user_id = ?)",
        try db.userID(request.reader) ?? 0)
    }
    if let author = request.author, let id = try db.userID(author) {
      condition.add("p.user_id = ?", id)
    }
    return condition
  }

  private mutating func tagged(_ posts: [Post], _ db: any SQLSession) throws -> [Post] {
    let people = try db.proximity(to: request.reader, of: posts.map(\.userID))
    // Anonymous readers have no seen matches, so nothing is searched for them.
    let queries = people.readerID == nil ? [] : posts.filter { $0.template == .query }
    let news = try db.newMatches(of: queries, for: people.readerID, within: &searchTime)
    if news.values.contains(nil) { isComplete = false }
    return people.tagged(posts, news: news)
  }
}

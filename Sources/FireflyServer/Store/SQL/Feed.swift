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
        guard let start = try position(of: before, db) else { return [] }
        position = start
      }
      hasBegun = true
    }
    guard left > 0 else { return [] }
    let page = try db.page(
      where: condition(db), by: request.isByLastReply ? .lastReply : .created, after: position,
      limit: min(left, FeedRequest.pageLength))
    if let last = page.posts.last {
      position = request.isByLastReply ? try position(of: last.id, db) ?? position : .after(last)
    }
    left = page.isLast ? 0 : left - page.posts.count
    var posts = request.isTagged ? try tagged(page.posts, db) : page.posts
    if request.isByLastReply { try addThreads(to: &posts, db) }
    return posts.map { PostListPage.Entry(post: $0) }
  }

  /// Returns the position of a post in the feed; nil if there is no such post.
  private func position(of id: Int, _ db: any SQLSession) throws -> PostPosition? {
    guard request.isByLastReply else { return try db.post(id).map(PostPosition.after) }
    let time: Int64? = try db.value(
      "SELECT coalesce(last_reply_at, created_at) FROM posts WHERE id = ?1", id)
    return time.map { PostPosition(time: $0, id: Int64(id)) }
  }

  /// Adds the time of the last reply, and the number of replies.
  private func addThreads(to posts: inout [Post], _ db: any SQLSession) throws {
    let threads = try db.rows(
      "SELECT id, last_reply_at, descendants FROM posts WHERE \(db.dialect.isIn("id", "?1"))",
      SQLList(posts.map(\.id)),
      convert: { ($0[0] as Int, (time: $0[1] as Int64?, replies: $0[2] as Int?)) })
    let byID = Dictionary(threads) { first, _ in first }
    for index in posts.indices {
      guard let thread = byID[posts[index].id] else { continue }
      var details = posts[index].feed ?? Post.FeedDetails()
      details.lastActivity = thread.time.map(StoredTime.date(milliseconds:))
      details.descendants = thread.replies
      posts[index].feed = details
    }
  }

  private func condition(_ db: any SQLSession) throws -> SQLCondition {
    var condition = SQLCondition()
    let time = request.isByLastReply ? PostTime.lastReply : .created
    if request.isByLastReply { condition.add("p.last_reply_at IS NOT NULL") }
    if let after = request.after {
      condition.add("p.\(time.rawValue) > ?", StoredTime.milliseconds(after))
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

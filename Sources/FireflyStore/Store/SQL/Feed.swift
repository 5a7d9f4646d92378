import FireflyCore
import Foundation

/// Reads a feed, newest first.
struct FeedList: SQLPostList {
  private var request: FeedRequest
  private let now: Int64
  private var position = PostPosition.start
  private var left: Int
  private var hasBegun = false
  /// The remaining time for the searches of all pages.
  private var searchTime = SearchTime()
  private(set) var isComplete = true

  init(_ request: FeedRequest, at now: Date = Date()) {
    self.request = request
    self.now = StoredTime.milliseconds(now)
    left = min(request.limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 }

  var isSearch: Bool { request.isSearch }

  mutating func next(_ db: any SQLSession) throws -> [PostListPage.Entry] {
    if !hasBegun {
      if let before = request.before {
        guard let start = try position(of: before, db) else { return [] }
        position = start
      }
      if !request.templates.isEmpty {
        request.templates = try db.templates(among: request.templates)
        if request.templates.isEmpty { return [] }
      }
      hasBegun = true
    }
    guard left > 0 else { return [] }
    let page = try page(db, limit: min(left, FeedRequest.pageLength))
    if let last = page.posts.last {
      position = request.isByLastReply ? try position(of: last.id, db) ?? position : .after(last)
    }
    left = page.isLast ? 0 : left - page.posts.count
    var posts = request.isTagged ? try tagged(page.posts, db) : page.posts
    try db.addThreads(to: &posts, withTimes: request.isByLastReply)
    return posts.map { PostListPage.Entry(post: $0) }
  }

  /// Returns the position of a post in the feed; nil if there is no such post.
  private func position(of id: Int, _ db: any SQLSession) throws -> PostPosition? {
    guard request.isByLastReply else { return try db.post(id).map(PostPosition.after) }
    let time: Int64? = try db.value(
      "SELECT coalesce(last_reply_at, created_at) FROM posts WHERE id = ?1", id)
    return time.map { PostPosition(time: $0, id: Int64(id)) }
  }

  private var time: PostTime { request.isByLastReply ? .lastReply : .created }

  /// Reads the next posts.
  private func page(_ db: any SQLSession, limit: Int) throws -> StoredPost.Page {
    let author = try request.author.flatMap { try db.userID($0) }
    let deleted = Post.Template.deleted.name
    var templates = Set(request.templates).subtracting([deleted]).sorted()
    // Deleted posts have no author.
    let hasDeleted = author == nil && request.templates.contains(deleted)
    if request.isByLastReply, hasDeleted { templates.append(deleted) }
    var lists: [SQLCondition] = []
    if request.templates.isEmpty {
      lists = [SQLCondition("p.template_name <> ?", deleted)]
    } else if request.isByLastReply, !templates.isEmpty {
      lists = [threads(of: templates, db.dialect)]
    } else {
      // For one template, there is an index in the order of the feed.
      lists = templates.map { SQLCondition("p.template_name = ?", $0) }
      if hasDeleted {
        lists.append(
          SQLCondition(
            "p.user_id = 0 AND \(StoredPost.isTopLevel("p.")) AND \(StoredPost.hasReplies)"))
      }
    }
    for index in lists.indices { try narrow(&lists[index], to: author, db) }
    return try db.page(whereAny: lists, by: time, after: position, limit: limit, at: now)
  }

  /// Returns the condition for threads whose first post has one of some templates.
  private func threads(of templates: [String], _ dialect: SQLDialect) -> SQLCondition {
    var condition = SQLCondition()
    let list = templates.map { condition.placeholder($0) }.joined(separator: ", ")
    // The index of templates has another order.
    condition.add("\(dialect.unindexed("p.template_name")) IN (\(list))")
    condition.add("(p.template_name <> 'deleted' OR \(StoredPost.hasReplies))")
    return condition
  }

  /// Narrows a condition to the times, the listed profiles and the author of the feed.
  private func narrow(
    _ condition: inout SQLCondition, to author: Int?, _ db: any SQLSession
  ) throws {
    if request.isByLastReply { condition.add("p.last_reply_at IS NOT NULL") }
    if let after = request.after {
      condition.add("p.\(time.rawValue) > ?", StoredTime.milliseconds(after))
    }
    if request.hasProfiles {
      condition.add(
        "(\(StoredPost.isListed) OR p.user_id = ?)",
        try db.userID(request.reader) ?? 0)
    }
    if let author { condition.add("p.user_id = ?", author) }
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

extension SQLSession {
  /// Adds the number of replies at all levels to top-level posts.
  ///
  /// - Parameter withTimes: whether to add the time of the last reply, too, as in a list of threads.
  func addThreads(to posts: inout [Post], withTimes: Bool = false) throws {
    let tops = posts.filter { $0.isRoot && $0.hasChildren || withTimes }
    guard !tops.isEmpty else { return }
    let threads = try rows(
      "SELECT id, last_reply_at, descendants FROM posts WHERE \(dialect.isIn("id", "?1"))",
      SQLList(tops.map(\.id)),
      convert: { ($0[0] as Int, (time: $0[1] as Int64?, replies: $0[2] as Int?)) })
    let byID = Dictionary(threads) { first, _ in first }
    for index in posts.indices {
      guard let thread = byID[posts[index].id], thread.replies != nil || withTimes else { continue }
      var details = posts[index].feed ?? Post.FeedDetails()
      if withTimes { details.lastActivity = thread.time.map(StoredTime.date(milliseconds:)) }
      details.descendants = thread.replies
      posts[index].feed = details
    }
  }

  /// Returns those of some templates that posts have, and all standard ones.
  ///
  /// Each page of a feed reads the posts of each of its templates.
  fileprivate func templates(among names: [String]) throws -> [String] {
    let known = names.filter {
      PostTemplate.standard[$0] != nil || $0 == Post.Template.deleted.name
    }
    let others = Set(names).subtracting(known).sorted()
    guard !others.isEmpty else { return known }
    let statements = others.indices.map { index in
      """
      SELECT \(index) WHERE EXISTS (SELECT 1 FROM posts WHERE template_name = ?\(index + 1))
      """
    }
    let found = try rows(
      statements.joined(separator: " UNION ALL "), with: others.map(\.sqlValue),
      convert: { $0[0] as Int })
    return known + found.map { others[$0] }
  }
}

import FireflyCore
import GRDB

/// Reads a feed, newest first.
struct SQLiteFeed: SQLitePostList {
  private let request: FeedRequest
  private var position = PostPosition.start
  private var left: Int
  private var hasBegun = false
  /// The remaining time for the searches of all pages.
  private var searchTime = SearchTimeLimit()
  private(set) var isComplete = true

  init(_ request: FeedRequest) {
    self.request = request
    left = min(request.limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 }

  var searcher: String? { request.searcher }

  mutating func next(_ db: Database) throws -> [PostListPage.Entry] {
    if !hasBegun {
      hasBegun = true
      if let before = request.before {
        guard let post = try SQLiteStore.post(before, db) else { return [] }
        position = .after(post)
      }
    }
    guard left > 0 else { return [] }
    let (condition, arguments) = try condition(db)
    let page = try SQLitePost.page(
      db, where: condition, arguments, after: position,
      limit: min(left, FeedRequest.pageLength))
    if let last = page.posts.last { position = .after(last) }
    left = page.isLast ? 0 : left - page.posts.count
    let posts = request.isTagged ? try tagged(page.posts, db) : page.posts
    return posts.map { PostListPage.Entry(post: $0) }
  }

  private func condition(_ db: Database) throws -> (String, StatementArguments) {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    if let after = request.after {
      conditions.append("p.created_at > ?")
      arguments += [StoredTime.milliseconds(after)]
    }
    if request.templates.isEmpty {
      conditions.append("p.template_name <> '\(Post.Template.deleted.name)'")
    } else {
      let marks = Array(repeating: "?", count: request.templates.count).joined(separator: ",")
      conditions.append("p.template_name IN (\(marks))")
      arguments += StatementArguments(request.templates)
    }
    if request.hasProfiles {
      conditions.append(
        "(p.template_name <> 'profile' OR \(StoredPost.isComplete) OR p.user_id = ?)")
      arguments += [try SQLiteStore.userID(request.reader, db) ?? 0]
    }
    if let author = request.author, let id = try SQLiteStore.userID(author, db) {
      conditions.append("p.user_id = ?")
      arguments += [id]
    }
    return (conditions.isEmpty ? "true" : conditions.joined(separator: " AND "), arguments)
  }

  private mutating func tagged(_ posts: [Post], _ db: Database) throws -> [Post] {
    let people = try UserProximity(reader: request.reader, authors: posts.map(\.userID), db)
    // Anonymous readers have no seen matches, so nothing is searched for them.
    let queries = people.readerID == nil ? [] : posts.filter { $0.template == .query }
    let news = try SQLiteStore.newMatches(
      of: queries, for: people.readerID, within: &searchTime, db)
    if news.values.contains(nil) { isComplete = false }
    return people.tagged(posts, news: news)
  }
}

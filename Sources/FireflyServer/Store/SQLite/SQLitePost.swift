import FireflyCore
import Foundation
import GRDB

/// Reads posts: the columns, and their conversion to `Post`.
enum SQLitePost {
  /// The columns of a post `p` and its author `u`.
  private static let columns = """
    p.id, p.user_id, p.parent_id, p.title, p.summary, p.body, p.image_url,
    p.clip_offset_x, p.clip_offset_y, p.created_at, p.timezone, p.location_tag, p.ai_generated,
    coalesce(u.shown_name, nullif(u.name, ''), u.email), u.email, p.template_name, p.child_count
    """
  private static let tables = "FROM posts p LEFT JOIN users u ON u.id = p.user_id"

  /// A query up to `WHERE`; the post is `p`, its author `u`, its template `t`.
  static let select = """
    SELECT \(columns), t.placeholder_title, t.placeholder_summary, t.placeholder_body
    \(tables) LEFT JOIN templates t ON t.name = p.template_name

    """
  /// The same without the template.
  private static let selectPlain = "SELECT \(columns) \(tables)\n"

  /// A page of posts.
  struct Page {
    var posts: [Post] = []
    /// Whether no posts follow.
    var isLast = true
    /// All templates by name.
    var templates: [String: PostTemplate] = [:]
    /// Size of the texts in bytes.
    fileprivate var bytes = 0
  }

  /// Number of bytes of text after which a page ends, to bound the memory of a response.
  private static let pageBytes = 128 << 10

  /// Returns the posts of `select` with the given end, in its order.
  static func posts(
    _ db: Database, _ end: String, _ arguments: StatementArguments
  ) throws -> [Post] {
    let rows = try Row.fetchCursor(db.cachedStatement(sql: select + end), arguments: arguments)
    var posts: [Post] = []
    while let row = try rows.next() {
      var post = post(row)
      if let title = row[17] as String? {
        post.placeholders = PostText(title: title, summary: row[18], body: row[19])
      }
      posts.append(post)
    }
    return posts
  }

  /// Returns posts that match a condition, newest first, after a position; at least one if there is
  /// any.
  ///
  /// Runs two queries, because SQLite doesn't use the index fully for `(time, id) < (?, ?)`: posts
  /// of the same time, such as imported ones, would be read repeatedly.
  static func page(
    _ db: Database, where condition: String, _ arguments: StatementArguments,
    after position: PostPosition, limit: Int
  ) throws -> Page {
    let order = "ORDER BY p.created_at DESC, p.id DESC LIMIT ?"
    var page = Page()
    // Read once, because a join would look up the template of each post.
    page.templates = try SQLiteStore.templates(db)
    if position.id != PostPosition.start.id {
      try read(
        into: &page, db, "WHERE \(condition) AND p.created_at = ? AND p.id < ? \(order)",
        arguments + [position.time, position.id, limit])
      guard page.isLast, page.posts.count < limit else {
        page.isLast = false
        return page
      }
    }
    let isStart = position.id == PostPosition.start.id
    try read(
      into: &page, db, "WHERE \(condition)\(isStart ? "" : " AND p.created_at < ?") \(order)",
      arguments + (isStart ? [] : [position.time]) + [limit - page.posts.count])
    page.isLast = page.isLast && page.posts.count < limit
    return page
  }

  private static func read(
    into page: inout Page, _ db: Database, _ end: String, _ arguments: StatementArguments
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: selectPlain + end), arguments: arguments)
    while let row = try rows.next() {
      var post = post(row)
      post.placeholders = page.templates[post.template.name]?.placeholders
      page.posts.append(post)
      page.bytes += post.textBytes
      if page.bytes >= pageBytes {
        page.isLast = false
        return
      }
    }
  }

  /// Returns the posts of a tree between two paths, in reading order, with their depths; at least
  /// one if there is any.
  static func branch(
    _ db: Database, root: Int, after start: String, before end: String, limit: Int
  ) throws -> [(post: Post, depth: Int)] {
    let templates = try SQLiteStore.templates(db)
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(columns), p.depth \(tables)
          WHERE p.root_id = ? AND p.path > ? AND p.path < ? ORDER BY p.path LIMIT ?
          """), arguments: [root, start, end, limit])
    var (posts, bytes) = ([(post: Post, depth: Int)](), 0)
    while bytes < pageBytes, let row = try rows.next() {
      var post = post(row)
      post.placeholders = templates[post.template.name]?.placeholders
      posts.append((post, row[17]))
      bytes += post.textBytes
    }
    return posts
  }

  /// Converts a row, without placeholders.
  private static func post(_ row: Row) -> Post {
    Post(
      id: row[0], userID: row[1], parentID: row[2], title: row[3], summary: row[4], body: row[5],
      imageURL: row[6], clipOffsetX: row[7], clipOffsetY: row[8],
      createdAt: StoredTime.date(milliseconds: row[9]), timezone: row[10], locationTag: row[11],
      isAIGenerated: row[12], authorName: row[13], authorEmail: row[14], childCount: row[16],
      template: Post.Template(name: row[15]))
  }
}

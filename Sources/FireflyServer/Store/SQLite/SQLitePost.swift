import FireflyCore
import Foundation
import GRDB

/// Reads posts.
enum SQLitePost {
  /// Returns the posts of `StoredPost.select` with the given end, in its order.
  static func posts(
    _ db: Database, _ end: String, _ arguments: StatementArguments
  ) throws -> [Post] {
    let statement = try db.cachedStatement(sql: StoredPost.select + end)
    return try Array(Row.fetchCursor(statement, arguments: arguments).map(post))
  }

  /// Returns posts that match a condition, newest first, after a position; at least one if there is
  /// any.
  ///
  /// Runs two queries, because SQLite doesn't use the index fully for `(time, id) < (?, ?)`: posts
  /// of the same time, such as imported ones, would be read repeatedly.
  static func page(
    _ db: Database, where condition: String, _ arguments: StatementArguments,
    after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page {
    let order = "ORDER BY p.created_at DESC, p.id DESC LIMIT ?"
    let isStart = position.id == PostPosition.start.id
    var page = StoredPost.Page()
    if !isStart {
      try read(
        into: &page, db, "WHERE \(condition) AND p.created_at = ? AND p.id < ? \(order)",
        arguments + [position.time, position.id, limit])
      guard page.isLast, page.posts.count < limit else {
        page.isLast = false
        return page
      }
    }
    try read(
      into: &page, db, "WHERE \(condition)\(isStart ? "" : " AND p.created_at < ?") \(order)",
      arguments + (isStart ? [] : [position.time]) + [limit - page.posts.count])
    page.isLast = page.isLast && page.posts.count < limit
    return page
  }

  private static func read(
    into page: inout StoredPost.Page, _ db: Database, _ end: String,
    _ arguments: StatementArguments
  ) throws {
    var bytes = page.posts.reduce(0) { $0 + $1.textBytes }
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: StoredPost.select + end), arguments: arguments)
    while let row = try rows.next() {
      let post = post(row)
      page.posts.append(post)
      bytes += post.textBytes
      if bytes >= StoredPost.pageBytes {
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
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(StoredPost.columns), p.depth \(StoredPost.tables)
          WHERE p.root_id = ? AND p.path > ? AND p.path < ? ORDER BY p.path LIMIT ?
          """), arguments: [root, start, end, limit])
    var (posts, bytes) = ([(post: Post, depth: Int)](), 0)
    while bytes < StoredPost.pageBytes, let row = try rows.next() {
      let post = post(row)
      posts.append((post, row[17]))
      bytes += post.textBytes
    }
    return posts
  }

  /// Converts a row.
  private static func post(_ row: Row) -> Post {
    var post = Post(
      id: row[0], userID: row[1], parentID: row[2], title: row[3], summary: row[4], body: row[5],
      imageURL: row[6], clipOffsetX: row[7], clipOffsetY: row[8],
      createdAt: StoredTime.date(milliseconds: row[9]), timezone: row[10], locationTag: row[11],
      isAIGenerated: row[12], authorName: row[13], authorEmail: row[14], childCount: row[16],
      template: Post.Template(name: row[15]))
    post.placeholders = PostTemplate.standard[post.template.name]?.placeholders
    return post
  }
}

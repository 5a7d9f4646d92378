import FireflyCore
import GRDB

extension SQLiteStore {
  /// Returns the post that was imported before from this source; nil if there is none.
  static func post(of source: PostSource, _ db: Database) throws -> Post? {
    let id = try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT id FROM posts WHERE source = ? AND source_key = ? ORDER BY id LIMIT 1"),
      arguments: [source.name, source.key])
    return try id.flatMap { try post($0, db) }
  }

  /// Updates an imported post, see `Post.updated(from:)`; an invalid new parent is ignored.
  /// - Returns: whether anything changed.
  static func updateImported(_ old: Post, as new: Post, _ db: Database) throws -> Bool {
    guard var post = old.updated(from: new) else { return false }
    if post.parentID != old.parentID, let parent = post.parentID {
      do {
        try validate(old, below: parent, db)
      } catch is StoreError {
        post.parentID = old.parentID
      }
    }
    try unindex(old, db)
    try db.cachedStatement(
      sql: """
        UPDATE posts SET title = ?, summary = ?, body = ?, image_url = ?, parent_id = ? WHERE id = ?
        """
    ).execute(arguments: [
      post.title, post.summary, post.body, post.imageURL, post.parentID, post.id,
    ])
    try index(post, db)
    return true
  }
}

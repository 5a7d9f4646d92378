import FireflyCore
import GRDB

extension SQLiteStore {
  /// Returns the post of a source that was imported before.
  static func post(of source: PostSource, _ db: Database) throws -> Post? {
    let id = try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT id FROM posts WHERE source = ? AND source_key = ? ORDER BY id LIMIT 1"),
      arguments: [source.name, source.key])
    return try id.flatMap { try post($0, db) }
  }

  /// Gives a post the texts and the picture that its source has now, and a parent if it had none.
  ///
  /// What is deleted here stays deleted; what is deleted there stays as it was kept.
  /// - Returns: whether anything has changed.
  static func renew(_ old: Post, as new: Post, _ db: Database) throws -> Bool {
    guard old.template != .deleted, new.template != .deleted else { return false }
    var post = old
    (post.title, post.summary, post.body) = (new.title, new.summary, new.body)
    post.imageURL = new.imageURL ?? old.imageURL
    let isTop = old.parentID.map { $0 < 0 } ?? true
    if isTop, let parent = new.parentID, parent != old.id { post.parentID = parent }
    post = post.storable
    guard post != old else { return false }
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

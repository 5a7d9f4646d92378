import FireflyCore
import GRDB

extension SQLiteStore {
  /// Returns the post that was imported before from this source; nil if there is none.
  static func post(of source: PostSource, _ db: Database) throws -> KnownPost? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, source_digest FROM posts WHERE source = ? AND source_key = ? ORDER BY id LIMIT 1
          """), arguments: [source.name, source.key])
    return try row.flatMap { row in try post(row[0], db).map { KnownPost($0, digest: row[1]) } }
  }

  /// Updates an imported post, see `KnownPost.updated(from:)`; an invalid new parent is ignored.
  /// - Returns: whether anything changed.
  static func updateImported(
    _ known: KnownPost, as new: Post, of source: PostSource, _ db: Database
  ) throws -> Bool {
    guard var post = known.updated(from: new) else { return false }
    let old = known.post
    if post.parentID != old.parentID, let parent = post.parentID {
      do {
        try validate(old, below: parent, .anyone, db)
      } catch is StoreError {
        post.parentID = old.parentID
      }
    }
    try unindex(old, db)
    try db.cachedStatement(
      sql: """
        UPDATE posts SET title = ?, summary = ?, body = ?, image_url = ?, parent_id = ?,
          source_digest = ? WHERE id = ?
        """
    ).execute(arguments: [
      post.title, post.summary, post.body, post.imageURL, post.parentID,
      known.isEdited ? nil : source.digest(of: post), post.id,
    ])
    try index(post, db)
    return true
  }
}

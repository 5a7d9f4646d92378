import FireflyCore
import FireflyTransfer
import Foundation

extension SQLStore {
  func post(_ id: Int) async throws(StoreError) -> Post? {
    try await postReads.post(id) { ids throws(StoreError) in
      try await read { db in
        var posts = Array(try db.posts(ids).values)
        try db.addThreads(to: &posts)
        return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
    }
  }

  func page(of post: Post) async throws(StoreError) -> String? {
    try await read { db in
      guard let source = try db.source(of: post.id) else { return nil }
      let top = try db.ancestors(of: post).last { $0.template == .post }
      return source.page(below: try top.flatMap { try db.source(of: $0.id) })
    }
  }

  func ancestors(of post: Post) async throws(StoreError) -> [Post] {
    try await read { db in try db.ancestors(of: post) }
  }

  func pictureURLs() async throws(StoreError) -> Set<String> {
    try await read { db in try db.pictureURLs() }
  }

  func isDeleted(upload name: String) async throws(StoreError) -> Bool {
    try await read { db in
      try db.isTrue(
        """
        SELECT (EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = ?1) OR EXISTS (
            SELECT 1 FROM post_pictures t JOIN deleted_posts p ON p.id = t.post WHERE t.name = ?2))
          AND NOT EXISTS (SELECT 1 FROM posts WHERE image_url = ?1) AND NOT EXISTS (
            SELECT 1 FROM post_pictures t JOIN posts p ON p.id = t.post
            WHERE t.name = ?2 AND p.template_name <> ?3)
          AND NOT EXISTS (SELECT 1 FROM uploads WHERE name = ?2 AND kept_until > 0)
        """, "/uploads/" + name, name, Post.Template.deleted.name)
    }
  }

  func hasNew(
    _ template: Post.Template, since: Date, reader: String?, at now: Date
  ) async throws(StoreError) -> Bool {
    try await read { db in
      try db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM posts p
          WHERE template_name = ?1 AND created_at > ?2 AND created_at <= ?4 AND user_id <> ?3
            AND \(StoredPost.isListed))
        """, template.name, StoredTime.milliseconds(since), db.userID(reader) ?? 0,
        StoredTime.milliseconds(now))
    }
  }
}

extension SQLSession {
  /// Returns the posts of `StoredPost.select` with the given end, in its order.
  func posts(_ end: String, _ arguments: (any SQLParameter)?...) throws -> [Post] {
    try rows(
      StoredPost.select + end, with: arguments.map { $0?.sqlValue ?? .null },
      convert: { row in Post(row) })
  }

  /// Returns a post or a placeholder of a deleted post; nil if there is none.
  func post(_ id: Int) throws -> Post? { try posts("WHERE p.id = ?1", id).first }

  /// Returns a post; nil for a placeholder of a deleted post.
  func undeletedPost(_ id: Int) throws -> Post? {
    try post(id).flatMap { $0.template == .deleted ? nil : $0 }
  }

  /// Returns a post, locked until the end of the transaction; nil for a placeholder of a deleted
  /// post.
  func lockedPost(_ id: Int) throws -> Post? {
    // A statement that locks could return the version from before the lock.
    try lockRow("posts", id)
    return try undeletedPost(id)
  }

  /// Locks a row of a table with numbers until the end of the transaction.
  func lockRow(_ table: String, _ id: Int) throws {
    guard !dialect.hasOneWriter else { return }
    try run("SELECT id FROM \(table) WHERE id = ?1\(dialect.forUpdate)", id)
  }

  /// Returns the existing posts with these numbers, by number.
  func posts(_ ids: some Sequence<Int>) throws -> [Int: Post] {
    let posts = try posts("WHERE \(dialect.isIn("p.id", "?1"))", SQLList(ids))
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the source of an imported post; nil for others.
  fileprivate func source(of id: Int) throws -> PostSource? {
    try rows(
      """
      SELECT p.source, p.source_key, w.page FROM posts p
      LEFT JOIN source_pages w ON w.source = p.source AND w.source_key = p.source_key
      WHERE p.id = ?1 AND p.source IS NOT NULL
      """, id,
      convert: { row in
        var source = PostSource(name: row[0], key: row[1])
        source?.page = row[2]
        return source
      }
    ).first ?? nil
  }

  func ancestors(of post: Post) throws -> [Post] {
    guard let parent = post.parentID, parent >= 0 else { return [] }
    // UNION drops duplicates, so cycles end.
    let ids = try rows(
      """
      WITH RECURSIVE up (id, parent_id) AS (
        SELECT id, parent_id FROM posts WHERE id = ?1
        UNION SELECT p.id, p.parent_id FROM up JOIN posts p ON p.id = up.parent_id
      )
      SELECT id FROM up LIMIT ?2
      """, parent, StoreLimits.ancestors, convert: { $0[0] as Int }
    ).prefix { $0 != post.id }
    let posts = try posts(ids)
    return ids.compactMap { posts[$0] }
  }

  /// The URLs of all pictures of posts and in their texts, including those of deleted posts that can
  /// be restored, and of uploads whose post may follow.
  func pictureURLs() throws -> Set<String> {
    Set(
      try rows(
        """
        SELECT image_url FROM posts WHERE image_url IS NOT NULL
        UNION SELECT image_url FROM deleted_posts WHERE image_url IS NOT NULL
        UNION SELECT '/uploads/' || name FROM post_pictures
        UNION SELECT '/uploads/' || name FROM uploads WHERE kept_until > 0
        """, convert: { $0[0] as String }))
  }
}

extension Post {
  /// Creates a post from a row of `StoredPost.columns`.
  init(_ row: SQLRow) {
    self.init(
      id: row[.id], userID: row[.userID], parentID: row[.parentID], title: row[.title],
      summary: row[.summary], body: row[.body], imageURL: row[.imageURL],
      clipOffsetX: row[.clipOffsetX], clipOffsetY: row[.clipOffsetY],
      createdAt: StoredTime.date(milliseconds: row[.createdAt]), timezone: row[.timezone],
      locationTag: row[.locationTag], isAIGenerated: row[.isAIGenerated],
      authorName: row[.authorName], authorEmail: row[.authorEmail], childCount: row[.childCount],
      template: Post.Template(name: row[.template]))
    placeholders = PostTemplate.standard[template.name]?.placeholders
  }
}

extension SQLRow {
  fileprivate subscript<Value: SQLReadable>(column: StoredPost.Column) -> Value? {
    self[column.rawValue]
  }

  fileprivate subscript<Value: SQLReadable>(column: StoredPost.Column) -> Value {
    self[column.rawValue]
  }
}

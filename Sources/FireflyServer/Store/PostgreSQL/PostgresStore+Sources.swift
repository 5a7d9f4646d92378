import FireflyCore

extension PostgresStore {
  /// Returns the posts that were imported before from these sources.
  /// - Throws: `PostgresError`.
  static func posts(
    of sources: [PostSource], _ db: PostgresSession
  ) async throws -> [PostSource: Post] {
    guard !sources.isEmpty else { return [:] }
    let rows = try await db.run(
      """
      SELECT p.source, p.source_key, min(p.id) FROM posts p
      JOIN unnest($1::text[], $2::text[]) AS s (name, key)
        ON p.source = s.name AND p.source_key = s.key
      GROUP BY p.source, p.source_key
      """, PostgresList(sources.map(\.name)), PostgresList(sources.map(\.key)))
    let posts = try await posts(rows.map { $0[2] as Int }, db)
    var known: [PostSource: Post] = [:]
    for row in rows {
      guard let source = PostSource(name: row[0], key: row[1]) else { continue }
      known[source] = posts[row[2]]
    }
    return known
  }

  /// Updates posts of a plan that already exist, see `Post.updated(from:)`.
  /// - Returns: the number of changed posts.
  /// - Throws: `PostgresError`.
  static func updateImported(
    _ known: [PostSource: Post], _ plan: ImportPlan, _ numbers: [Int], _ db: PostgresSession
  ) async throws -> Int {
    var count = 0
    for planned in plan.posts {
      guard let old = planned.source.flatMap({ known[$0] }) else { continue }
      var new = planned.post
      if let parent = planned.parent { new.parentID = numbers[parent] }
      guard let post = old.updated(from: new) else { continue }
      count += 1
      try await db.run(
        """
        UPDATE posts SET title = $1, summary = $2, body = $3, image_url = $4, words = $5::tsvector
        WHERE id = $6
        """, post.title, post.summary, post.body, post.imageURL, try SearchVector.text(of: post),
        post.id)
      guard post.parentID != old.parentID, let parent = post.parentID else { continue }
      do {
        try await validate(old, below: parent, db)
      } catch is StoreError {
        // For example, a post can't become its own descendant.
        continue
      }
      try await db.run("UPDATE posts SET parent_id = $1 WHERE id = $2", parent, post.id)
      try await uncountChild(post.id, below: old.parentID, db)
      try await countChild(below: parent, db)
    }
    return count
  }
}

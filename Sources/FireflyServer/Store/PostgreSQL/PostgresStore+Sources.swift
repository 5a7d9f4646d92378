import FireflyCore

extension PostgresStore {
  /// Returns the posts that were imported before from these sources.
  /// - Throws: `PostgresError`.
  static func posts(
    of sources: [PostSource], _ db: PostgresSession
  ) throws -> [PostSource: KnownPost] {
    guard !sources.isEmpty else { return [:] }
    let rows = try db.run(
      """
      SELECT p.source, p.source_key, p.id, p.source_digest FROM posts p
      JOIN unnest($1::text[], $2::text[]) AS s (name, key)
        ON p.source = s.name AND p.source_key = s.key
      ORDER BY p.id DESC
      """, PostgresList(sources.map(\.name)), PostgresList(sources.map(\.key)))
    let posts = try posts(rows.map { $0[2] as Int }, db)
    var known: [PostSource: KnownPost] = [:]
    for row in rows {
      guard let source = PostSource(name: row[0], key: row[1]), let post = posts[row[2]] else {
        continue
      }
      known[source] = KnownPost(post, digest: row[3])
    }
    return known
  }

  /// Updates posts of a plan that already exist, see `KnownPost.updated(from:)`, and counts them.
  /// - Throws: `PostgresError`.
  static func updateImported(
    _ all: [PostSource: KnownPost], _ plan: ImportPlan, _ numbers: [Int],
    _ result: inout ImportResult, _ db: PostgresSession
  ) throws {
    for planned in plan.posts {
      guard let source = planned.source, let known = all[source] else { continue }
      let old = known.post
      var new = planned.post
      if let parent = planned.parent { new.parentID = numbers[parent] }
      if known.isKept(from: new) { result.edited += 1 }
      guard let post = known.updated(from: new) else { continue }
      result.updated += 1
      try db.run(
        """
        UPDATE posts SET title = $1, summary = $2, body = $3, image_url = $4, words = $5::tsvector,
          source_digest = $6 WHERE id = $7
        """, post.title, post.summary, post.body, post.imageURL, try SearchVector.text(of: post),
        known.isEdited ? nil : source.digest(of: post), post.id)
      guard post.parentID != old.parentID, let parent = post.parentID else { continue }
      do {
        try validate(old, below: parent, .anyone, db)
      } catch is StoreError {
        // For example, a post can't become its own descendant.
        continue
      }
      try db.run("UPDATE posts SET parent_id = $1 WHERE id = $2", parent, post.id)
      try uncountChild(post.id, below: old.parentID, db)
      try countChild(below: parent, db)
    }
  }
}

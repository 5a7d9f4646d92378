import FireflyCore
import FireflyTransfer

// Stories that earlier versions copied have their author and the number of their replies in their summaries, too.
extension SQLSession {
  /// Shortens the summaries of a batch of copied stories that no user has edited, see `PostSource.shortened`.
  ///
  /// - Parameters:
  ///   - last: the number after which to begin.
  ///   - limit: the number of stories in the batch.
  /// - Returns: the number of the last story; nil if there are no more.
  /// - Throws: the error of a statement.
  func shortenSummaries(after last: Int, limit: Int) throws -> Int? {
    let names = PostSource.listing.map { "'\($0)'" }.joined(separator: ", ")
    let found: [(id: Int, digest: Int)] = try rows(
      """
      SELECT id, source_digest FROM posts
      WHERE id > ?1 AND source IN (\(names)) AND source_digest IS NOT NULL
        AND title <> '' AND summary <> '' AND template_name = ?2
      ORDER BY id LIMIT ?3
      """, last, Post.Template.post.name, limit, convert: { ($0[0], $0[1]) })
    let posts = try posts(found.map(\.id))
    for (id, digest) in found {
      guard let old = posts[id], digest == old.sourceDigest else { continue }
      var post = old
      post.summary = PostSource.shortened(
        old.summary, by: [old.authorName, old.authorEmail.map(User.shortName)],
        hasReplies: old.hasChildren)
      if post == old { continue }
      try saveTexts(of: post, replacing: old)
      try run("UPDATE posts SET source_digest = ?1 WHERE id = ?2", post.sourceDigest, id)
    }
    return found.count == limit ? found.last?.id : nil
  }
}

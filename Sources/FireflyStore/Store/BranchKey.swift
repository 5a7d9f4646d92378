import FireflyCore

/// Where a page of a branch ended: the key of the next page.
///
/// It names the last post by its time and number, and its parent, of which the levels above follow: so
/// it is short however deep the branch is, and still valid when the last post was deleted.
struct BranchKey {
  /// The parent of the last post.
  let parent: Int
  let last: PostPosition

  /// Creates the key of a post below a topmost one.
  init(of post: Post, below top: Int) {
    (parent, last) = (post.parentID ?? top, .after(post))
  }

  /// Parses a key; nil if it is malformed.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let parent = Int(parts[0]), let time = Int64(parts[1]),
      let id = Int64(parts[2])
    else { return nil }
    (self.parent, last) = (parent, PostPosition(time: time, id: id))
  }

  var text: String { "\(parent).\(last.time).\(last.id)" }
}

extension SQLSession {
  /// Returns a walk over a whole branch.
  ///
  /// - Parameters:
  ///   - top: the topmost post.
  ///   - text: the key at which an earlier page ended; nil for the first page.
  ///   - skipped: the post whose children are left out, if any.
  /// - Returns: nil if the key is malformed.
  /// - Throws: `StoreError.unknownPost` if the place where the page ended is no longer in the branch.
  func walk(below top: Int, after text: String?, skipping skipped: Int?) throws -> BranchWalk? {
    guard let text else { return BranchWalk(below: top, after: [], skipping: skipped) }
    guard let key = BranchKey(text) else { return nil }
    // UNION drops duplicates, so cycles end.
    let above = try rows(
      """
      WITH RECURSIVE up (id, parent_id, created_at) AS (
        SELECT id, parent_id, created_at FROM posts WHERE id = ?1
        UNION SELECT p.id, p.parent_id, p.created_at FROM up JOIN posts p ON p.id = up.parent_id
          WHERE up.id <> ?2
      )
      SELECT id, parent_id, created_at FROM up
      """, key.parent, top,
      convert: { (id: $0[0] as Int, parent: $0[1] as Int?, time: $0[2] as Int64) })
    let posts = Dictionary(above.map { ($0.id, $0) }) { first, _ in first }
    var (chain, next) = ([key.last], key.parent)
    while next != top {
      guard let post = posts[next], let parent = post.parent, chain.count <= above.count else {
        throw StoreError.unknownPost(next)
      }
      chain.append(PostPosition(time: post.time, id: Int64(next)))
      next = parent
    }
    return BranchWalk(below: top, after: chain.reversed(), skipping: skipped)
  }
}

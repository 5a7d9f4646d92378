import FireflyCore

// The pictures that the texts of posts show beside their own: rows of `post_pictures`, for posts and
// for deleted ones that can be restored.
extension SQLSession {
  /// Records the pictures that the text of a post shows, so that they are kept as long as the post.
  ///
  /// A text keeps pictures that its author has sent and imported ones only: others must be able to
  /// delete theirs.
  /// - Returns: the names of the pictures that the text no longer shows.
  @discardableResult
  func keepPictures(of post: Post, replacing old: Post? = nil) throws -> [String] {
    let shown = Set(BodyPicture.names(in: post.body))
    let names = SQLList(texts: shown)
    var gone: [String] = []
    if let old, !BodyPicture.names(in: old.body).isEmpty {
      gone = try rows(
        """
        DELETE FROM post_pictures WHERE post = ?1 AND NOT (\(dialect.isIn("name", "?2", .text)))
        RETURNING name
        """, post.id, names, convert: { $0[0] })
    }
    if shown.isEmpty { return gone }
    // The lock keeps a picture that another process is about to remove.
    try run(
      """
      INSERT INTO post_pictures (post, name)
      SELECT CAST(?1 AS bigint), name FROM pictures
      WHERE \(dialect.isIn("name", "?2", .text)) AND (user_id = 0 OR user_id = ?3 OR EXISTS (
        SELECT 1 FROM uploads u WHERE u.name = pictures.name AND u.user_id = ?3))
      ORDER BY name\(dialect.forUpdate)
      ON CONFLICT (post, name) DO NOTHING
      """, post.id, names, post.userID)
    try uploadsAreShown(names, by: post.userID)
    return gone
  }

  /// Forgets the pictures in the texts of purged posts.
  /// - Returns: their names.
  func forgetPictures(of posts: SQLList) throws -> [String] {
    try rows(
      "DELETE FROM post_pictures WHERE \(dialect.isIn("post", "?1")) RETURNING name", posts,
      convert: { $0[0] })
  }
}

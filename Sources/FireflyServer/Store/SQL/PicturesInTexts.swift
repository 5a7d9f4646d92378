import FireflyCore

// The pictures that the texts of posts show beside their own: rows of `post_pictures`, for posts and
// for deleted ones that can be restored.
extension SQLSession {
  /// Records the pictures that the text of a post shows, so that they are kept as long as the post.
  ///
  /// A text keeps its author's pictures and imported ones only: others must be able to delete theirs.
  /// - Returns: the names of the pictures that the text no longer shows.
  @discardableResult
  func keepPictures(of post: Post, replacing old: Post? = nil) throws -> [String] {
    let shown = UploadsFolder.names(in: post.body)
    let names = SQLList(texts: shown)
    var gone: [String] = []
    if let old, !UploadsFolder.names(in: old.body).isEmpty {
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
      WHERE \(dialect.isIn("name", "?2", .text)) AND (user_id = 0 OR user_id = ?3)
      ORDER BY name\(dialect.forUpdate)
      ON CONFLICT (post, name) DO NOTHING
      """, post.id, names, post.userID)
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

extension UploadsFolder {
  /// Returns the names of the pictures that a text shows: all that are named like `/uploads/NAME`.
  static func names(in text: String) -> Set<String> {
    var (names, rest) = (Set<String>(), text.utf8[...])
    let folder = "/uploads/".utf8
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      rest = rest[slash...]
      guard rest.starts(with: folder) else {
        rest = rest.dropFirst()
        continue
      }
      var name = rest.dropFirst(folder.count).prefix(while: \.isPlain)
      rest = rest[name.endIndex...]
      // The end of a sentence.
      while name.last == UInt8(ascii: ".") { name = name.dropLast() }
      if let name = String(name), contentType(of: name) != nil { names.insert(name) }
    }
    return names
  }
}

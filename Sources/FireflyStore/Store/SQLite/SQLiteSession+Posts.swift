import FireflyCore
import FireflyTransfer
import Foundation

// Triggers count children and set positions; see `SQLiteSchema` and `SQLiteTreePaths`.
extension SQLiteSession {
  /// Runs two queries, because SQLite doesn't use the index fully for `(time, id) < (?, ?)`: posts
  /// of the same time, such as imported ones, would be read repeatedly.
  func page(
    where condition: SQLCondition, by time: PostTime, after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page {
    var page = StoredPost.Page()
    var rest = condition
    if position.id != PostPosition.start.id {
      var same = condition
      same.add("p.\(time.rawValue) = ? AND p.id < ?", position.time, position.id)
      try read(into: &page, same, by: time, limit: limit)
      guard page.isLast, page.posts.count < limit else {
        page.isLast = false
        return page
      }
      rest.add("p.\(time.rawValue) < ?", position.time)
    }
    try read(into: &page, rest, by: time, limit: limit - page.posts.count)
    page.isLast = page.isLast && page.posts.count < limit
    return page
  }

  private func read(
    into page: inout StoredPost.Page, _ condition: SQLCondition, by time: PostTime, limit: Int
  ) throws {
    var condition = condition
    let mark = condition.placeholder(limit)
    var bytes = page.posts.reduce(0) { $0 + $1.textBytes }
    try read(
      StoredPost.select
        + "WHERE \(condition.text) ORDER BY p.\(time.rawValue) DESC, p.id DESC LIMIT \(mark)",
      with: condition.arguments
    ) { row in
      let post = Post(row)
      page.posts.append(post)
      bytes += post.textBytes
      if bytes >= StoredPost.pageBytes { page.isLast = false }
      return page.isLast
    }
  }

  func branch(
    below parent: Int, after position: (path: String, isBranch: Bool), depth: Int, limit: Int
  ) throws -> [(post: Post, level: Int)]? {
    let top = try first(
      """
      SELECT root_id, path, depth FROM posts
      WHERE id = ?1 AND path IS NOT NULL AND depth + ?2 < \(TreePath.levels)
        AND \(SQLiteTreePaths.areUpToDate)
      """, parent, depth,
      convert: { (root: $0[0] as Int, path: $0[1] as String, depth: $0[2] as Int) })
    guard let top else { return nil }
    var (posts, bytes) = ([(post: Post, level: Int)](), 0)
    // "~" sorts after all digits.
    let start = top.path + position.path + (position.isBranch ? "~" : "")
    try read(
      """
      SELECT \(StoredPost.columns), p.depth \(StoredPost.tables)
      WHERE p.root_id = ?1 AND p.path > ?2 AND p.path < ?3 ORDER BY p.path LIMIT ?4
      """, with: [top.root.sqlValue, start.sqlValue, (top.path + "~").sqlValue, limit.sqlValue]
    ) { row in
      let post = Post(row)
      posts.append((post, row[StoredPost.next] - top.depth - 1))
      bytes += post.textBytes
      return bytes < StoredPost.pageBytes
    }
    return posts
  }

  /// A list costs as little as a row.
  func posts(below parents: [Int]) throws -> [Post]? { nil }

  func insert(_ post: Post) throws -> Post {
    let id = try insertRow(post.storable)
    if post.parentID != nil { try countInThread(id) }
    guard let stored = try self.post(id) else { throw StoreError.unknownPost(id) }
    return stored
  }

  private func countInThread(_ id: Int) throws {
    try run(
      """
      UPDATE posts SET descendants = posts.descendants + 1,
        last_reply_at = \(dialect.lastReply("posts.last_reply_at", afterOneAt: "c.created_at"))
      FROM (SELECT root_id, created_at FROM posts WHERE id = ?1) c
      WHERE posts.id = c.root_id AND posts.id <> ?1 AND posts.last_reply_at IS NOT NULL
      """, id)
  }

  func newNumbers(_ count: Int) throws -> [Int] {
    let last: Int = try value("SELECT seq FROM sqlite_sequence WHERE name = 'posts'") ?? 0
    return Array(last + 1..<last + 1 + count)
  }

  func insert(_ ids: [Int], onProgress: (Int) -> Void, _ row: (Int) -> ImportedRow) throws {
    var (batch, bytes) = ([Post](), 0)
    for (index, id) in ids.enumerated() {
      let row = row(index)
      batch.append(try insertRow(row.post, id: id, of: row))
      bytes += row.post.textBytes
      if index.isMultiple(of: 128) { onProgress(index) }
      guard batch.count == Self.batch.posts || bytes >= Self.batch.bytes else { continue }
      for post in batch { try self.index(post) }
      (batch, bytes) = ([], 0)
    }
    for post in batch { try self.index(post) }
  }

  /// Posts that are stored before their words are: FTS5 writes out the words it has before each row of `posts`,
  /// and merges what it wrote again and again.
  private static let batch = (posts: 500, bytes: 2 << 20)

  /// Inserts a post with its position and its words, without reading it back; returns its number.
  @discardableResult
  func insertRow(_ post: Post) throws -> Int {
    let stored = try insertRow(post, id: nil, of: nil)
    try index(stored)
    return stored.id
  }

  /// Inserts a post with its position, without its words; returns it with its number.
  ///
  /// An imported post, which has a number, is counted later: its parent may follow it.
  private func insertRow(_ post: Post, id: Int?, of row: ImportedRow?) throws -> Post {
    try run(
      """
      INSERT INTO posts (id, user_id, parent_id, title, summary, body, image_url, clip_offset_x,
        clip_offset_y, created_at, timezone, location_tag, ai_generated, template_name,
        source, source_key, source_digest, root_id, path, depth, path_parent,
        answers_user, descendants, last_reply_at)
      SELECT c.*, \(SQLiteTreePaths.values(for: "c")), c.parent_id,
        CASE WHEN ?1 IS NULL THEN coalesce(p.user_id, 0) END,
        CASE WHEN ?1 IS NULL AND p.id IS NULL THEN 0 END,
        CASE WHEN ?1 IS NULL AND p.id IS NULL THEN c.created_at END
      FROM (
        SELECT coalesce(?1, (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'posts'), 1) AS id,
          ?2, ?3 AS parent_id, ?4, ?5, ?6, ?7, ?8, ?9, ?10 AS created_at, ?11, ?12, ?13, ?14, ?15,
          ?16, ?17
      ) c LEFT JOIN posts p ON p.id = c.parent_id
      """, id, post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name,
      row?.source?.name, row?.source?.key, row?.digest)
    var stored = post
    stored.id = Int(db.lastInsertedRowID)
    return stored
  }

  func saveTexts(of post: Post, replacing old: Post) throws {
    try unindex(old)
    try run(
      """
      UPDATE posts SET title = ?1, summary = ?2, body = ?3, image_url = ?4, clip_offset_x = ?5,
        clip_offset_y = ?6 WHERE id = ?7
      """, post.title, post.summary, post.body, post.imageURL, post.clipOffsetX, post.clipOffsetY,
      post.id)
    try index(post)
  }

  func deletePosts(where condition: SQLCondition) throws {
    try run("DELETE FROM posts WHERE \(condition.text)", with: condition.arguments)
  }

  func wasRestored(_ id: Int) {}

  func move(_ post: Post, to parent: Int?) throws {
    try run("UPDATE posts SET parent_id = ?1 WHERE id = ?2", parent, post.id)
  }
}

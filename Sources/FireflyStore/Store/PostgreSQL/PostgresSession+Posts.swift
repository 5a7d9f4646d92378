import FireflyCore
import Foundation

extension PostgresSession {
  /// The server cuts the page by the size of the texts.
  func page(
    where condition: SQLCondition, by time: PostTime, after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page {
    var condition = condition
    if position.id != PostPosition.start.id {
      condition.add("(p.\(time.rawValue), p.id) < (?, ?)", position.time, position.id)
    }
    let limitMark = condition.placeholder(limit)
    let rows = try connection.run(
      """
      SELECT \(StoredPost.columns), p.read FROM (
        SELECT q.*, count(*) OVER () AS read,
          coalesce(sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body))
            OVER (ORDER BY q.\(time.rawValue) DESC, q.id DESC
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
        FROM (
          SELECT p.* FROM posts p WHERE \(condition.text)
          ORDER BY p.\(time.rawValue) DESC, p.id DESC LIMIT \(limitMark)
        ) q
      ) p LEFT JOIN users u ON u.id = p.user_id
      WHERE p.bytes_before < \(StoredPost.pageBytes) ORDER BY p.\(time.rawValue) DESC, p.id DESC
      """, condition.arguments, until: end)
    let posts = rows.map { Post(SQLRow(columns: $0)) }
    let read: Int = rows.first?[StoredPost.next] ?? 0
    return StoredPost.Page(posts: posts, isLast: posts.count == read && read < limit)
  }

  /// Reads in one statement, which sees all paths of a moved branch updated or none.
  func branch(
    below parent: Int, after position: (path: String, isBranch: Bool), depth: Int, limit: Int
  ) throws -> [(post: Post, level: Int)]? {
    let rows = try query(
      Self.branchStatement, parent, position.path + (position.isBranch ? "ff" : ""), depth, limit)
    guard let first = rows.first else { return nil }
    guard (first[0] as Int?) != nil else { return [] }
    return rows.map { (Post(SQLRow(columns: $0)), $0[StoredPost.next]) }
  }

  /// Returns one row without a post at the end of the branch, and no rows if paths can't be used.
  static let branchStatement = """
    SELECT \(StoredPost.columns), p.level FROM (
      SELECT root_id, path, depth FROM posts
      WHERE id = ?1 AND path IS NOT NULL AND depth + ?3 < \(TreePath.levels)
        AND (\(PostgresTreePaths.firstOutdated)) IS NULL
    ) b LEFT JOIN LATERAL (
      SELECT q.*, coalesce(sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body))
          OVER (ORDER BY q.path ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (
        SELECT c.*, c.depth - b.depth - 1 AS level FROM posts c
        WHERE c.root_id = b.root_id AND c.path > b.path || decode(?2, 'hex')
          AND c.path < b.path || decode('ff', 'hex')
        ORDER BY c.path LIMIT ?4
      ) q
    ) p ON p.bytes_before < \(StoredPost.pageBytes)
    LEFT JOIN users u ON u.id = p.user_id ORDER BY p.path
    """

  /// Planning a statement takes a millisecond, as long as reading some hundred rows.
  func posts(below parents: [Int]) throws -> [Post]? {
    let rows = try query(Self.deepStatement, SQLList(parents))
    return rows.isEmpty ? nil : rows.map { Post(SQLRow(columns: $0)) }
  }

  /// Returns no rows if there are too many.
  ///
  /// Lists are joined laterally, with a limit: otherwise, planners may scan the table for each level.
  static let deepStatement = {
    func below(_ parents: String) -> String {
      """
      SELECT c.id FROM \(parents) a CROSS JOIN LATERAL (
        SELECT l.id FROM posts l WHERE l.parent_id = a.id AND l.id <> l.parent_id
        LIMIT \(BranchWalk.maximumDeep + 1)
      ) c
      """
    }
    return """
      WITH RECURSIVE down (id) AS (
        \(below("(SELECT unnest(?1::bigint[]) AS id)")) UNION ALL \(below("down"))
      )
      SELECT \(StoredPost.columns) FROM (
        SELECT q.*, count(*) OVER () AS count,
          sum(octet_length(q.title) + octet_length(q.summary) + octet_length(q.body)) OVER () AS bytes
        FROM (SELECT id FROM down LIMIT \(BranchWalk.maximumDeep + 1)) d JOIN posts q ON q.id = d.id
      ) p LEFT JOIN users u ON u.id = p.user_id
      WHERE p.count <= \(BranchWalk.maximumDeep) AND p.bytes < \(StoredPost.pageBytes)
      """
  }()

  func insert(_ post: Post) throws -> Post {
    let post = post.storable
    // Locks the parent, so that an update of its branch's paths waits for this child.
    if let parent = post.parentID, parent >= 0 { try countChild(below: parent) }
    // The top post is locked also while its replies are not counted yet: whoever counts them now would
    // miss this one.
    let row = try query(
      """
      WITH added AS (
        INSERT INTO posts (id, user_id, parent_id, title, summary, body, image_url, clip_offset_x,
          clip_offset_y, created_at, timezone, location_tag, ai_generated, template_name, words,
          root_id, path, depth, path_parent, answers_user, last_reply_at, descendants)
        SELECT c.*, \(PostgresTreePaths.root), \(PostgresTreePaths.path), \(PostgresTreePaths.depth),
          CASE WHEN p.id IS NULL OR p.root_id IS NOT NULL THEN c.parent_id END,
          CASE WHEN p.id IS NULL OR p.root_id IS NOT NULL THEN coalesce(p.user_id, 0) END,
          CASE WHEN p.id IS NULL THEN c.created_at END, CASE WHEN p.id IS NULL THEN 0 END
        FROM (
          SELECT nextval('post_numbers') AS id, ?1::bigint AS user_id, ?2::bigint AS parent_id,
            ?3::text, ?4::text, ?5::text, ?6::text, ?7::double precision, ?8::double precision,
            ?9::bigint AS created_at, ?10::text, ?11::text, ?12::boolean, ?13::text, ?14::tsvector
        ) c LEFT JOIN posts p ON p.id = c.parent_id
        RETURNING *
      ), counted AS (
        UPDATE posts SET descendants = posts.descendants + 1,
          last_reply_at = CASE WHEN posts.last_reply_at IS NOT NULL THEN
            \(dialect.lastReply("posts.last_reply_at", afterOneAt: "added.created_at")) END
        FROM added WHERE posts.id = added.root_id AND posts.id <> added.id
      )
      SELECT \(StoredPost.columns), p.depth FROM added p LEFT JOIN users u ON u.id = p.user_id
      """, post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name,
      try SearchVector.text(of: post)
    ).first
    guard let row else { throw StoreError.unknownPost(0) }
    if let depth = row[StoredPost.next] as Int?, depth >= StoreLimits.levels {
      throw StoreError.tooDeep
    }
    return Post(SQLRow(columns: row))
  }

  func saveTexts(of post: Post, replacing old: Post) throws {
    try query(
      """
      UPDATE posts SET title = ?1, summary = ?2, body = ?3, image_url = ?4, clip_offset_x = ?5,
        clip_offset_y = ?6, words = ?7::tsvector WHERE id = ?8
      """, post.title, post.summary, post.body, post.imageURL, post.clipOffsetX, post.clipOffsetY,
      try SearchVector.text(of: post), post.id)
  }

  func deletePosts(where condition: SQLCondition) throws {
    try run(
      """
      WITH gone AS (DELETE FROM posts WHERE \(condition.text) RETURNING id, parent_id),
      parents AS (
        SELECT parent_id, count(*) AS count FROM gone
        WHERE parent_id <> id AND parent_id NOT IN (SELECT id FROM gone) GROUP BY parent_id
      )
      UPDATE posts SET child_count = child_count - parents.count
      FROM parents WHERE posts.id = parents.parent_id
      """, with: condition.arguments)
  }

  func wasRestored(_ id: Int) throws {
    // Children that are deleted meanwhile would be counted, and never subtracted.
    try query("SELECT id FROM posts WHERE parent_id = ?1 ORDER BY id FOR UPDATE", id)
    try query(
      """
      UPDATE posts SET child_count =
        (SELECT count(*) FROM posts c WHERE c.parent_id = posts.id AND c.id <> posts.id)
      WHERE id = ?1
      """, id)
    try PostgresTreePaths.setPaths(of: [id], self)
    // The parent may be gone.
    try query(
      """
      UPDATE posts SET child_count = child_count + 1
      WHERE id = (SELECT parent_id FROM posts WHERE id = ?1) AND id <> ?1
      """, id)
  }

  func move(_ post: Post, to parent: Int?) throws {
    let pathsAreUpToDate = try PostgresTreePaths.areUpToDate(self)
    try query("UPDATE posts SET parent_id = ?1 WHERE id = ?2", parent, post.id)
    guard parent != post.parentID else { return }
    if let old = post.parentID, old >= 0, old != post.id {
      try query("UPDATE posts SET child_count = child_count - 1 WHERE id = ?1", old)
    }
    if let parent, parent >= 0 { try countChild(below: parent) }
    // The paths of a large branch are updated later; until then it is read list by list.
    if pathsAreUpToDate { try BranchPathUpdate.start(with: post.id, self) }
  }

  /// Increments the child count of a parent.
  /// - Throws: `StoreError.unknownParent` if the parent was deleted; `PostgresError`.
  private func countChild(below parent: Int) throws {
    let counted = try query(
      """
      UPDATE posts SET child_count = child_count + 1
      WHERE id = ?1 AND template_name NOT IN ('deleted', 'query')
      """, parent)
    if counted.changesCount == 0 { throw StoreError.unknownParent(parent) }
  }
}

// Imports, in few round trips.
extension PostgresSession {
  /// Number of posts in a statement, and their bytes.
  private static let batch = (posts: 500, bytes: 2 << 20)
  private static let columns = [
    "id bigint", "user_id bigint", "parent_id bigint", "title text", "summary text", "body text",
    "image_url text", "clip_offset_x double precision", "clip_offset_y double precision",
    "created_at bigint", "timezone text", "location_tag text", "ai_generated boolean",
    "template_name text", "source text", "source_key text", "source_digest bigint", "words text",
  ].map { $0.split(separator: " ", maxSplits: 1).map(String.init) }

  func newNumbers(_ count: Int) throws -> [Int] {
    try query("SELECT nextval('post_numbers') FROM generate_series(1, ?1)", count)
      .map { $0[0] as Int }.sorted()
  }

  func insert(_ ids: [Int], onProgress: (Int) -> Void, _ row: (Int) -> ImportedRow) throws {
    var (batch, bytes, counts) = ([[String?]](), 0, [Int: Int]())
    for index in ids.indices {
      let row = row(index)
      batch.append(try Self.texts(of: row))
      bytes += row.post.textBytes
      // A post that is its own parent is not its own child.
      if let parent = row.post.parentID, parent > 0, parent != row.post.id {
        counts[parent, default: 0] += 1
      }
      guard batch.count == Self.batch.posts || bytes >= Self.batch.bytes else { continue }
      try insert(batch)
      (batch, bytes) = ([], 0)
      onProgress(index)
    }
    try insert(batch)
    try query(
      """
      UPDATE posts SET child_count = child_count + c.count
      FROM unnest(?1::bigint[], ?2::bigint[]) AS c (id, count) WHERE posts.id = c.id
      """, SQLList(counts.keys), SQLList(counts.values))
    for start in stride(from: 0, to: ids.count, by: Self.batch.posts) {
      try PostgresTreePaths.setPaths(
        of: Array(ids[start..<min(start + Self.batch.posts, ids.count)]), self)
    }
    // Those that an earlier version has written are left to `PostgresMaintenance`.
    try countThreads(ofNew: ids)
    if ids.count >= Self.batch.posts { try updateStatistics() }
  }

  /// Lets planners know many new rows at once, not when the server finds the time: without that, they take the
  /// statement about deep branches for very expensive, and compile it for a second.
  func updateStatistics() throws { try query("ANALYZE posts, users") }

  private static func texts(of row: ImportedRow) throws -> [String?] {
    let (post, source) = (row.post, row.source)
    return [
      String(post.id), String(post.userID), post.parentID.map { String($0) }, post.title,
      post.summary, post.body, post.imageURL, post.clipOffsetX.description,
      post.clipOffsetY.description,
      String(StoredTime.milliseconds(post.createdAt ?? Date())), post.timezone, post.locationTag,
      post.isAIGenerated ? "t" : "f", post.template.name, source?.name, source?.key,
      row.digest.map { String($0) }, try SearchVector.text(of: post),
    ]
  }

  /// Inserts a batch, column by column.
  private func insert(_ rows: [[String?]]) throws {
    guard !rows.isEmpty else { return }
    let names = Self.columns.map { $0[0] }.joined(separator: ", ")
    let lists = Self.columns.enumerated().map { "?\($0 + 1)::\($1[1])[]" }
    try run(
      """
      INSERT INTO posts (\(names))
      SELECT \(names.replacing(", words", with: ", words::tsvector"))
      FROM unnest(\(lists.joined(separator: ", "))) AS a (\(names))
      """,
      with: Self.columns.indices.map { column in .text(PostgresArray.text(rows.map { $0[column] }))
      }
    )
  }
}
